/** The small project in Ruby, with RSpec. */
import { type Helper, inEach, type Language, toTitle, withParameter } from './model.ts'

const tests: Language['tests'] = (cases, file = 'sums', from = file) => ({
  [`spec/${file}_spec.rb`]: [
    `require '${from}'`,
    '',
    `RSpec.describe ${toTitle(from)} do`,
    ...Object.entries(cases).map(
      ([name, [call, argument, expected]]) =>
        `  it('${name}') { expect(${toTitle(from)}.${call}(${argument})).to eq(${expected}) }`,
    ),
    'end\n',
  ].join('\n'),
})

const pathOf = ({ file = 'values' }: Helper) => `support/${file}`

export const rspec: Language = {
  name: 'RSpec',
  needs: ['rspec', '--version'],
  project: { '.rspec': '--require spec_helper\n', 'spec/spec_helper.rb': "$LOAD_PATH.unshift('lib')\n" },
  code: (functions, { file = 'sums', parameter = 'n', comment } = {}) => ({
    [`lib/${file}.rb`]: [
      ...(comment === undefined ? [] : [`# ${comment}`]),
      `module ${toTitle(file)}`,
      ...Object.entries(functions).map(
        ([name, value]) => `  def self.${name}(${parameter})\n    ${withParameter(value, parameter)}\n  end`,
      ),
      'end\n',
    ].join('\n'),
  }),
  tests,
  skip: (cases, name, skipped) =>
    inEach(tests({ ...cases, [name]: skipped }), (text) =>
      text.replace(`it('${name}')`, `it('${name}', skip: 'bug #12')`),
    ),
  helper: (one) => ({ [`spec/${pathOf(one)}.rb`]: `def ${one.name}\n  2\nend\n` }),
  helped: (cases, one) =>
    inEach(tests(cases), (text) =>
      text.replace('\n\n', `\nrequire_relative '${pathOf(one)}'\n\n`).replaceAll('(2)', `(${one.name})`),
    ),
  settings: { '.rspec': '--require spec_helper\n--color\n' },
}
