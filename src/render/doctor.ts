/** Renders the checks of `doctor`: one line each, and the fix below a failed one. */
import type { Precondition } from '../core/model/suggestion.ts'
import { noPaint, type Paint } from './text/table.ts'
import { plain, plainLines } from './text/text.ts'

/** How `--github` reaches GitHub. */
export const LOGIN = {
  token: 'GitHub: a token is set',
  gh: 'GitHub: gh is found, and `--github` uses its login',
  none: 'GitHub: neither a token nor gh is found: `--github` needs `gh auth login` or GH_TOKEN',
} as const

interface DoctorCheck extends Precondition {
  readonly isSkipped?: boolean
}

export function toDoctorText(checks: readonly DoctorCheck[], { paint = noPaint }: { readonly paint?: Paint }): string {
  const lines = checks.flatMap(({ id, ok, isSkipped, message, suggestion }) => {
    const [first = '', ...rest] = plainLines(message)
    const sign = isSkipped ? '-' : ok ? '✓' : '✗'
    const style = isSkipped ? 'dim' : ok ? 'good' : 'bad'
    const title = `${paint(style, `${sign} ${id}`)}  ${first}${isSkipped ? ' (skipped)' : ''}`
    return [
      title,
      ...rest.map((line) => `    ${line}`),
      ...(suggestion === null ? [] : [`    -> ${plain(suggestion.text)}`]),
    ]
  })
  return `${lines.join('\n')}\n`
}

export const EARLY_PASS_FIX = '`/tdd protect`, or remove `check: app`'

/** Explains a branch that requires a job which passes before everything is proved. */
export function formatEarlyPass(required: string): string {
  return `The configuration says \`check: app\`, but the branch requires \`${required}\`, which passes while work is in progress`
}
