import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { COMPILED } from './compiled.ts'
import { getFolder } from './folder.ts'
import { JOB_TOKEN, runAction, type Step } from './runner.ts'
import { parseFileCommand } from './runner-commands.ts'

const CORE = JSON.stringify(import.meta.resolve('@actions/core'))
const MANIFEST = `name: tiny
description: tiny
inputs:
  who: { description: who, default: world }
  two words: { description: two, required: true }
  token: { description: token, default: '\${{ github.token }}' }
  empty: { description: none }
runs: { using: node24, main: main.mjs }
`
/** Runs a step whose whole program is `code`; \`core\` is GitHub's own toolkit there. */
const run = (code: string, step: Partial<Step> = {}) =>
  runAction({
    action: getFolder({ 'action.yml': MANIFEST, 'main.mjs': `import * as core from ${CORE}\n${code}\n` }),
    ...step,
  })

describe('a step', () => {
  test('sees inputs, variables and event as the runner gives them, and nothing else', async () => {
    const { log, workspace, temp } = await run(
      "import { readFileSync } from 'node:fs'\nconsole.log(JSON.stringify([process.env, process.cwd(), JSON.parse(readFileSync(process.env.GITHUB_EVENT_PATH))]))",
      { with: { 'two words': 'a b', who: 'mona' }, event: { name: 'pull_request', payload: { number: 7 } } },
    )
    const [env, cwd, payload] = JSON.parse(log)
    expect(env).toMatchObject({
      INPUT_WHO: 'mona',
      INPUT_TWO_WORDS: 'a b',
      INPUT_EMPTY: '',
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_WORKSPACE: workspace,
      RUNNER_TEMP: temp,
      RUNNER_ENVIRONMENT: 'github-hosted',
    })
    const known = /^(?:GITHUB|RUNNER|INPUT)_|^(?:PATH|HOME|LANG|CI)$/
    expect(Object.keys(env).filter((name) => !known.test(name))).toEqual(Object.keys(COMPILED))
    expect([cwd, payload]).toEqual([workspace, { number: 7 }])
  })

  test('ends with its exit code, outputs, environment, state, paths and summary', async () => {
    const ended = await run(`core.setOutput('one', 'a\\nb=c<<d')
      core.setOutput('two', { x: 1 })
      core.exportVariable('NAME', 'value')
      core.saveState('kept', 'yes')
      core.addPath('/opt/x')
      await core.summary.addRaw('# Hello').write()
      core.setFailed('no')`)
    expect(ended).toMatchObject({
      exitCode: 1,
      conclusion: 'failure',
      outputs: { one: 'a\nb=c<<d', two: '{"x":1}' },
      env: { NAME: 'value' },
      state: { kept: 'yes' },
      path: ['/opt/x'],
      summary: '# Hello',
      annotations: [{ level: 'error', message: 'no' }],
      deprecated: [],
    })
  })

  test('has its masks, those of the job first, in log, annotations and summary', async () => {
    const ended = await run(`core.setSecret('hush\\nquiet')
      console.log('say hush', core.getInput('token'))
      core.warning('quiet!')
      await core.summary.addRaw('hush').write()`)
    expect(ended.log).toContain('say *** ***')
    expect(ended.annotations).toEqual([{ level: 'warning', message: '***!' }])
    expect(ended.summary).toBe('***')
    expect(ended.masked).toEqual([JOB_TOKEN, 'hush', 'quiet'])
  })

  test('gives ten annotations of a level, with their places, and the rest to the log', async () => {
    const { annotations, log } = await run(`for (let n = 0; n < 12; n += 1) core.error('e' + n)
      core.notice('x'.repeat(5000), { title: 'a: b, c', file: 'src/a.ts', startLine: 7 })`)
    expect(annotations.filter(({ level }) => level === 'error')).toHaveLength(10)
    expect(log).toContain('##[error]e11')
    expect(annotations.at(-1)).toEqual({
      level: 'notice',
      message: 'x'.repeat(4096),
      title: 'a: b, c',
      file: 'src/a.ts',
      line: 7,
    })
  })

  test('does no command between stop-commands and its token', async () => {
    const {
      annotations,
      masked: redacted,
      outputs,
    } = await run(`console.log('::stop-commands::abc')
      console.log('::error::forged')
      console.log('  ##[error]forged')
      console.log('::add-mask::forged')
      console.log('::abc::')
      console.log('  ::error file=a.ts,line=3::100%25%0Atrue')
      console.log('hello ::error::no command here')
      console.log('hello ##[warning]an older one is')`)
    expect(annotations).toEqual([
      { level: 'error', message: '100%\ntrue', file: 'a.ts', line: 3 },
      { level: 'warning', message: 'an older one is' },
    ])
    expect(redacted).toEqual([JOB_TOKEN])
    expect(outputs).toEqual({})
  })

  test('loses a summary above 1 MiB, and fails with a broken file of outputs', async () => {
    const big = await run("await core.summary.addRaw('x'.repeat(1_048_577)).write()")
    expect(big).toMatchObject({ summary: '', conclusion: 'success', annotations: [{ level: 'error' }] })
    const broken = await run(
      "import { writeFileSync } from 'node:fs'\nwriteFileSync(process.env.GITHUB_OUTPUT, 'a<<END\\nb')",
    )
    expect(broken).toMatchObject({ exitCode: 0, conclusion: 'failure', outputs: {} })
  })

  test('is cancelled with SIGINT and may end by itself', async () => {
    const ended = await run(
      "process.on('SIGINT', () => { console.log('tidied'); process.exit(1) })\nsetInterval(() => undefined, 1000)\nconsole.log('ready')",
      { onOutput: (text, { cancel }) => text.includes('ready') && cancel() },
    )
    expect(ended).toMatchObject({ conclusion: 'cancelled', exitCode: 1, log: 'ready\ntidied' })
  })

  test('of another kind than node24 is refused', async () => {
    const action = getFolder({ 'action.yml': 'runs: { using: node20, main: x.js }' })
    await expect(runAction({ action })).rejects.toThrow('node20')
    expect(existsSync(action)).toBe(true)
  })
})

test.each([
  ['a=b\n\nc=d=<<e\n', { a: 'b', c: 'd=<<e' }],
  ['a<<X\n1\r\n2\nX\nb=\n', { a: '1\n2', b: '' }],
])('pairs in %j', (text, pairs) => {
  expect(parseFileCommand(text)).toEqual(pairs)
})

test.each(['a', '=b', '<<X\n1\nX', 'a<<\n', 'a<<X\n1'])('no pairs in %j', (text) => {
  expect(() => parseFileCommand(text)).toThrow()
})
