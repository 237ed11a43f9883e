import { spawnSync } from 'node:child_process'
import { beforeAll, expect, test } from 'vitest'
import { describeCommands } from '../../src/cli/commands/completion.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { COMPLETIONS, type CommandHelp, toManual } from '../../src/render/completion.ts'
import { runCli } from '../support/run-cli.ts'

let commands: readonly CommandHelp[] = []
beforeAll(async () => {
  commands = await describeCommands(COMMANDS)
})

/** Returns a command that prints what bash proposes for these words. */
const propose = (...words: readonly string[]) => {
  const script = `${COMPLETIONS.bash(commands)}
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _tdd_gate; printf '%s\n' "\${COMPREPLY[@]}"`
  const { stdout } = spawnSync('bash', ['--norc', '-c', script, 'bash', 'tdd-gate', ...words], { encoding: 'utf8' })
  return stdout.trim().split('\n')
}

test('bash proposes commands, then the options of the command', () => {
  expect(propose('')).toEqual(COMMANDS.map(({ name }) => name))
  expect(propose('ve')).toEqual(['verify'])
  expect(propose('init', '--us')).toEqual(['--uses'])
  expect(propose('completion', '--')).toEqual([''])
})

test('zsh and fish get every command and option with its description', () => {
  for (const shell of ['zsh', 'fish'] as const) {
    const text = COMPLETIONS[shell](commands)
    for (const { name, options } of commands) {
      expect(text).toContain(name)
      for (const option of options) expect(text).toContain(option.name.slice(2))
    }
  }
})

test('a description with quotes, brackets and colons stays one word', () => {
  const option = { name: '--x', description: "it's [a: b]", takesValue: true, choices: [] }
  const hostile = [{ name: 'x', summary: "it's", usage: '', options: [option] }]
  expect(COMPLETIONS.zsh(hostile)).toContain(String.raw`'--x[it'\''s \[a\: b\]]:value:_files'`)
  expect(COMPLETIONS.fish(hostile)).toContain(String.raw`-l x -r -d 'it'\''s [a: b]'`)
})

test('the manual page names every command and option, and roff reads none of its text as a request', () => {
  const manual = toManual(commands, '1.2.3')
  for (const { name, options } of commands) {
    expect(manual).toContain(`.SS ${name.replaceAll('-', '\\-')}`)
    for (const option of options) expect(manual).toContain(option.name.replaceAll('-', '\\-'))
  }
  const strange = manual.split('\n').filter((line) => /^[.']/.test(line) && !/^\.(?:TH|SH|SS|TP|B)\b/.test(line))
  expect(strange).toEqual([])
})

test('the command prints the completion of one of these shells', async () => {
  const { stdout, code } = await runCli(['completion', 'fish'])
  expect([code, stdout]).toEqual([0, COMPLETIONS.fish(commands)])
  expect((await runCli(['completion', 'tcsh'])).code).toBe(2)
})

test('Windows is refused in one line with a way out, before a test would run', async () => {
  const script = "Object.defineProperty(process, 'platform', { value: 'win32' })"
  const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(script)}`]
  for (const name of ['verify', 'demo']) {
    const { code, stderr } = await runCli([name], { nodeOptions })
    expect([code, stderr]).toEqual([2, expect.stringMatching(/unsupported-system[^\n]*\n[^\n]*wsl --install/)])
  }
  expect((await runCli(['--version'], { nodeOptions })).code).toBe(0)
})
