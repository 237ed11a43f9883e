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
    'a test without words has the words of its source, whether it fails or not': {
      files: {
        'spec/new_spec.rb': `RSpec.describe 'new' do
  subject { 3 }
  it { is_expected.to eq 3 }
  it { expect(Basket.new).to be_empty }
  [1, 2].each { |n| it { expect(n).to eq 1 } }
  specify do
    expect(subject)
      .to eq 3
  end
  context('its parts') { it { is_expected.to eq 4 } }
end
`,
      },
      only: ['spec/new_spec.rb'],
      outcomes: {
        'spec/new_spec.rb > new > is_expected.to eq 3': 'passed',
        'spec/new_spec.rb > new > expect(Basket.new).to be_empty': 'missing-symbol',
        'spec/new_spec.rb > new > expect(n).to eq 1 (n = 1)': 'passed',
        'spec/new_spec.rb > new > expect(n).to eq 1 (n = 2)': 'assertion',
        'spec/new_spec.rb > new > expect(subject) .to eq 3': 'passed',
        'spec/new_spec.rb > new its parts > is_expected.to eq 4': 'assertion',
      },
    },
    'shared examples belong to the file that includes them': {
      files: {
        'spec/support/list.rb': "RSpec.shared_examples('a list') { it('counts') { expect(subject.count).to eq 2 } }\n",
        'spec/new_spec.rb':
          "require_relative 'support/list'\nRSpec.describe('new') { subject { [1, 2] }; it_behaves_like 'a list' }\n",
      },
      only: ['spec/new_spec.rb'],
      outcomes: { 'spec/new_spec.rb > new behaves like a list > counts': 'passed' },
    },
    skipped: {
      files: { 'spec/new_spec.rb': spec('is new', "skip 'later'") },
      only: ['spec/new_spec.rb'],
      outcomes: { 'spec/new_spec.rb > new > is new': 'skipped' },
    },
  },
})
