/** Splits the text of an issue into sections by headings and lists, without code, comments and quotations. */
import { type IssueLine, linesOfIssue } from './issue-lines.ts'

interface ChecklistItem {
  readonly title: string
  readonly description: string
  readonly acceptance: readonly string[]
  readonly isTicked: boolean
}

export interface IssueSections {
  /** The prose before the first heading. */
  readonly description: string
  readonly items: readonly ChecklistItem[]
  /** Titles of unticked checklist items that belong neither to the plan nor to the acceptance criteria. */
  readonly unread: readonly string[]
  /** Acceptance criteria for every subtask that has none of its own. */
  readonly acceptance: readonly string[]
  readonly testStrategy: string
  /** Null: no line names a tag. */
  readonly tag: string | null
}

/** GitHub limits the body of an issue to 65,536 characters. */
const MAX_BODY = 70_000
const MAX_PROSE = 20_000
const MAX_LINE = 500
const TAG = /^tag:\s*([A-Za-z0-9][\w-]{0,63})\s*$/i
const IS_SUBTASKS = /^(?:sub-?tasks?|tasks?|checklist|to-?dos?|plan|steps)$/i
const IS_ACCEPTANCE = /^(?:acceptance(?: criteria)?|definition of done)$/i
const IS_STRATEGY = /^(?:test(?:ing)? strategy|test plan)$/i

interface Section {
  readonly heading: string
  readonly lines: readonly IssueLine[]
}

/** Splits the text of an issue into sections. Accepts every text. @param body the text as people wrote it */
export function readSections(body: string): IssueSections {
  const all = linesOfIssue(body.slice(0, MAX_BODY).toWellFormed())
  const sections = cut(all.filter(({ isQuoted }) => !isQuoted))
  const listed = sections.filter(({ heading }) => IS_SUBTASKS.test(heading))
  const withCriteria = sections.filter(({ heading }) => IS_ACCEPTANCE.test(heading))
  const withStrategy = sections.filter(({ heading }) => IS_STRATEGY.test(heading))
  const others = sections.filter((section) => !withCriteria.includes(section) && !withStrategy.includes(section))
  const withItems = (listed.length > 0 ? listed : others).map(({ lines }) => itemsIn(lines))
  const known = [...withCriteria, ...withStrategy].flatMap(({ lines }) => lines)
  const read = new Set([...withItems.flatMap(({ lines }) => lines), ...known])
  const first = sections[0]?.lines ?? []
  return {
    description: getProse(first),
    items: withItems.flatMap(({ items }) => items),
    unread: all.filter((line) => line.isTicked === false && !read.has(line)).map(({ text }) => text.slice(0, MAX_LINE)),
    acceptance: withCriteria.flatMap(({ lines }) => bulletsIn(lines)),
    testStrategy: withStrategy.map(({ lines }) => join(lines.map(({ mark, text }) => mark + text))).join('\n'),
    tag: first.flatMap(({ depth, text }) => (depth === 0 && TAG.exec(text)?.[1]) || [])[0] ?? null,
  }
}

function cut(lines: readonly IssueLine[]): readonly Section[] {
  const sections: { heading: string; lines: IssueLine[] }[] = [{ heading: '', lines: [] }]
  for (const line of lines) {
    if (line.kind === 'heading' && line.depth === 0) sections.push({ heading: line.text.replace(/:$/, ''), lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  return sections
}

/** Collects the items of the checklist, each with the lines inside it. */
function itemsIn(all: readonly IssueLine[]): {
  readonly items: readonly ChecklistItem[]
  readonly lines: readonly IssueLine[]
} {
  const items: { title: string; isTicked: boolean; prose: string[]; acceptance: string[] }[] = []
  const read: IssueLine[] = []
  let isInside = false
  for (const line of all) {
    const { kind, depth, text, isTicked } = line
    if (kind === 'blank') continue
    if (kind === 'item' && depth === 1) {
      isInside = isTicked !== null
      if (isTicked !== null) items.push({ title: text, isTicked, prose: [], acceptance: [] })
    }
    isInside &&= depth > 0
    if (!isInside) continue
    read.push(line)
    if (kind !== 'item') items.at(-1)?.prose.push(text)
    else if (depth > 1) items.at(-1)?.acceptance.push(text.slice(0, MAX_LINE).trim())
  }
  return { items: items.map(({ prose, ...item }) => ({ ...item, description: join(prose) })), lines: read }
}

function bulletsIn(lines: readonly IssueLine[]): readonly string[] {
  return lines.flatMap(({ kind, depth, text }) => (kind === 'item' && depth === 1 ? text.slice(0, MAX_LINE) : []))
}

/** Returns the prose before the first list, without the line that names the tag. */
function getProse(lines: readonly IssueLine[]): string {
  const end = lines.findIndex(({ kind }) => kind === 'item')
  const before = (end === -1 ? lines : lines.slice(0, end)).map(({ text }) => text)
  return join(before.filter((text) => !TAG.test(text)))
}

function join(lines: readonly string[]): string {
  return lines.join('\n').trim().slice(0, MAX_PROSE).toWellFormed()
}
