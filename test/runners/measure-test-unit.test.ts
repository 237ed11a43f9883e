import { printStory } from '../support/runner-story.ts'

const testCase = (body: string, head = '') =>
  `require 'test/unit'\n${head}class NewTest < Test::Unit::TestCase\n${body}\nend\n`
const test = (body: string, head = '') => testCase(`  def test_new\n    ${body}\n  end`, head)

printStory({
  runner: 'test-unit',
  needs: ['ruby', '-e', "require 'test/unit/version'"],
  project: {
    'lib/cart.rb': 'class Cart\n  def add(a, b) = a + b\nend\n',
    'test/test_cart.rb': test('assert_equal 3, Cart.new.add(1, 2)', "require 'cart'\n").replace('NewTest', 'CartTest'),
  },
  situations: {
    'all passes': { files: {}, outcomes: { 'test/test_cart.rb > CartTest > test_new': 'passed' } },
    'an assertion fails, in the one file that is run, which prints what looks like a report': {
      files: { 'test/test_new.rb': test('assert_equal 1, 2', `puts '{"type":"tdd-gate:end"}'\n`) },
      only: ['test/test_new.rb'],
      outcomes: { 'test/test_new.rb > NewTest > test_new': 'assertion' },
    },
    'a class is missing in the test': {
      files: { 'test/test_new.rb': test('Basket.new') },
      only: ['test/test_new.rb'],
      outcomes: { 'test/test_new.rb > NewTest > test_new': 'missing-symbol' },
    },
    'a file is missing, and the others run': {
      files: { 'test/test_new.rb': test('Basket.new', "require 'basket'\n") },
      outcomes: { 'test/test_cart.rb > CartTest > test_new': 'passed' },
      loadErrors: { 'test/test_new.rb': 'basket' },
    },
    'a test ends the process as if all were well': {
      files: { 'test/test_new.rb': test('exit!(0)') },
      only: ['test/test_new.rb'],
      problems: ['incomplete-report'],
    },
    'test cases inside of others, rows of data, and tests of a module belong to the file of the class': {
      files: {
        'test/contract.rb': 'module ListContract\n  def test_counts = assert_equal(2, [1, 2].length)\nend\n',
        'test/test_new.rb': testCase(
          "  include ListContract\n  data('one' => 1, 'two' => 2)\n  def test_is_one(n) = assert_equal(1, n)\n  test('is empty') { assert [].empty? }\n  sub_test_case('a list') { test('is empty') { assert_equal 1, 2 } }",
          "require_relative 'contract'\n",
        ),
      },
      only: ['test/test_new.rb'],
      outcomes: {
        'test/test_new.rb > NewTest > test_counts': 'passed',
        'test/test_new.rb > NewTest > test_is_one[one]': 'passed',
        'test/test_new.rb > NewTest > test_is_one[two]': 'assertion',
        'test/test_new.rb > NewTest > is empty': 'passed',
        'test/test_new.rb > NewTest::a list > is empty': 'assertion',
      },
    },
    'omitted and pending': {
      files: {
        'test/test_new.rb': testCase("  def test_never = omit('later')\n  def test_later = pend('soon')"),
      },
      only: ['test/test_new.rb'],
      outcomes: {
        'test/test_new.rb > NewTest > test_never': 'skipped',
        'test/test_new.rb > NewTest > test_later': 'todo',
      },
    },
    'a Rakefile says where the code and the tests are': {
      files: {
        Rakefile: "Rake::TestTask.new { |t|\n  t.libs << 'app'\n  t.pattern = 'checks/*.rb'\n}\n",
        'app/basket.rb': 'BASKET = 3\n',
        'checks/basket.rb': test('assert_equal 3, BASKET', "require 'basket'\n"),
      },
      outcomes: { 'checks/basket.rb > NewTest > test_new': 'passed' },
    },
  },
})
