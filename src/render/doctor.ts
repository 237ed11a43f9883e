/** Renders the checks of `doctor`: one line each, and the fix below a failed one. */
import { noPaint, type Paint } from './text/table.ts'
import { plain, plainLines } from './text/text.ts'

export interface DoctorCheck {
  readonly id: string
  readonly ok: boolean
  readonly isSkipped?: boolean
  readonly message: string
  readonly fix: string
}

export function toDoctorText(checks: readonly DoctorCheck[], { paint = noPaint }: { readonly paint?: Paint }): string {
  const lines = checks.flatMap(({ id, ok, isSkipped, message, fix }) => {
    const [first = '', ...rest] = plainLines(message)
    const sign = isSkipped ? '-' : ok ? '✓' : '✗'
    const style = isSkipped ? 'dim' : ok ? 'good' : 'bad'
    const title = `${paint(style, `${sign} ${id}`)}  ${first}${isSkipped ? ' (skipped)' : ''}`
    return [title, ...rest.map((line) => `    ${line}`), ...(ok ? [] : [`    -> ${plain(fix)}`])]
  })
  return `${lines.join('\n')}\n`
}

export const EARLY_PASS_FIX = '`/tdd protect`, or remove `check: app`'

/** Explains a branch that requires a job which passes before everything is proved. */
export function formatEarlyPass(required: string): string {
  return `The configuration says \`check: app\`, but the branch requires \`${required}\`, which passes while work is in progress`
}
