/** The text of an issue, taken apart by its headings and lists; code, comments and quotations are left out. */

export interface ChecklistItem {
  readonly title: string
  readonly description: string
  readonly acceptance: readonly string[]
  readonly isTicked: boolean
}

export interface IssueSections {
  /** Prose before the first heading. */
  readonly description: string
  readonly items: readonly ChecklistItem[]
  /** What holds for every subtask that says nothing of its own. */
  readonly acceptance: readonly string[]
  readonly testStrategy: string
  /** Null: no line names one. */
  readonly tag: string | null
}

/** GitHub takes 65,536 characters. */
const MAX_BODY = 70_000
const MAX_PROSE = 20_000
const MAX_LINE = 500
const HIDDEN = /<!--[\s\S]*?(?:-->|$)/g
const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HEADING = /^#{1,6}\s+(.*?)\s*#*$/
const CHECKBOX = /^(?:[-*+]|\d{1,9}[.)])\s+\[([ xX])\]\s+(\S.*)$/
const BULLET = /^\s+(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(\S.*)$/
const TOP_BULLET = /^(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(\S.*)$/
const TAG = /^tag:\s*([A-Za-z0-9][\w-]{0,63})\s*$/i
const IS_SUBTASKS = /^(?:sub-?tasks?|tasks?|checklist|to-?dos?|plan|steps)$/i
const IS_ACCEPTANCE = /^(?:acceptance(?: criteria)?|definition of done)$/i
const IS_STRATEGY = /^(?:test(?:ing)? strategy|test plan)$/i
const CONTROLS = /(?!\n)[\p{Cc}\p{Cf}]/gu

interface Section {
  readonly heading: string
  readonly lines: readonly string[]
}

/** @param body as people wrote it: whatever it is, something comes out */
export function readSections(body: string): IssueSections {
  const sections = cut(linesOf(body))
  const listed = sections.filter(({ heading }) => IS_SUBTASKS.test(heading))
  const isOther = ({ heading }: Section) => IS_ACCEPTANCE.test(heading) || IS_STRATEGY.test(heading)
  const first = sections[0]?.lines ?? []
  const withItems = listed.length > 0 ? listed : sections.filter((section) => !isOther(section))
  return {
    description: proseOf(first),
    items: withItems.flatMap(({ lines }) => itemsIn(lines)),
    acceptance: sections.filter(({ heading }) => IS_ACCEPTANCE.test(heading)).flatMap(({ lines }) => bulletsIn(lines)),
    testStrategy: sections
      .filter(({ heading }) => IS_STRATEGY.test(heading))
      .map(({ lines }) => join(lines))
      .join('\n'),
    tag: first.flatMap((line) => TAG.exec(line)?.[1] ?? [])[0] ?? null,
  }
}

/** Lines without code blocks, comments and quotations. */
function linesOf(body: string): readonly string[] {
  const kept: string[] = []
  let fence: string | null = null
  const text = body.slice(0, MAX_BODY).toWellFormed().replaceAll('\r\n', '\n').replace(HIDDEN, '').replace(CONTROLS, '')
  for (const line of text.split('\n')) {
    const [, mark = ''] = FENCE.exec(line) ?? []
    if (fence !== null) {
      if (mark.startsWith(fence)) fence = null
    } else if (mark !== '') fence = mark
    else if (!/^\s*>/.test(line)) kept.push(line)
  }
  return kept
}

function cut(lines: readonly string[]): readonly Section[] {
  const sections: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }]
  for (const line of lines) {
    const [, heading] = HEADING.exec(line) ?? []
    if (heading === undefined) sections.at(-1)?.lines.push(line)
    else sections.push({ heading: heading.replace(/:$/, ''), lines: [] })
  }
  return sections
}

/** Items of the checklist; what is indented below one belongs to it. */
function itemsIn(lines: readonly string[]): readonly ChecklistItem[] {
  const items: { title: string; isTicked: boolean; prose: string[]; acceptance: string[] }[] = []
  let isInside = false
  for (const line of lines) {
    const [, mark = ' ', title] = CHECKBOX.exec(line) ?? []
    const item = items.at(-1)
    if (title !== undefined) items.push({ title, isTicked: mark !== ' ', prose: [], acceptance: [] })
    else if (isInside && item && /^\s+\S/.test(line)) {
      const [, criterion] = BULLET.exec(line) ?? []
      if (criterion === undefined) item.prose.push(line.trim())
      else item.acceptance.push(criterion.slice(0, MAX_LINE).trim())
    }
    isInside = title !== undefined || (isInside && (line.trim() === '' || /^\s/.test(line)))
  }
  return items.map(({ prose, ...item }) => ({ ...item, description: join(prose) }))
}

function bulletsIn(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => TOP_BULLET.exec(line)?.[1]?.slice(0, MAX_LINE) ?? [])
}

/** What stands before the first list, without the line that names the tag. */
function proseOf(lines: readonly string[]): string {
  const end = lines.findIndex((line) => TOP_BULLET.test(line))
  return join((end === -1 ? lines : lines.slice(0, end)).filter((line) => !TAG.test(line)))
}

function join(lines: readonly string[]): string {
  return lines.join('\n').trim().slice(0, MAX_PROSE).toWellFormed()
}
