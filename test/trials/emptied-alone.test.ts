/** Drivers beside others that end their run, and drivers of objects that equal each other without their fields. */
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'

const goTest = (name: string, body: string) => `func Test${name}(t *testing.T) {\n\t${body}\n}\n`
const GO = {
  project: { 'go.mod': 'module shop\n\ngo 1.19\n' },
  red: {
    'conf_test.go': `package shop\n\nimport "testing"\n\n${goTest('Port', 'if Load("80").Port != "80" {\n\t\tt.Fatal("port")\n\t}')}\n${goTest('None', 'if Load("") != nil {\n\t\tt.Fatal("none")\n\t}')}\n${goTest('Other', 'if got := Load("81"); got == nil || got.Port != "81" {\n\t\tt.Fatal("other")\n\t}')}`,
  },
  green: {
    'conf.go':
      'package shop\n\ntype Conf struct{ Port string }\n\nfunc Load(port string) *Conf {\n\tif port == "" {\n\t\treturn nil\n\t}\n\treturn &Conf{Port: port}\n}\n',
  },
}
const PHP = {
  project: {
    'phpunit.xml':
      '<phpunit bootstrap="load.php"><testsuites><testsuite name="all"><directory>tests</directory></testsuite></testsuites></phpunit>\n',
    'load.php': "<?php\nforeach (glob(__DIR__ . '/src/*.php') as $file) { require_once $file; }\n",
  },
  red: {
    'tests/MoneyTest.php':
      '<?php\n\nfinal class MoneyTest extends PHPUnit\\Framework\\TestCase\n{\n    public function testAdds(): void\n    {\n        $this->assertEquals(new Money(5), (new Money(2))->plus(new Money(3)));\n    }\n}\n',
  },
  green: {
    'src/Money.php':
      '<?php\n\nfinal class Money\n{\n    private int $cents;\n\n    public function __construct(int $cents)\n    {\n        $this->cents = $cents;\n    }\n\n    public function plus(Money $other): Money\n    {\n        return new Money($this->cents + $other->cents);\n    }\n}\n',
  },
}

test.each([
  ['a test of Go that panics with the function emptied hides no driver after it', GO, ['. > shop > TestNone']],
  ['a driver that compares objects of a class of the same GREEN demands their fields', PHP, []],
])('%s', async (_, { project, red, green }, weak) => {
  await using branch = await createBranch({ ...project, 'README.md': '# shop\n' })
  await branch.red(red)
  await branch.green(green)
  const { decision, verdicts } = await branch.verify()
  expect(verdicts).toEqual(['red accepted', 'green accepted'])
  const found = decision.commits[1]?.findings.filter(({ rule }) => rule === 'weak-driver-is-shown') ?? []
  expect(found.flatMap(({ tests }) => tests)).toEqual(weak)
})
