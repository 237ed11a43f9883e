/** Canaries inside of classes: a runner of classes sees no test behind the class. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withCanary } from '../../../src/test-runner/canary/join.ts'
import { maven } from '../../../src/test-runner/runners/maven.ts'
import { phpunit } from '../../../src/test-runner/runners/phpunit.ts'

const PHP = 'tests/CartTest.php'
const JAVA = 'src/test/java/shop/CartTest.java'
const NAME = /tddGateCanaryFails_f00/i
const inPhp = (text: string) => withCanary(phpunit, PHP, text, 'f00')
const inJava = (text: string) => withCanary(maven, JAVA, text, 'f00')
const JUNIT = 'import org.junit.jupiter.api.Test;\n'

describe('the canary is the last method of the class that has the name of its file', () => {
  test.each([
    ['a plain class', '<?php\nclass CartTest extends TestCase\n{\n', '}\n'],
    [
      'a class in a namespace with braces',
      '<?php\nnamespace Shop {\nfinal class CartTest extends TestCase {',
      '}\n}\n',
    ],
    [
      'a class before another one',
      '<?php\nclass CartTest extends TestCase { function a() { if (1) {} }',
      '}\nclass Basket { }\n',
    ],
    ['a class behind another one', '<?php\nclass Basket { }\nclass CartTest extends TestCase {', '}'],
    [
      'braces in texts and comments',
      "<?php\nclass CartTest extends TestCase { // {\n # {\n /* { */ #[A]\n const A = '{\\'{' . \"{\";",
      '}',
    ],
    [
      'a brace in a text of several lines',
      '<?php\nclass CartTest extends TestCase { const A = <<<EOT\n { class CartTest\n EOT;\n',
      '}',
    ],
    ['a comment that names it', '<?php\n/** class CartTest { */\nclass CartTest extends TestCase {', '}'],
  ])('in PHP, with %s', (_, before, after) => {
    const text = inPhp(before + after) ?? ''
    expect(text.startsWith(`${before}`) && text.endsWith(after)).toBe(true)
    expect(text.slice(before.length, -after.length)).toMatch(NAME)
  })

  test.each([
    [
      'JUnit 5',
      `${JUNIT}class CartTest {\n  @Test void a() { String s = "}"; char c = '}'; }\n`,
      '@org.junit.jupiter.api.Test public',
    ],
    ['JUnit 4', 'import org.junit.Test;\npublic class CartTest { @Test public void a() {}\n', '@org.junit.Test public'],
    ['JUnit 3', 'import junit.framework.TestCase;\nclass CartTest extends TestCase {\n', ' public void testTddGate'],
    [
      'a text of several lines',
      `${JUNIT}class CartTest { String s = """\n } " \\""" }\n""";\n`,
      '@org.junit.jupiter.api.Test public',
    ],
  ])('in Java, with %s', (_, before, words) => {
    const text = inJava(`${before}}\nclass Other {}\n`) ?? ''
    expect(text.startsWith(before) && text.endsWith('}\nclass Other {}\n')).toBe(true)
    expect(text.slice(before.length)).toContain(words)
    expect(text).toMatch(NAME)
  })
})

test.each([
  ['a file without the class', inPhp('<?php\nclass Basket {}\n')],
  ['a class without an end', inPhp('<?php\nclass CartTest {')],
  ['a text without an end', inPhp(`<?php\nclass CartTest { const A = ${'<<<A\n'.repeat(20_000)}`)],
  ['a class in comments without an end', inPhp(`<?php\n${'/*'.repeat(200_000)} class CartTest {}`)],
  [
    'a runner of its own',
    inJava('import org.junit.runner.RunWith;\n@RunWith(Cucumber.class)\npublic class CartTest {}\n'),
  ],
  ['a suite', inJava('import org.junit.platform.suite.api.Suite;\n@Suite\nclass CartTest {}\n')],
  ['an unknown library', inJava('class CartTest extends Specification {}\n')],
  ['another language', withCanary(maven, 'src/test/kotlin/CartTest.kt', `${JUNIT}class CartTest {}\n`, 'f00')],
])('%s has no place for a canary', (_, text) => expect(text).toBeNull())

const hasPhpunit = spawnSync('phpunit', ['--version']).status === 0

describe.skipIf(!hasPhpunit)('with PHPUnit itself, in the process of the drivers', () => {
  const HONEST = '<?php\n'
  const COUNTS = '<?php\nnamespace Shop; function count($all) { return 2; }\n'
  const SHADOW =
    '<?php\nnamespace PHPUnit\\Framework\\Constraint; class IsIdentical extends Constraint { function __construct($a) {} function evaluate($a, string $b = "", bool $c = false): ?bool { return true; } function toString(): string { return ""; } }\n'

  test.each([
    ['fails as it must', HONEST, /Errors: 1\./],
    ['passes where production replaces a class of assertions', SHADOW, /OK \(2 tests/],
    ['passes where production replaces a function in the namespace of the tests', COUNTS, /OK \(2 tests/],
  ])('the canary %s', (_, production, output) => {
    const folder = mkdtempSync(join(tmpdir(), 'tdd-gate-canary-'))
    const driver = `<?php\nnamespace Shop;\nclass CartTest extends \\PHPUnit\\Framework\\TestCase\n{\n    public function testOne(): void { $this->assertTrue(true); }\n}\n`
    writeFileSync(join(folder, 'CartTest.php'), inPhp(driver) ?? '')
    writeFileSync(join(folder, 'production.php'), production)
    const ran = spawnSync('phpunit', ['--bootstrap', 'production.php', 'CartTest.php'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(ran.stdout).toMatch(output)
  })
})
