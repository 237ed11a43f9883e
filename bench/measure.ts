/** One line of the bench's table, and the clocks behind it. */
import { readFileSync } from 'node:fs'

export interface Measure {
  readonly what: string
  readonly value: string
  readonly goal: string
  readonly isMet: boolean
}

/** A figure that must stay below a limit. */
export function below(what: string, value: number, limit: number, unit: string, digits = 0): Measure {
  return { what, value: `${value.toFixed(digits)} ${unit}`, goal: `< ${limit} ${unit}`, isMet: value < limit }
}

/** A figure that must reach a floor. */
export function above(what: string, value: number, floor: number, unit: string, digits = 0): Measure {
  return { what, value: `${value.toFixed(digits)} ${unit}`, goal: `> ${floor} ${unit}`, isMet: value > floor }
}

/** A number of things of which there may be so many. */
export function atMost(what: string, value: number, limit: number): Measure {
  return { what, value: String(value), goal: limit === 0 ? 'none' : `at most ${limit}`, isMet: value <= limit }
}

/** A figure that explains another one. */
export function shown(what: string, value: number, unit: string, digits = 0): Measure {
  return { what: `  ${what}`, value: `${value.toFixed(digits)} ${unit}`, goal: '', isMet: true }
}

/** Milliseconds. */
export function getTime(work: () => void): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

/** The least of several: what is more is the machine's other business. */
export function leastOf(times: number, work: () => void): number {
  return Math.min(...Array.from({ length: times }, () => getTime(work)))
}

/** The time of the processor in milliseconds where it is known: other processes change the time on the clock. */
export function getCost(work: () => void): number {
  const before = processorMs()
  const wall = getTime(work)
  return processorMs() - before || wall
}

/** Ticks of child processes that ended, as Linux counts them: a hundred a second. */
function processorMs(): number {
  if (process.platform !== 'linux') return 0
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}
