/** Renders the first help page: every command with its summary. */
import { toTable } from '../render/text/table.ts'
import type { CommandEntry } from './command.ts'

export function toHelp(table: readonly CommandEntry[]): string {
  const commands = toTable(table.map(({ name, summary }) => [name, summary])).map((line) => `  ${line}`)
  return [
    'tdd-gate: lets a change through only when every subtask really went RED, then GREEN.',
    '',
    'Usage: tdd-gate <command> [options]',
    '',
    ...commands,
    '',
    'tdd-gate <command> --help describes one command; --json prints JSON only.',
    'Exit codes: 0 success, 1 a rule is broken, 2 bad usage or configuration, 3 could not measure, 4 not finished.',
    '',
  ].join('\n')
}
