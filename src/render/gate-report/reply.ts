/** Renders the reply to a command as Markdown. */
import type { Reply, ReplyPart } from '../../core/model/effect.ts'
import { clip, code, codeBlock, prose, table } from '../text/markdown.ts'

/** GitHub limits a comment to 65,536 characters. The remainder is for the marker. */
const MAX_BYTES = 60_000
const MAX_ITEMS = 100
const MAX_WORDS = 4_000

/** Renders several replies one after the other, at most 60,000 bytes. */
export function toReplyText(replies: readonly Reply[]): string {
  return clip(replies.map(toText).join('\n\n---\n\n'), MAX_BYTES)
}

function toText({ isDone, parts }: Reply): string {
  const [first = '', ...rest] = parts.map(toMarkdown).filter((part) => part !== '')
  return [`${isDone ? '✅' : '❌'} ${first}`, ...rest].join('\n\n')
}

function toMarkdown(part: ReplyPart): string {
  switch (part.kind) {
    case 'text':
      return prose(part.text, MAX_WORDS)
    case 'list':
      return listOf(part.items)
    case 'commands':
      return part.lines.length === 0 ? '' : codeBlock(part.lines, 'sh')
    case 'table':
      return table(part.head, part.rows.slice(0, MAX_ITEMS).map(toRow)).join('\n')
    case 'rendered':
      return part.markdown
    default:
      return part satisfies never
  }
}

function listOf(items: readonly string[]): string {
  const left = items.length - MAX_ITEMS
  const lines = items.slice(0, MAX_ITEMS).map((item) => `- ${prose(item)}`)
  return [...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n')
}

/** The first cell is a name, the others are sentences. */
function toRow([name = '', ...cells]: readonly string[]): readonly string[] {
  return [code(name), ...cells.map((cell) => prose(cell))]
}
