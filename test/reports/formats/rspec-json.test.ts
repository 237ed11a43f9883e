import { describe, expect, test } from 'vitest'
import { rspecJson } from '../../../src/reports/formats/rspec-json.ts'
import { obeysTheLaws } from '../../support/laws.ts'
import { parseText, recorded } from '../../support/recorded.ts'

const read = (part: object) =>
  parseText(rspecJson, JSON.stringify({ version: '3.13.0', messages: [], examples: [], summary: {}, ...part }))
const only = (part: object) =>
  read({ examples: [{ description: 'adds', full_description: 'Cart adds', file_path: './spec/a_spec.rb', ...part }] })
    .cases[0]

describe('rspec json', () => {
  test.each([
    ['passed', { status: 'passed' }, 'passed', null],
    ['pending', { status: 'pending', pending_message: 'later' }, 'skipped', null],
    ['without a body', { status: 'pending', pending_message: 'Not yet implemented' }, 'skipped', 'todo'],
    ['failed', { status: 'failed', exception: { class: 'TypeError', message: 'x' } }, 'errored', null],
    [
      'passed with an exception',
      { status: 'passed', exception: { class: 'TypeError', message: 'x' } },
      'errored',
      null,
    ],
    [
      'fixed',
      { status: 'failed', exception: { class: 'RSpec::Core::Pending::PendingExampleFixedError', message: 'x' } },
      'failed',
      'unexpected-success',
    ],
    ['unknown', { status: 'fine' }, 'errored', null],
  ])('%s', (_what, part, outcome, mark) => {
    expect(only(part)).toMatchObject({ suite: ['Cart'], name: 'adds', outcome, mark })
  })

  test.each([
    ['./spec/b_spec.rb[1:2:1]', './spec/b_spec.rb'],
    ['./spec/[x]_spec.rb[1]', './spec/[x]_spec.rb'],
    ['no place', './spec/a_spec.rb'],
    [undefined, './spec/a_spec.rb'],
  ])('the id %s tells the file that ran', (id, file) => {
    expect(only({ status: 'passed', id })).toMatchObject({ file })
  })

  test('an error outside of examples is of a file, of a hook, or at least counted', () => {
    const messages = [
      '\nAn error occurred while loading ./spec/b_spec.rb.\nFailure/Error: x\n',
      '\nAn error occurred in a `before(:suite)` hook.\nFailure/Error: y\n# ./spec/spec_helper.rb:3:in `block`\n',
      'Run options: include {:focus=>true}',
    ]
    const similar = '\nAn error occurred while loading ./spec/b_spec.rb. - Did you mean?\n   rspec ./spec/a_spec.rb\n'
    expect(read({ messages: [similar] })).toMatchObject({ loadErrors: [{ file: './spec/b_spec.rb' }] })
    expect(read({ messages, summary: { errors_outside_of_examples_count: 3 } })).toMatchObject({
      loadErrors: [{ file: './spec/b_spec.rb' }],
      hookFailures: [{ file: './spec/spec_helper.rb', suite: [] }],
      runErrors: ['1 error outside of examples, of which the report says no more'],
    })
  })

  test('a header that counts more makes the report incomplete', () => {
    expect(read({ summary: { example_count: 1 } }).isComplete).toBe(false)
  })

  obeysTheLaws(rspecJson, recorded('rspec/out/results.json'))
})
