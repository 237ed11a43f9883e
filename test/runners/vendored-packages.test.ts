/** Packages that a working tree holds beside its manifest, and that no commit has. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'

const isInstalled = spawnSync('phpunit', ['--version']).status === 0
const sums = (...functions: readonly string[]) => `<?php\n${functions.join('\n')}\n`
const tests = (...methods: readonly string[]) =>
  `<?php\nfinal class SumsTest extends PHPUnit\\Framework\\TestCase\n{\n${methods.join('\n')}\n}\n`
const TWICE = 'function twice(int $n): int { return $n * 2; }'
const DOUBLES = '    public function testTwice(): void { $this->assertSame(4, twice(2)); }'
const TRIPLES = '    public function testThrice(): void { $this->assertSame(6, thrice(2)); }'

test.skipIf(!isInstalled)('the packages of Composer are there in each commit, without a set-up', async () => {
  await using branch = await createBranch({
    '.gitignore': 'vendor\n',
    'composer.json': '{ "autoload": { "files": ["src/sums.php"] } }\n',
    'phpunit.xml':
      '<phpunit bootstrap="vendor/autoload.php"><testsuites><testsuite name="all"><directory>tests</directory></testsuite></testsuites></phpunit>\n',
    'src/sums.php': sums(TWICE),
    'tests/SumsTest.php': tests(DOUBLES),
  })
  mkdirSync(join(branch.repo.dir, 'vendor'))
  // As Composer writes it: paths start where the folder stands.
  writeFileSync(
    join(branch.repo.dir, 'vendor/autoload.php'),
    "<?php\nrequire_once dirname(__DIR__) . '/src/sums.php';\n",
  )
  await branch.red({ 'tests/SumsTest.php': tests(DOUBLES, TRIPLES) })
  await branch.green({ 'src/sums.php': sums(TWICE, 'function thrice(int $n): int { return $n * 3; }') })
  const { decision, notes } = await branch.verify()
  expect([decision.conclusion, notes.join('\n')]).toEqual([
    'success',
    expect.stringContaining('vendor of your working tree'),
  ])
})
