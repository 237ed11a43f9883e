/** Measures how fast the built program answers, compared with the interpreter's own start. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { below, leastOf, type Measure, shown } from './measure.ts'

const SAMPLE = fileURLToPath(new URL('../test/fixtures/reports/pytest-7/out/junit-xunit1.xml', import.meta.url))
const TIMES = 15
const GOAL_MS = 150

export function benchStart(bin: string): readonly Measure[] {
  const floor = leastOf(TIMES, () => start(['-e', '0'], 0))
  const beyond = (exit: number, ...words: readonly string[]) =>
    leastOf(TIMES, () => start([bin, ...words], exit)) - floor
  return [
    shown('node -e 0', floor, 'ms'),
    below('report FILE: cold start beyond that', beyond(1, 'report', SAMPLE), GOAL_MS, 'ms'),
    below('explain RULE: the same', beyond(0, 'explain', 'red-has-driver'), GOAL_MS, 'ms'),
    below('--version: the same', beyond(0, '--version'), GOAL_MS, 'ms'),
  ]
}

function start(words: readonly string[], exit: number): void {
  const { status, stderr } = spawnSync(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] })
  if (status !== exit) throw new Error(`${words.join(' ')} ended with ${status}, not ${exit}: ${stderr}`)
}
