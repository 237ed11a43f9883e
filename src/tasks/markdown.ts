/** Reads a Markdown file as an issue is read: its heading is the title, its checklist the subtasks. */
import { badTaskDocument } from '../core/errors/tasks.ts'
import { GateError } from '../core/model/errors.ts'
import type { Plan } from '../core/model/plan.ts'
import { findForeignText } from './foreign-text.ts'
import { type IssueText, readIssueExtras, toPlan } from './issue-to-plan.ts'
import type { TaskFile } from './task-files.ts'
import { documentTexts } from './texts.ts'

const IS_MARKDOWN = /\.(?:md|markdown)$/i
const HEADING = /^#[ \t]+(.+?)[ \t]*#*[ \t]*$/m
/** `Task #7: Prices`, `#7 Prices`, `8. Prices` */
const NUMBERED = /^(?:task[ \t]+)?#?(\d{1,9})(?:[ \t]*[:.)-]|[ \t])[ \t]*(?=\S)/i
const LEADING = /^(\d{1,9})(?!\d)/
const OPEN_BOX = /^(\s*(?:[-*+]|\d{1,9}[.)])\s+\[) (?=\])/

interface MarkdownTask {
  readonly plan: Plan
  readonly waitsFor: readonly string[]
  readonly leftOut: readonly string[]
  /** Open items of the file that are no subtasks. */
  readonly warnings: readonly string[]
}

/** Returns the only file where it is Markdown. */
export function findMarkdown(files: readonly TaskFile[]): TaskFile | null {
  const [only] = files
  return files.length === 1 && only !== undefined && IS_MARKDOWN.test(only.path) ? only : null
}

/**
 * Reads the task; null where the file has another one.
 * @param id null for the one that is there
 * @throws GateError `bad-plan`
 */
export function readMarkdownTask(file: TaskFile, id: string | null): MarkdownTask | null {
  const foreign = findForeignText(file.text)
  if (foreign !== null) throw badTaskDocument(file.path, [`${file.path}:${foreign.line}:1 ${foreign.message}`])
  const issue = toIssue(file)
  if (id !== null && id !== String(issue.number)) return null
  try {
    const plan = toPlan(issue, [])
    const { leftOut, waitsFor, unread } = readIssueExtras(issue, [])
    const warnings = unread.map((item) => documentTexts.noSubtask(file.path, item))
    return { plan, leftOut, waitsFor: [...new Set(waitsFor.map((wait) => String(wait.issue)))], warnings }
  } catch (error) {
    if (error instanceof GateError) throw badTaskDocument(file.path, [error.message])
    throw error
  }
}

/** Ticks the subtasks that are done. Reading the file again must find exactly these ticked. */
export function tickDone(file: TaskFile, done: ReadonlySet<string>): TaskFile {
  const lines = file.text.split('\n')
  for (const [index, line] of lines.entries()) {
    if (!OPEN_BOX.test(line)) continue
    const before = getTicked(file.path, lines)
    const ticked = lines.with(index, line.replace(OPEN_BOX, '$1x'))
    const fresh = getTicked(file.path, ticked).filter((id) => !before.includes(id))
    if (fresh.length === 1 && done.has(fresh[0] ?? '')) lines[index] = ticked[index] ?? ''
  }
  return { path: file.path, text: lines.join('\n') }
}

function getTicked(path: string, lines: readonly string[]): readonly string[] {
  const { leftOut } = readIssueExtras(toIssue({ path, text: lines.join('\n') }), [])
  return leftOut.map((entry) => entry.slice(0, entry.indexOf(':')))
}

function toIssue({ path, text: written }: TaskFile): IssueText {
  const text = written.replace(/^\ufeff/, '')
  const name = (path.split('/').at(-1) ?? path).replace(IS_MARKDOWN, '')
  const heading = HEADING.exec(text)
  const title = heading?.[1] ?? name
  const number = NUMBERED.exec(title)?.[1] ?? LEADING.exec(name)?.[1] ?? '1'
  const body = heading === null ? text : text.replace(heading[0], '')
  return { number: Number(number), title: title.replace(NUMBERED, ''), body }
}
