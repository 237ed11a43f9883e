/**
 * The part of the check's summary that names what GitHub refused to write. The check run itself keeps it from one
 * evaluation to the next, so a lasting refusal is said once and costs no further write.
 */
import { MAX_OUTPUT_BYTES } from '../../github/write/check-run.ts'
import type { Refused } from '../../github/write/or-refused.ts'
import { truncateText } from '../../github/write/same.ts'

/** The notes by pull request, because all pull requests with the same head share one check run. */
export type Unwritten = ReadonlyMap<number, string>

/** Begins the part of a pull request. Only the App writes its check runs, and its other texts lose this mark. */
const MARK = '<!-- tdd-gate:not-written '
const PART = /^(\d+) -->\n([\s\S]*)$/

/** Reads the notes of these pull requests. */
export function readUnwritten(summary: string | null | undefined, pullRequests: readonly number[]): Unwritten {
  const parts = (summary ?? '').split(MARK).slice(1)
  const notes = parts.flatMap((part) => {
    const [, number = '', note = ''] = PART.exec(part) ?? []
    return number === '' ? [] : [[Number(number), note.trim()] as const]
  })
  return new Map(notes.filter(([number]) => pullRequests.includes(number)))
}

/** Replaces the note of a pull request; without a refusal there is none. */
export function withUnwritten(unwritten: Unwritten, pullRequest: number, refused: readonly Refused[]): Unwritten {
  const others = [...unwritten].filter(([number]) => number !== pullRequest)
  if (refused.length === 0) return new Map(others)
  const lines = refused.map(({ what, refused: { message, suggestion } }) => `- ${what}: ${message} ${suggestion.text}`)
  const note = [`**Not written for #${pullRequest}:**`, '', ...new Set(lines)].join('\n')
  return new Map([...others, [pullRequest, note] as const].toSorted(([one], [other]) => one - other))
}

/** Adds the notes to the end of the summary, which is cut where both together exceed GitHub's limit. */
export function addUnwritten(summary: string, unwritten: Unwritten): string {
  const own = summary.replaceAll(MARK, '')
  const parts = [...unwritten].map(([number, note]) => `\n\n${MARK}${number} -->\n${note}`).join('')
  return parts === '' ? own : `${truncateText(own, MAX_OUTPUT_BYTES - Buffer.byteLength(parts))}${parts}`
}
