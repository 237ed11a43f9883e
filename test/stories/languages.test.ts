/** One honest task and one cheat for each language, with its usual runner, where that is installed. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createBranch, RUN_ONCE } from '../support/branch.ts'
import { getFolder } from '../support/folder.ts'
import type { Files } from '../support/repository.ts'
import { nodeTest, SHOP } from '../support/shop.ts'

interface Language {
  /** A command that succeeds where the runner is installed. */
  readonly needs: readonly [string, ...string[]]
  readonly base: Files
  readonly red: Files
  readonly green: Files
  /** The test of RED without its expectation. */
  readonly weakened: Files
}

const RUBY_SPEC = (check: string) =>
  `require_relative '../lib/discount'\nRSpec.describe 'discount' do\n  it('takes a tenth') { ${check} }\nend\n`
const PHP_TEST = (check: string) =>
  `<?php\nuse PHPUnit\\Framework\\TestCase;\nfinal class DiscountTest extends TestCase {\n  public function testTakesATenth(): void { require_once __DIR__ . '/../src/discount.php'; ${check} }\n}\n`
const GO_TEST = (check: string) =>
  `package shop\n\nimport "testing"\n\nfunc TestTakesATenth(t *testing.T) { if Discount(200) != 20 { ${check} } }\n`
const PY_TEST = (check: string) => `from shop.discount import discount\n\ndef test_takes_a_tenth():\n    ${check}\n`
const JS_TEST = (check: string) => ({
  'test/discount.test.js': nodeTest('../src/discount.js', 'discount', { 'takes a tenth': check }),
})

const LANGUAGES: Readonly<Record<string, Language>> = {
  'JavaScript with node:test': {
    needs: ['node', '--version'],
    base: SHOP,
    red: JS_TEST('assert.equal(discount(200), 20)'),
    green: { 'src/discount.js': 'export const discount = (total) => total / 10\n' },
    weakened: JS_TEST('discount(200)'),
  },
  'Python with pytest': {
    needs: ['python3', '-m', 'pytest', '--version'],
    base: {
      'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["."]\n',
      'shop/__init__.py': '',
      'shop/keep.py': 'def keep(n):\n    return n\n',
      'tests/test_keep.py': 'from shop.keep import keep\n\ndef test_keeps():\n    assert keep(5) == 5\n',
    },
    red: { 'tests/test_discount.py': PY_TEST('assert discount(200) == 20') },
    green: { 'shop/discount.py': 'def discount(total):\n    return total / 10\n' },
    weakened: { 'tests/test_discount.py': PY_TEST('discount(200)') },
  },
  Go: {
    needs: ['go', 'version'],
    base: {
      'go.mod': 'module example.com/shop\n\ngo 1.19\n',
      'keep.go': 'package shop\n\nfunc Keep(n int) int { return n }\n',
      'keep_test.go':
        'package shop\n\nimport "testing"\n\nfunc TestKeeps(t *testing.T) { if Keep(5) != 5 { t.Fatal("no") } }\n',
    },
    red: { 'discount_test.go': GO_TEST('t.Fatal("no tenth")') },
    green: { 'discount.go': 'package shop\n\nfunc Discount(total int) int { return total / 10 }\n' },
    weakened: { 'discount_test.go': GO_TEST('t.Log("no tenth")') },
  },
  'Ruby with RSpec': {
    needs: ['rspec', '--version'],
    base: {
      '.rspec': '--require json\n',
      'lib/keep.rb': 'def keep(n) = n\n',
      'spec/keep_spec.rb':
        "require_relative '../lib/keep'\nRSpec.describe 'keep' do\n  it('keeps') { expect(keep(5)).to eq 5 }\nend\n",
    },
    red: { 'spec/discount_spec.rb': RUBY_SPEC('expect(discount(200)).to eq 20') },
    green: { 'lib/discount.rb': 'def discount(total) = total / 10\n' },
    weakened: { 'spec/discount_spec.rb': RUBY_SPEC('discount(200)') },
  },
  'PHP with PHPUnit': {
    needs: ['phpunit', '--version'],
    base: {
      'phpunit.xml':
        '<phpunit><testsuites><testsuite name="all"><directory>tests</directory></testsuite></testsuites></phpunit>\n',
      'src/keep.php': '<?php\nfunction keep($n) { return $n; }\n',
      'tests/KeepTest.php':
        "<?php\nuse PHPUnit\\Framework\\TestCase;\nfinal class KeepTest extends TestCase {\n  public function testKeeps(): void { require_once __DIR__ . '/../src/keep.php'; $this->assertSame(5, keep(5)); }\n}\n",
    },
    red: { 'tests/DiscountTest.php': PHP_TEST('$this->assertSame(20, discount(200));') },
    green: { 'src/discount.php': '<?php\nfunction discount($total) { return intdiv($total, 10); }\n' },
    weakened: { 'tests/DiscountTest.php': PHP_TEST('discount(200); $this->assertTrue(true);') },
  },
}

for (const [
  name,
  {
    needs: [program, ...words],
    base,
    red,
    green,
    weakened,
  },
] of Object.entries(LANGUAGES))
  test.skipIf(spawnSync(program, words).status !== 0)(
    `${name}: an honest task is accepted, and a weakened test is refused`,
    async () => {
      // Measured each time: what is shown is that it runs on this machine.
      await using branch = await createBranch({ ...RUN_ONCE, ...base }, { cacheDir: getFolder({}) })
      await branch.red(red)
      await branch.green(green)
      expect((await branch.verify()).verdicts).toEqual(['red accepted', 'green accepted'])
      await branch.repo.git('reset', '--quiet', '--hard', 'HEAD~')
      await branch.green({ ...green, ...weakened })
      expect((await branch.verify()).verdicts).toEqual([
        'red accepted',
        'green rejected: green-keeps-tests, drivers-need-production',
      ])
    },
  )
