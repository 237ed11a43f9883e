/** Measures each command beyond the tests, as a ratio to the interpreter's own start on the same machine. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { below, leastOf, type Measure, shown } from './measure.ts'
import { createQuickProject } from './project.ts'

const TIMES = 15
const CYCLES = 3

/** Each is asked a second time, with nothing changed. Those that read the repository start git several times, too. */
const COMMANDS: readonly (readonly [string, readonly string[], number])[] = [
  ['verify, unchanged', ['verify'], 8],
  ['next, unchanged', ['next'], 8],
  ['status, unchanged', ['status'], 8],
  ['explain', ['explain', 'red-has-driver'], 4],
  ['next --help', ['next', '--help'], 4],
  ['--version', ['--version'], 4],
]

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
    ...COMMANDS.map(([name, words, goal]) => below(`${name}: ratio to that`, getRatio(words), goal, 'x', 1)),
  ]
}
