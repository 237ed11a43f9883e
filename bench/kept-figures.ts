/** Writes what one run of all benches measured into a page, with the machine and the day. */
import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { toTable } from '../scripts/docs-tables.ts'
import type { Measure } from './measure.ts'

const PAGE = 'docs/reference/measured.md'

export interface Bench {
  readonly name: string
  readonly seconds: number
  readonly measures: readonly Measure[]
}

export function keepFigures(benches: readonly Bench[]): void {
  writeFileSync(PAGE, toPage(benches))
}

/** Formats the day and the machine. */
export function toMachine(): string {
  const day = new Date().toISOString().slice(0, 10)
  return `${day}, on ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, ${process.platform}`
}

function toPage(benches: readonly Bench[]): string {
  const total = Math.round(benches.reduce((sum, { seconds }) => sum + seconds, 0))
  return `# What was measured

\`npm run bench -- --keep\` (runs for minutes) wrote this page in ${total} seconds, on ${toMachine()}. No machine is the same twice: compare
figures of one page. A row without a goal explains the row above it.

${benches.map(toSection).join('\n')}`
}

function toSection({ name, seconds, measures }: Bench): string {
  const rows = measures.map((measure) => [measure.what.trim(), measure.value, formatGoal(measure)])
  return `## ${name}\n\n${toTable(['what', 'measured', 'goal'], rows)}\n${Math.round(seconds)} seconds.\n`
}

/** Returns a goal as a page shows it. */
export const formatGoal = ({ goal, isMet }: Measure) => (isMet ? goal : `${goal} (missed)`)
