import { printStory } from '../support/runner-story.ts'

const test = (body: string, head = '') =>
  `require 'minitest/autorun'\n${head}class NewTest < Minitest::Test\n  def test_new\n    ${body}\n  end\nend\n`

printStory({
  runner: 'Minitest',
  needs: ['ruby', '-rminitest', '-e', ''],
  project: {
    'lib/cart.rb': 'class Cart\n  def add(a, b) = a + b\nend\n',
    'test/cart_test.rb': test('assert_equal 3, Cart.new.add(1, 2)', "require 'cart'\n").replace('NewTest', 'CartTest'),
  },
  situations: {
    'all passes': { files: {}, outcomes: { 'test/cart_test.rb > CartTest#test_new': 'passed' } },
    'an assertion fails, in the one file that is run': {
      files: { 'test/new_test.rb': test('assert_equal 1, 2') },
      only: ['test/new_test.rb'],
      outcomes: { 'test/new_test.rb > NewTest#test_new': 'assertion' },
    },
    'a class is missing in the test': {
      files: { 'test/new_test.rb': test('Basket.new') },
      only: ['test/new_test.rb'],
      outcomes: { 'test/new_test.rb > NewTest#test_new': 'missing-symbol' },
    },
    'a file is missing, and the others run': {
      files: { 'test/new_test.rb': test('Basket.new', "require 'basket'\n") },
      outcomes: { 'test/cart_test.rb > CartTest#test_new': 'passed' },
      loadErrors: { 'test/new_test.rb': 'basket' },
    },
    'a test ends the process as if all were well': {
      files: { 'test/new_test.rb': test('exit!(0)') },
      only: ['test/new_test.rb'],
      problems: ['incomplete-report'],
    },
    'tests of a module belong to the file of the class that includes it': {
      files: {
        'test/contract.rb': 'module ListContract\n  def test_counts = assert_equal(2, make.length)\nend\n',
        'test/new_test.rb': `require 'minitest/autorun'
require_relative 'contract'
class NewTest < Minitest::Test
  include ListContract
  def make = [1, 2]
end
`,
      },
      only: ['test/new_test.rb'],
      outcomes: { 'test/new_test.rb > NewTest#test_counts': 'passed' },
    },
    'a specification is named by its words, and by its number where the words repeat': {
      files: {
        'test/new_test.rb': `require 'minitest/autorun'
require_relative '../lib/cart'
describe(Cart) { it('is a class') { _(Cart.new.add(1, 1)).must_equal 2 } }
describe 'a list' do
  it('counts') { _(2).must_equal 2 }
  it('is empty') { _(1).must_equal 2 }
  it('is empty') { _(1).must_equal 1 }
end
`,
      },
      only: ['test/new_test.rb'],
      outcomes: {
        'test/new_test.rb > Cart#is a class': 'passed',
        'test/new_test.rb > a list#counts': 'passed',
        'test/new_test.rb > a list#test_0002_is empty': 'assertion',
        'test/new_test.rb > a list#test_0003_is empty': 'passed',
      },
    },
    'a Rakefile says where the code and the tests are': {
      files: {
        Rakefile: "Rake::TestTask.new { |t|\n  t.libs << 'app'\n  t.pattern = 'checks/*.rb'\n}\n",
        'app/basket.rb': 'BASKET = 3\n',
        'checks/basket.rb': test('assert_equal 3, BASKET', "require_relative '../app/basket'\nrequire 'basket'\n"),
      },
      outcomes: { 'checks/basket.rb > NewTest#test_new': 'passed' },
    },
    skipped: {
      files: { 'test/new_test.rb': test("skip 'later'") },
      only: ['test/new_test.rb'],
      outcomes: { 'test/new_test.rb > NewTest#test_new': 'skipped' },
    },
  },
})
