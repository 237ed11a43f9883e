import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli, STAGE } from '../support/run-cli.ts'

const onStage = { entry: STAGE }
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

describe('help and version', () => {
  test.each([['--version'], ['-V']])('%s prints the version and nothing else', async (flag) => {
    expect(await runCli([flag])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  test.each([[['--help']], [['-h']], [['help']]])('%j lists every command with its summary', async (args) => {
    const { code, stdout } = await runCli(args, onStage)
    expect(code).toBe(0)
    expect(stdout).toMatch(/verify +judge commits/)
    expect(stdout).toContain('Exit codes')
  })

  test.each([[['verify', '--help']], [['help', 'verify']]])('%j describes the options of one command', async (args) => {
    const { code, stdout } = await runCli(args, onStage)
    expect(code).toBe(0)
    expect(stdout).toContain('--sequence')
    expect(stdout).toContain('tdd-gate verify')
  })

  test('no command at all is no success: an empty variable in a job must not pass', async () => {
    const { code, stdout, stderr } = await runCli([], onStage)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/verify +judge commits/)
  })
})

describe('autopilot', () => {
  test.each([
    [['autopilot', 'verify', '--base', 'nowhere'], 'another name for the command behind it'],
    [['autopilot', 'explain', 'green-keeps-tests'], 'with its operands'],
  ])('%j is %s', async (args) => {
    const [, ...own] = args
    expect(await runCli(args)).toEqual(await runCli(own))
  })

  test('with --json its errors are flat', async () => {
    const { stdout, code } = await runCli(['autopilot', 'verfy', '--jsno', '--json'], onStage)
    expect({ code, answer: JSON.parse(stdout) }).toMatchObject({
      code: 2,
      answer: { error: expect.any(String), code: 'bad-usage' },
    })
  })

  test('a task that is no command is started', async () => {
    const { stderr } = await runCli(['autopilot', '42', '--zebra'])
    expect(stderr).toBe('error [bad-usage] Unknown option `--zebra`.\n  -> tdd-gate start --help\n')
  })
})

describe('bad usage is answered with the nearest thing that exists', () => {
  test.each([
    [['verfy'], 'error [bad-usage] Unknown command `verfy`.\n  -> tdd-gate verify\n'],
    [['zebra'], 'error [bad-usage] Unknown command `zebra`.\n  -> tdd-gate --help\n'],
    [['verify', '--jsno'], 'error [bad-usage] Unknown option `--jsno`.\n  -> tdd-gate verify --json\n'],
    [['verify', '--zebra'], 'error [bad-usage] Unknown option `--zebra`.\n  -> tdd-gate verify --help\n'],
    [['verify', '--dry-run'], 'error [bad-usage] Unknown option `--dry-run`.\n  -> tdd-gate plan\n'],
    [['verify', '--base'], 'error [bad-usage] Option `--base <rev>` needs a value.\n  -> tdd-gate verify --help\n'],
    [['verify', 'extra'], 'error [bad-usage] Too many arguments: `extra`.\n  -> tdd-gate verify --help\n'],
    [
      ['verify', '--sequence', 'commit'],
      'error [bad-usage] `commit` is not a value of `--sequence <sequence>`: expected commits, pull-request.\n  -> tdd-gate verify --sequence commits\n',
    ],
    [['--jso'], 'error [bad-usage] Unknown option `--jso`.\n  -> tdd-gate --help\n'],
    [['v\u001b[2Jerify\n'], 'error [bad-usage] Unknown command `verify`.\n  -> tdd-gate verify\n'],
  ])('%j', async (args, stderr) => {
    expect(await runCli(args, onStage)).toMatchObject({ code: 2, stdout: '', stderr })
  })

  test('with --json the error is JSON on stdout', async () => {
    const { code, stdout, stderr } = await runCli(['verfy', '--json'], onStage)
    expect(code).toBe(2)
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      schemaVersion: 1,
      error: {
        code: 'bad-usage',
        message: 'Unknown command `verfy`.',
        reason: 'A command was called with unknown arguments.',
        actual: 'verfy',
        expected: 'verify',
        suggestion: 'tdd-gate verify',
        commands: ['tdd-gate verify'],
      },
    })
  })
})

test('a reader that goes away early changes neither the exit code nor the peace', () => {
  const { status, stdout, stderr } = spawnSync(
    '/bin/sh',
    ['-c', `{ "${process.execPath}" "${STAGE}" flood; echo "code $?" >&2; } | head -n 1`],
    { encoding: 'utf8' },
  )
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'line 0\n', stderr: 'code 4\n' })
})

describe('an older Node', () => {
  const SOURCE = resolve('src/cli/bin.mjs')
  const OLD = ['--import', `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.1.0'})`]

  test('hands over to the Node that was installed with the product', async () => {
    const answer = await runCli(['--version'], { entry: SOURCE, nodeOptions: OLD })
    expect(answer).toMatchObject({ code: 0, stdout: `${version}\n` })
  })
})
