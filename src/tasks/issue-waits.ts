/**
 * Reads the dependencies of a task and its subtasks from an issue: `#7` is always an issue, `7` the seventh subtask.
 */

export interface Dependencies {
  /** Ids of subtasks of the same task. */
  readonly subtasks: readonly string[]
  /** Numbers of other issues. */
  readonly issues: readonly number[]
}

interface WaitOptions {
  /** The number of the issue. */
  readonly task: string
  /** The ids of subtasks that are sub-issues, by issue number. */
  readonly places: ReadonlyMap<number, string>
  /** Further issues that the text names. */
  readonly stated: readonly number[]
}

/** `(depends on 1, 2)`, `(after #7)` at the end of an item. */
const AT_END = /\s*\((?:depends on|after)\s+([#\d.,\s]+|[#\d.,\s]+ and [#\d.]+)\)\s*$/i
const NAMED = /(#?)(\d+(?:\.\d+)*)/g
/** `Depends on #7 and #8`, alone on its line. */
const LINE = /^[*_]*(?:depends on|blocked by|waits for)[*_:]*\s((?:#\d+(?:[\s,]|and)*)+)\.?$/i
const MAX_ISSUE_DIGITS = 10

/** Splits a title into its text and its dependencies. */
export function splitWaits(
  title: string,
  { task, places, stated }: WaitOptions,
): { title: string; waits: Dependencies } {
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
  for (const issue of stated) note(issue)
  const waits = { subtasks: [...new Set(subtasks)], issues: [...new Set(issues)] }
  return { title: found ? title.slice(0, found.index) : title, waits }
}

/** Reads the dependency lines in the prose of an issue. @returns numbers of issues */
export function readDependencies(text: string): readonly number[] {
  const named = text.split('\n').flatMap((line) => LINE.exec(line.trim())?.[1]?.match(/\d+/g) ?? [])
  return [...new Set(named.filter((digits) => digits.length <= MAX_ISSUE_DIGITS).map(Number))]
}
