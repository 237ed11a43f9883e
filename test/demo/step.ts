/** Prints the demo: one step at a time, for people as a time line, for programs as a line of JSON. */
import { noPaint, type Paint, type Style } from '../../src/render/text/table.ts'
import { plain, wrap } from '../../src/render/text/text.ts'

/** The check run `tdd-gate` of a commit, as the App wrote it. */
export interface ToldCheck {
  readonly conclusion: string
  readonly title: string
  /** Shortened. */
  readonly commit: string
}

export interface Step {
  /** A login; `GitHub` for what GitHub itself says. */
  readonly who: string
  readonly does: string
  /** Its own words: of a comment, a reply, a refusal, a finding. */
  readonly says: readonly string[]
  readonly check: ToldCheck | null
  /** The next step of the agent. */
  readonly next: string | null
  /** Null: neither good nor bad. */
  readonly isGood: boolean | null
  /** The page that shows it while the demo runs. */
  readonly url: string | null
}

/** The step with its time, in seconds since the demo began. */
export type ToldStep = Step & { readonly seconds: number }

const MARKS: Readonly<Record<string, readonly [string, Style]>> = {
  success: ['✓', 'good'],
  failure: ['✗', 'bad'],
  action_required: ['●', 'warn'],
}
const TIME = 8
const WHO = 10
const INDENT = TIME + WHO

interface Page {
  readonly width: number
  readonly paint?: Paint
}

export function toLines(step: ToldStep, { hasLinks, ...page }: Page & { readonly hasLinks: boolean }): string {
  const { seconds, who, does, says, check, next, isGood, url } = step
  const { width, paint = noPaint } = page
  const [mark, style] =
    isGood === null ? ['', 'bold' as const] : isGood ? ['✓ ', 'good' as const] : ['✗ ', 'bad' as const]
  const head = `${paint('dim', `${seconds.toFixed(1)} s`.padStart(TIME - 1))} ${paint('bold', who.padEnd(WHO - 1))} `
  const [first = '', ...rest] = wrap(plain(`${mark}${does}`), width - INDENT)
  return [
    head + paint(style, first),
    ...rest.map((text) => indented(paint(style, text))),
    ...says.flatMap((text) => wrapped(`│ ${text}`, 'dim', page)),
    ...(check === null ? [] : checkLines(check, page)),
    ...(next === null ? [] : wrapped(`→ next: ${next}`, 'dim', page)),
    ...(url !== null && hasLinks ? [indented(url)] : []),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

function checkLines({ conclusion, title, commit }: ToldCheck, page: Page): string[] {
  const [mark, style] = MARKS[conclusion] ?? ['?', 'bad']
  return wrapped(`${mark} check tdd-gate at ${commit}: ${title}`, style, page)
}

function wrapped(text: string, style: Style, { width, paint = noPaint }: Page): string[] {
  return wrap(plain(text), width - INDENT).map((line) => indented(paint(style, line)))
}

function indented(text: string): string {
  return ' '.repeat(INDENT) + text
}
