/** Measures each command beyond the tests, as a ratio to the interpreter's own start on the same machine. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { below, leastOf, type Measure, shown } from './measure.ts'
import { createQuickProject } from './project.ts'

const TIMES = 15
const GOAL = 4
const CYCLES = 3

/** Each is asked a second time, with nothing changed. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'next, unchanged': ['next'],
  'status, unchanged': ['status'],
  explain: ['explain', 'red-has-driver'],
  'next --help': ['next', '--help'],
  '--version': ['--version'],
}

/**
 * They do more than start and answer. `verify` never believes a kept answer: it reads every commit again, with a process
 * of git for each step that the commits need. `completion` loads every command. So they are shown without a goal.
 */
const WORKING: Readonly<Record<string, readonly string[]>> = {
  'verify, all from the cache': ['verify'],
  'completion bash': ['completion', 'bash'],
}

export function benchCommands(bin: string, folder: string): readonly Measure[] {
  const repo = join(folder, 'commands')
  createQuickProject(repo, CYCLES)
  const state = { XDG_STATE_HOME: join(folder, 'state'), TDD_GATE_CACHE: join(folder, 'commands-cache') }
  const start = (words: readonly string[]) => {
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: repo, env: { ...process.env, ...state } })
    if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`)
  }
  const floor = leastOf(TIMES, () => start(['-e', '0']))
  const getRatio = (words: readonly string[]) => {
    start([bin, ...words])
    return leastOf(TIMES, () => start([bin, ...words])) / floor
  }
  return [
    shown('node -e 0', floor, 'ms'),
    ...Object.entries(COMMANDS).map(([name, words]) => below(`${name}: ratio to that`, getRatio(words), GOAL, 'x', 1)),
    ...Object.entries(WORKING).map(([name, words]) => shown(`${name}: ratio to that`, getRatio(words), 'x')),
  ]
}
