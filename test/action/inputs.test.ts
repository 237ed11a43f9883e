import { describe, expect, test } from 'vitest'
import { parseInputs } from '../../src/action/inputs.ts'
import { GateError } from '../../src/core/model/errors.ts'
import type { Suggestion } from '../../src/core/model/suggestion.ts'

const JOB = { GITHUB_WORKSPACE: '/home/runner/work/shop/shop', RUNNER_TEMP: '/home/runner/work/_temp' }
/** As the runner hands inputs on. */
const variables = (given: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]))
const inputs = (given: Readonly<Record<string, string>>) => parseInputs({ ...JOB, ...variables(given) })

const DEFAULTS = {
  mode: 'gate',
  path: JOB.GITHUB_WORKSPACE,
  recordings: [],
  measured: { outputs: new Map(), hasFailed: false },
  output: '/home/runner/work/_temp/tdd-gate',
  publish: false,
  token: null,
  shard: null,
  isolation: null,
  variables: {},
  runner: null,
  task: null,
}

describe('what a workflow gives', () => {
  test('is nothing, and everything has a default', () => {
    expect(inputs({})).toEqual(DEFAULTS)
    const empty = { mode: '', path: '', recordings: ' ', output: '', publish: '', token: '', shard: '', task: '' }
    expect(inputs(empty)).toEqual(DEFAULTS)
  })

  test.each([
    [
      { mode: 'measure', shard: '2' },
      { mode: 'measure', shard: 2 },
    ],
    [
      { mode: ' judge\n', recordings: 'a' },
      { mode: 'judge', recordings: [`${JOB.GITHUB_WORKSPACE}/a`] },
    ],
    [
      { mode: 'judge', recordings: '\n /tmp/one two \n\n./b\n', publish: 'true', token: 'ghs_x' },
      { mode: 'judge', recordings: ['/tmp/one two', `${JOB.GITHUB_WORKSPACE}/b`], publish: true, token: 'ghs_x' },
    ],
    [
      { mode: 'judge', recordings: 'a', measured: `failure\n1 ${'d'.repeat(64)} in_progress\n2 \n` },
      {
        mode: 'judge',
        recordings: [`${JOB.GITHUB_WORKSPACE}/a`],
        measured: { outputs: new Map([[1, { digest: 'd'.repeat(64), conclusion: 'in_progress' }]]), hasFailed: true },
      },
    ],
    [{ path: 'sub/project' }, { path: `${JOB.GITHUB_WORKSPACE}/sub/project` }],
    [{ output: 'out' }, { output: `${JOB.GITHUB_WORKSPACE}/out` }],
    [
      { publish: 'false', token: 't' },
      { publish: false, token: 't' },
    ],
    [{ isolation: 'required' }, { isolation: 'required' }],
    [{ task: '42' }, { task: '42' }],
    [{ variables: 'A=1\n\n  B=x=y z\nC=\n' }, { variables: { A: '1', B: 'x=y z', C: '' } }],
    [
      { mode: 'judge', recordings: 'a', runner: 'ubuntu-24.04' },
      { mode: 'judge', recordings: [`${JOB.GITHUB_WORKSPACE}/a`], runner: ['ubuntu-24.04'] },
    ],
    [
      { mode: 'judge', recordings: 'a', runner: '["self-hosted", "linux"]' },
      { mode: 'judge', recordings: [`${JOB.GITHUB_WORKSPACE}/a`], runner: ['self-hosted', 'linux'] },
    ],
  ])('%j', (given, wanted) => {
    expect(inputs(given)).toEqual({ ...DEFAULTS, ...wanted })
  })
})

describe('what is refused, and says what to write', () => {
  test.each([
    [{ mode: 'measur' }, 'did you mean `measure`'],
    [{ mode: 'Gate' }, 'did you mean `gate`'],
    [{ mode: 'xyzzy' }, 'measure, judge, gate'],
    [{ publish: 'yes', token: 't' }, 'true or false'],
    [{ publish: 'TRUE', token: 't' }, 'did you mean `true`'],
    [{ publish: 'true' }, 'token'],
    [{ mode: 'measure', publish: 'true', token: 't' }, 'publish'],
    [{ mode: 'judge' }, 'recordings'],
    [{ mode: 'gate', recordings: 'a' }, 'mode: judge'],
    [{ mode: 'judge', recordings: Array.from({ length: 257 }, (_, n) => `f${n}`).join('\n') }, '256'],
    [{ shard: '2' }, 'mode: measure'],
    [{ variables: 'no name' }, 'NAME=value'],
    [{ variables: '1A=x' }, 'NAME=value'],
    [{ mode: 'judge', recordings: 'a', variables: 'A=1' }, 'mode: measure'],
    [{ mode: 'judge', recordings: 'a', runner: '[1]' }, 'self-hosted'],
    [{ mode: 'judge', recordings: 'a', runner: '[' }, 'self-hosted'],
    [{ mode: 'measure', runner: 'ubuntu-24.04' }, 'mode: judge'],
    [{ mode: 'measure', shard: '0' }, '1 to 256'],
    [{ mode: 'measure', shard: '2/4' }, '1 to 256'],
    [{ mode: 'measure', shard: '257' }, '1 to 256'],
    [{ mode: 'measure', shard: '02' }, '1 to 256'],
    [{ path: 'a\u0000b' }, 'path'],
    [{ task: 'x'.repeat(1025) }, '1024'],
    [{ task: 'a\nb' }, 'task'],
    [{ token: 'a b' }, 'token'],
    [{ recordngs: 'a' }, 'did you mean `recordings`'],
    [{ zzz: 'a' }, 'mode, path'],
  ] as readonly (readonly [Readonly<Record<string, string>>, string])[])('%j: %s', (given, word) => {
    const parse = () => inputs(given)
    expect(() => inputs(given)).toThrow(expect.objectContaining({ code: 'bad-usage' }))
    const { message, suggestion } = getRefusal(parse)
    expect(`${message} ${suggestion.text}`).toContain(word)
    expect(message.length).toBeLessThan(300)
  })

  test.each(['GITHUB_WORKSPACE', 'RUNNER_TEMP'])('a job without %s is refused', (name) => {
    expect(getRefusal(() => parseInputs({ ...JOB, [name]: undefined })).message).toContain(name)
  })

  test('a token is in no message', () => {
    const { message, suggestion } = getRefusal(() => inputs({ token: 'ghs_secret value' }))
    expect(message + suggestion.text).not.toContain('ghs_secret')
  })
})

function getRefusal(call: () => unknown): { readonly message: string; readonly suggestion: Suggestion } {
  try {
    call()
  } catch (error) {
    if (error instanceof GateError) return error
    throw error
  }
  throw new Error('It was taken.')
}
