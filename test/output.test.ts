/** Programs whose reader has gone away, as in `| head`: a real pipe that is closed before they write. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { getFolder } from './support/folder.ts'

/** Runs one of our programs, by Node. */
async function runUnread(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...env },
  })
  child.stdout.destroy()
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { stderr: await text(child.stderr), code: await ended }
}

test.each([
  ['the help of the App', ['src/app/bin.mjs', '--help'], 0],
  ['a command for operators', ['src/app/bin.mjs', 'admin', 'dead'], 3],
  ['the command line', ['src/cli/bin.mjs', '--help'], 0],
] as const)('%s ends with its own exit code after its reader has gone', async (_, args, code) => {
  const env = { TDD_GATE_STORE: join(getFolder({}), 'none.sqlite'), DATABASE_URL: '' }
  expect(await runUnread(args, env)).toEqual({ stderr: '', code })
})

test('a step of the Action does its work to the end after the reader of its log has gone', async () => {
  const folder = getFolder({ 'event.json': '{}', output: '', summary: '' })
  const summary = join(folder, 'summary')
  const env = {
    INPUT_MODE: 'judge',
    GITHUB_EVENT_NAME: 'schedule',
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STEP_SUMMARY: summary,
    RUNNER_TEMP: folder,
  }
  expect(await runUnread(['src/action/launch.mjs'], env)).toEqual({ stderr: '', code: 1 })
  expect(readFileSync(summary, 'utf8')).toContain('tdd-gate: not judged')
})
