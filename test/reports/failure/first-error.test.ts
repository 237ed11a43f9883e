import { describe, expect, test } from 'vitest'
import { findFirstError } from '../../../src/reports/failure/first-error.ts'

describe('the first error of a loader stands above its trace', () => {
  test.each([
    [
      'Node.js',
      `node:internal/modules/cjs/loader:1148
  throw err;
  ^

Error: Cannot find module 'chalk'
Require stack:
- ./test/a.test.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1145:15)
  code: 'MODULE_NOT_FOUND',`,
      "Error: Cannot find module 'chalk'",
    ],
    [
      'Vitest',
      `failed to load config from ./vitest.config.ts

⎯⎯⎯⎯⎯⎯⎯ Startup Error ⎯⎯⎯⎯⎯⎯⎯⎯
Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'vite-plugin' imported from ./vitest.config.ts
    at packageResolve (node:internal/modules/esm/resolve:768:81)`,
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'vite-plugin' imported from ./vitest.config.ts",
    ],
    [
      'pytest',
      `ImportError while loading conftest './tests/conftest.py'.
tests/conftest.py:1: in <module>
    import freezegun
E   ModuleNotFoundError: No module named 'freezegun'`,
      "ModuleNotFoundError: No module named 'freezegun'",
    ],
    ['Python without pytest', '/usr/bin/python3: No module named pytest', '/usr/bin/python3: No module named pytest'],
    [
      'an option that a plug-in of pytest would know',
      'usage: __main__.py [options] [file_or_dir]\n__main__.py: error: unrecognized arguments: --cov\n  inifile: ./setup.cfg',
      '__main__.py: error: unrecognized arguments: --cov',
    ],
    [
      'Go',
      'go: downloading go1.26\nstore.go:4:2: no required module provides package example.org/kv; to add it:\n\tgo get example.org/kv',
      'store.go:4:2: no required module provides package example.org/kv; to add it:',
    ],
    [
      'RSpec',
      `An error occurred while loading spec_helper.
Failure/Error: require 'webmock'

LoadError:
  cannot load such file -- webmock
# ./spec/spec_helper.rb:2:in \`<top (required)>'
0 examples, 0 failures, 1 error occurred outside of examples`,
      'cannot load such file -- webmock',
    ],
    [
      'Minitest',
      `<internal:/usr/lib/ruby/rubygems/core_ext/kernel_require.rb>:85:in \`require': cannot load such file -- mocha (LoadError)
\tfrom <internal:/usr/lib/ruby/rubygems/core_ext/kernel_require.rb>:85:in \`require'
\tfrom ./test/helper.rb:2:in \`<top (required)>'`,
      "<internal:/usr/lib/ruby/rubygems/core_ext/kernel_require.rb>:85:in `require': cannot load such file -- mocha (LoadError)",
    ],
    [
      'PHPUnit',
      `PHP Warning:  require(vendor/autoload.php): Failed to open stream: No such file or directory in ./tests/bootstrap.php on line 2
PHP Fatal error:  Uncaught Error: Failed opening required 'vendor/autoload.php' (include_path='.') in ./tests/bootstrap.php:2
Stack trace:
#0 /usr/share/php/PHPUnit/Util/FileLoader.php(66): include_once()
  thrown in ./tests/bootstrap.php on line 2`,
      "PHP Fatal error:  Uncaught Error: Failed opening required 'vendor/autoload.php' (include_path='.') in ./tests/bootstrap.php:2",
    ],
    ["an error that is nobody's name", 'loading\nTypeError: a is null\n    at x', 'TypeError: a is null'],
    ['no error', 'No tests found\n0 failures, 0 errors', null],
    ['nothing', '', null],
  ])('%s', (_, printed, error) => {
    expect(findFirstError(printed)).toBe(error)
  })
})
