import type { Body } from '../support/dialect.ts'
import { HIDDEN, printTool, toPascal, toSnake } from './tool.ts'

const BODIES: Readonly<Record<Body, string>> = {
  same: 'n',
  tenth: 'n / 10',
  twentieth: 'n / 20',
  'tenth-otherwise': 'n / 5 / 2',
  exit: 'exit!(0)',
  rejection: 'n / 10',
}
const code = {
  sourcePath: (module: string) => `lib/${module}.rb`,
  source: (symbol: string, body: Body) =>
    `module ${toPascal(symbol)}\n  def self.of(n)\n    ${BODIES[body]}\n  end\nend\n`,
}

printTool({
  ...code,
  runner: 'RSpec',
  needs: ['rspec', '--version'],
  project: { '.rspec': '' },
  own: { vanish: HIDDEN },
  testPath: (module) => `spec/${module}_spec.rb`,
  tests: ({ module }, specs) => {
    const tests = specs.map(
      ({ name, input, output, mode }) =>
        `  ${mode === 'skip' ? 'xit' : 'it'} '${name}' do\n    expect(${toPascal(module)}.of(${input})).to eq(${output})\n  end\n`,
    )
    return `require_relative '../lib/${module}'\n\nRSpec.describe '${module}' do\n${tests.join('\n')}end\n`
  },
})

printTool({
  ...code,
  runner: 'Minitest',
  needs: ['ruby', '-rminitest', '-e', ''],
  project: {},
  testPath: (module) => `test/${module}_test.rb`,
  tests: ({ module }, specs) => {
    const tests = specs.map(
      ({ name, input, output, mode }) =>
        `  def test_${toSnake(name)}\n${mode === 'skip' ? "    skip 'later'\n" : ''}    assert_equal ${output}, ${toPascal(module)}.of(${input})\n  end\n`,
    )
    return `require 'minitest/autorun'\nrequire_relative '../lib/${module}'\n\nclass ${toPascal(module)}Test < Minitest::Test\n${tests.join('\n')}end\n`
  },
})

printTool({
  ...code,
  runner: 'test-unit',
  needs: ['ruby', '-e', "require 'test/unit/version'"],
  project: {},
  testPath: (module) => `test/test_${module}.rb`,
  tests: ({ module }, specs) => {
    const tests = specs.map(
      ({ name, input, output, mode }) =>
        `  test '${name}' do\n${mode === 'skip' ? "    omit 'later'\n" : ''}    assert_equal ${output}, ${toPascal(module)}.of(${input})\n  end\n`,
    )
    return `require 'test/unit'\nrequire_relative '../lib/${module}'\n\nclass ${toPascal(module)}Test < Test::Unit::TestCase\n${tests.join('\n')}end\n`
  },
})
