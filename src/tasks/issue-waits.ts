/** What a subtask or a task waits for, as an issue says it: `#7` is an issue to everybody on GitHub, `7` the seventh subtask. */

export interface Waits {
  /** Ids of subtasks of the same task. */
  readonly subtasks: readonly string[]
  /** Numbers of other issues. */
  readonly issues: readonly number[]
}

export interface WaitTerms {
  /** The number of the issue. */
  readonly task: string
  /** Ids of the subtasks that are sub-issues, by their numbers. */
  readonly places: ReadonlyMap<number, string>
  /** Issues that the text says besides. */
  readonly said: readonly number[]
}

/** `(depends on 1, 2)`, `(after #7)` at the end of an item. */
const AT_END = /\s*\((?:depends on|after)\s+([#\d.,\s]+|[#\d.,\s]+ and [#\d.]+)\)\s*$/i
const NAMED = /(#?)(\d+(?:\.\d+)*)/g
/** `Depends on #7 and #8`, alone on its line. */
const LINE = /^[*_]*(?:depends on|blocked by|waits for)[*_:]*\s((?:#\d+(?:[\s,]|and)*)+)\.?$/i
const MAX_ISSUE_DIGITS = 10

/** @returns the title without the words that say what is waited for, and that */
export function waitsInTitle(title: string, { task, places, said }: WaitTerms): { title: string; waits: Waits } {
  const found = AT_END.exec(title)
  const subtasks: string[] = []
  const issues: number[] = []
  const note = (issue: number) => {
    const place = places.get(issue)
    if (place === undefined) issues.push(issue)
    else subtasks.push(place)
  }
  for (const [, sign, name = ''] of (found?.[1] ?? '').matchAll(NAMED)) {
    if (name.includes('.')) subtasks.push(name)
    else if (sign === '') subtasks.push(`${task}.${name}`)
    else if (name.length <= MAX_ISSUE_DIGITS) note(Number(name))
  }
  for (const issue of said) note(issue)
  const waits = { subtasks: [...new Set(subtasks)], issues: [...new Set(issues)] }
  return { title: found ? title.slice(0, found.index) : title, waits }
}

/** @param text prose of an issue @returns numbers of the issues that lines of it say to wait for */
export function waitsInText(text: string): readonly number[] {
  const named = text.split('\n').flatMap((line) => LINE.exec(line.trim())?.[1]?.match(/\d+/g) ?? [])
  return [...new Set(named.filter((digits) => digits.length <= MAX_ISSUE_DIGITS).map(Number))]
}
