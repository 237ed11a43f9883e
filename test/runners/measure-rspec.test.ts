import { printStory } from '../support/runner-story.ts'

const spec = (title: string, body: string, head = '') => `${head}RSpec.describe('new') { it('${title}') { ${body} } }\n`

printStory({
  runner: 'RSpec',
  needs: ['rspec', '--version'],
  project: {
    '.rspec': '--require spec_helper\n',
    'lib/cart.rb': 'class Cart\n  def add(a, b) = a + b\nend\n',
    'spec/spec_helper.rb': "$LOAD_PATH.unshift('lib')\n",
    'spec/cart_spec.rb':
      "require 'cart'\nRSpec.describe(Cart) { it('adds') { expect(Cart.new.add(1, 2)).to eq(3) } }\n",
  },
  situations: {
    'all passes': { files: {}, outcomes: { 'spec/cart_spec.rb > Cart > adds': 'passed' } },
    'an assertion fails, in the one file that is run': {
      files: { 'spec/new_spec.rb': spec('is new', 'expect(1).to eq(2)') },
      only: ['spec/new_spec.rb'],
      outcomes: { 'spec/new_spec.rb > new > is new': 'assertion' },
    },
    'a class is missing in the test': {
      files: { 'spec/new_spec.rb': spec('is new', 'Basket.new') },
      only: ['spec/new_spec.rb'],
      outcomes: { 'spec/new_spec.rb > new > is new': 'missing-symbol' },
    },
    'a file is missing': {
      files: { 'spec/new_spec.rb': spec('is new', 'Basket.new', "require 'basket'\n") },
      only: ['spec/new_spec.rb'],
      loadErrors: { 'spec/new_spec.rb': 'basket' },
    },
    'a test ends the process as if all were well': {
      files: { 'spec/new_spec.rb': spec('is new', 'exit!(0)') },
      only: ['spec/new_spec.rb'],
      problems: ['unreadable-report'],
    },
    skipped: {
      files: { 'spec/new_spec.rb': spec('is new', "skip 'later'") },
      only: ['spec/new_spec.rb'],
      outcomes: { 'spec/new_spec.rb > new > is new': 'skipped' },
    },
  },
})
