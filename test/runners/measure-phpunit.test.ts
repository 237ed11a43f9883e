import { printStory } from '../support/runner-story.ts'

const test = (body: string, name = 'NewTest', head = '') =>
  `<?php\n${head}class ${name} extends PHPUnit\\Framework\\TestCase\n{\n    public function testNew(): void\n    {\n        ${body}\n    }\n}\n`

printStory({
  runner: 'PHPUnit',
  needs: ['phpunit', '--version'],
  project: {
    'phpunit.xml':
      '<phpunit><testsuites><testsuite name="all"><directory>tests</directory></testsuite></testsuites></phpunit>\n',
    'src/Cart.php': '<?php\nclass Cart { function add(int $a, int $b): int { return $a + $b; } }\n',
    'tests/CartTest.php': test(
      '$this->assertSame(3, (new Cart())->add(1, 2));',
      'CartTest',
      "require_once __DIR__ . '/../src/Cart.php';\n",
    ),
  },
  situations: {
    'all passes': { files: {}, outcomes: { 'tests/CartTest.php > CartTest > testNew': 'passed' } },
    'an assertion fails, in the two files that are run': {
      files: {
        'tests/NewTest.php': test('$this->assertSame(1, 2);'),
        'tests/OtherTest.php': test('$this->assertSame(1, 1);', 'OtherTest'),
      },
      only: ['tests/NewTest.php', 'tests/OtherTest.php'],
      outcomes: {
        'tests/NewTest.php > NewTest > testNew': 'assertion',
        'tests/OtherTest.php > OtherTest > testNew': 'passed',
      },
    },
    'a class is missing in the test': {
      files: { 'tests/NewTest.php': test('new Basket();') },
      only: ['tests/NewTest.php'],
      outcomes: { 'tests/NewTest.php > NewTest > testNew': 'missing-symbol' },
    },
    'a file is missing': {
      files: { 'tests/NewTest.php': test('new Basket();', 'NewTest', "require __DIR__ . '/../src/Basket.php';\n") },
      only: ['tests/NewTest.php'],
      loadErrors: { 'tests/NewTest.php': 'Basket.php' },
    },
    'a test ends the process as if all were well': {
      files: { 'tests/NewTest.php': test('exit(0);') },
      only: ['tests/NewTest.php'],
      problems: ['unreadable-report'],
    },
    skipped: {
      files: { 'tests/NewTest.php': test("$this->markTestSkipped('later');") },
      only: ['tests/NewTest.php'],
      outcomes: { 'tests/NewTest.php > NewTest > testNew': 'skipped' },
    },
  },
})
