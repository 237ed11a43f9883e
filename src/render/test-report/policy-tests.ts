/** Renders what became of policy tests. */
import { noPaint, type Painted } from '../text/table.ts'
import { plain } from '../text/text.ts'

/** What a case expects and what the gate says instead. */
export interface CaseDifference {
  /** From 1; null: the branch as a whole. */
  readonly commit: number | null
  readonly phase: string | null
  readonly expected: string
  readonly found: string
}

export interface CaseResult {
  readonly file: string
  readonly name: string
  readonly holds: boolean
  readonly differences: readonly CaseDifference[]
}

export function toPolicyTestsText(cases: readonly CaseResult[], { paint = noPaint }: Painted): string {
  const byFile = Map.groupBy(cases, ({ file }) => file)
  const blocks = [...byFile].map(([file, own]) => {
    const lines = own.flatMap(({ name, holds, differences }) => [
      `  ${holds ? paint('good', '✓') : paint('bad', '✗')} ${plain(name)}`,
      ...differences.flatMap(({ commit, phase, expected, found }) => [
        `      ${commit === null ? 'the branch' : `commit ${commit} (${phase})`}`,
        `        ${paint('bad', `- ${expected}`)}`,
        `        ${paint('good', `+ ${found}`)}`,
      ]),
    ])
    return `${[plain(file), ...lines].join('\n')}\n`
  })
  return `${blocks.join('\n')}\n${count(cases)}\n`
}

function count(cases: readonly CaseResult[]): string {
  const failing = cases.filter(({ holds }) => !holds).length
  if (failing === 0) return cases.length === 1 ? '1 case holds' : `${cases.length} cases hold`
  return `${failing} of ${cases.length} cases ${failing === 1 ? 'does' : 'do'} not hold`
}
