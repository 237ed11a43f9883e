/** RSpec: its own JSON names load errors, which its JUnit report leaves out. Ours names examples without words. */
import { posix } from 'node:path'
import { failWhere, namesGem, RUBY_FACTS, withBundler } from './ruby.ts'
import { asOperand, CANARY_FAILS, CANARY_PASSES, type Detection, type Project, type Runner } from './runner.ts'

const OPTIONS =
  '--order defined --no-color --format progress --format json --out {reports}/rspec.json --require {assets}/rspec-names.rb'
const CANARY = `RSpec.describe 'tdd-gate' do
  it('${CANARY_PASSES}') { expect(1).to eq(1) }
  it('${CANARY_FAILS}') { expect(1).to eq(2) }
end
`

// https://rspec.info/features/3-13/rspec-core/configuration/pattern/
const isTestFile = (path: string) => /_spec\.rb$/.test(path) && !/(?:^|\/)(?:node_modules|vendor)\//.test(path)

export const rspec: Runner = {
  name: 'RSpec',
  format: 'rspec-json',
  language: 'ruby',
  isCommand: (command) => /(?:^|[\s/])rspec(?:\s|$)/.test(command),
  detect,
  isTestFile,
  toTargets: (files) => files.map(asOperand),
  shuffle: ['--order', 'rand:9'],
  byHand: 'rspec',
  canary: (file) => ({ path: posix.join(posix.dirname(file), 'tdd_gate_canary_spec.rb'), text: CANARY }),
  canaryTests: (_file, _text, token) => {
    const body = failWhere(['expect(1).to eq(2)', 'expect([1]).to eq([2])', ...RUBY_FACTS])
    return `\nRSpec.describe('tdd-gate') { it('${CANARY_FAILS} ${token}') { ${body} } }\n`
  },
}

/** At the start of a line: a text may name it elsewhere. */
const USE = /^\s*(?:RSpec\.\w|require ['"]rspec)/m

function detect(project: Project): Detection | null {
  const { files, read } = project
  const tests = files.filter(isTestFile)
  const isNamed = files.includes('.rspec') || namesGem(project, /\brspec(?:-core|-rails)?\b/)
  const isUsed = () =>
    isNamed || files.includes('spec/spec_helper.rb') || tests.some((path) => USE.test(read(path) ?? ''))
  if (tests.length === 0 || !isUsed()) return null
  return {
    directory: '.',
    command: `${withBundler(files)}rspec ${OPTIONS} {files}`,
    reports: ['{reports}/rspec.json'],
    why: 'RSpec, because there are files named *_spec.rb',
    isNamed,
  }
}
