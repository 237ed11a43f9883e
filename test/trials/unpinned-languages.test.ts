/** Drivers of Go, Ruby and PHP that accept another value than the code returns, and honest ones beside them. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createBranch, RUN_ONCE } from '../support/branch.ts'
import type { Files } from '../support/repository.ts'

const RULE = 'weak-driver-is-shown'
const has = (command: string, ...args: readonly string[]) => spawnSync(command, args).status === 0

interface Language {
  readonly isThere: boolean
  readonly base: Files
  readonly test: (assertion: string) => Files
  readonly file: string
  readonly id: string
}

const goTest = (name: string, check: string) =>
  `package shop\n\nimport "testing"\n\nfunc ${name}(t *testing.T) {\n\t${check}\n}\n`
const rubyTest = (name: string, check: string) =>
  `require 'minitest/autorun'\nrequire '${name}'\n\nclass ${name[0]?.toUpperCase()}${name.slice(1)}Test < Minitest::Test\n  def test_value\n    ${check}\n  end\nend\n`
const phpTest = (name: string, check: string) =>
  `<?php\nrequire_once __DIR__ . '/../src/${name}.php';\nclass ${name}Test extends PHPUnit\\Framework\\TestCase\n{\n    public function testValue(): void\n    {\n        ${check}\n    }\n}\n`

const GO: Language = {
  isThere: has('go', 'version'),
  base: {
    'go.mod': 'module example.com/shop\n\ngo 1.19\n',
    'cart.go': 'package shop\n\nfunc Total(a, b int) int { return a + b }\n',
    'cart_test.go': goTest('TestTotal', 'if Total(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}'),
  },
  test: (check) => ({ 'discount_test.go': goTest('TestDiscount', `if !(${check}) {\n\t\tt.Fatal("no")\n\t}`) }),
  file: 'discount.go',
  id: 'TestDiscount',
}
const RUBY: Language = {
  isThere: has('ruby', '-rminitest', '-e', ''),
  base: {
    'lib/cart.rb': 'module Cart\n  def self.total(a, b) = a + b\nend\n',
    'test/cart_test.rb': rubyTest('cart', 'assert_equal 3, Cart.total(1, 2)'),
  },
  test: (check) => ({ 'test/discount_test.rb': rubyTest('discount', check) }),
  file: 'lib/discount.rb',
  id: 'test/discount_test.rb > DiscountTest#test_value',
}
const PHP: Language = {
  isThere: has('phpunit', '--version'),
  base: {
    'phpunit.xml':
      '<phpunit><testsuites><testsuite name="all"><directory>tests</directory></testsuite></testsuites></phpunit>\n',
    'src/Cart.php': '<?php\nclass Cart { static function total(int $a, int $b): int { return $a + $b; } }\n',
    'tests/CartTest.php': phpTest('Cart', '$this->assertSame(3, Cart::total(1, 2));'),
  },
  test: (check) => ({ 'tests/DiscountTest.php': phpTest('Discount', check) }),
  file: 'src/Discount.php',
  id: 'tests/DiscountTest.php > DiscountTest > testValue',
}

const ruby = (body: string, data = '') => `module Discount\n${data}  def self.take(total)\n    ${body}\n  end\nend\n`
const php = (body: string, data = '') =>
  `<?php\nclass Discount\n{\n${data}    static function take(int $total): int { return ${body}; }\n}\n`

const CASES: readonly (readonly [title: string, language: Language, check: string, green: string, shown: boolean])[] = [
  [
    'that there is a struct in Go',
    GO,
    'Discount(200) != nil',
    'package shop\n\ntype Price struct{ Net, Tax int }\n\nfunc Discount(n int) *Price { return &Price{} }\n',
    true,
  ],
  [
    'a field of a struct in Go',
    GO,
    'Discount(200).Net == 200',
    'package shop\n\ntype Price struct{ Net, Tax int }\n\nfunc Discount(n int) *Price { return &Price{Net: n} }\n',
    false,
  ],
  [
    'a constant of the same commit in Go',
    GO,
    'Discount(200) == Tenth',
    'package shop\n\nconst Tenth = 607\n\nfunc Discount(n int) int { return n*3 + 7 }\n',
    true,
  ],
  [
    'the value and a constant in Go',
    GO,
    'Discount(200) == 20 && Rate == 10',
    'package shop\n\nconst Rate = 10\n\nfunc Discount(n int) int { return n / Rate }\n',
    false,
  ],
  [
    'a constant of the same commit in Ruby',
    RUBY,
    'assert_equal Discount::TENTH, Discount.take(200)',
    ruby('total * 3 + 7', '  TENTH = 607\n'),
    true,
  ],
  ['any value in Ruby', RUBY, 'assert_operator Discount.take(200), :>, 0', ruby('total * 3 + 7'), true],
  [
    'the value and a constant in Ruby',
    RUBY,
    'assert_equal [10, 20], [Discount::RATE, Discount.take(200)]',
    ruby('total / RATE', '  RATE = 10\n'),
    false,
  ],
  [
    'a constant of the same commit in PHP',
    PHP,
    '$this->assertSame(Discount::TENTH, Discount::take(200));',
    php('$total * 3 + 7', '    const TENTH = 607;\n'),
    true,
  ],
  [
    'any value in PHP',
    PHP,
    '$this->assertIsInt(Discount::take(200)); $this->assertNotSame(0, Discount::take(200));',
    php('$total * 3 + 7'),
    true,
  ],
  [
    'the value and a constant in PHP',
    PHP,
    '$this->assertSame([10, 20], [Discount::RATE, Discount::take(200)]);',
    php('intdiv($total, self::RATE)', '    const RATE = 10;\n'),
    false,
  ],
]

for (const [title, { isThere, base, file, id, ...language }, check, green, shown] of CASES)
  test.skipIf(!isThere)(`a driver that demands ${title} is ${shown ? '' : 'not '}shown`, async () => {
    await using branch = await createBranch({ ...RUN_ONCE, ...base })
    await branch.red(language.test(check))
    await branch.green({ [file]: green })
    const { decision, conclusion } = await branch.verify()
    const messages = decision.commits.flatMap(({ findings }) => findings).filter(({ rule }) => rule === RULE)
    expect([conclusion, messages.map(({ message }) => message)]).toEqual([
      'success',
      shown ? [expect.stringMatching(/^Drivers pass although the functions of this commit return other values: /)] : [],
    ])
    if (shown) expect(messages[0]?.message).toContain(id)
  })
