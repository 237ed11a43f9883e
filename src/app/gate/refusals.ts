/**
 * Reports in the check what GitHub refuses. A part of its summary names refused writes. The check run itself keeps that
 * part from one evaluation to the next, so a lasting refusal is said once and costs no further write. Where a reading is
 * refused, the whole check says why.
 */
import { buttons } from '../../core/commands/buttons.ts'
import type { GateError } from '../../core/model/errors.ts'
import { GATE_CHECK, MAX_TITLE, readGateCheck, toGateCheckId } from '../../core/status/checks.ts'
import { statusTexts } from '../../core/status/texts.ts'
import { toDigest } from '../../evidence/digest.ts'
import { readOwnChecks } from '../../github/own-checks.ts'
import { readPull, toPage } from '../../github/read/pull-request/page.ts'
import { requireSame } from '../../github/read/pull-request/same-repository.ts'
import { getName } from '../../github/routes.ts'
import { getRefusalCause, isFinalRefusal, orNullIfRefused } from '../../github/status.ts'
import { reportRefusal } from '../../github/write/apply.ts'
import { getAuthor } from '../../github/write/author.ts'
import { type CheckRun, MAX_OUTPUT_BYTES, putCheckRun } from '../../github/write/check-run.ts'
import type { Refused } from '../../github/write/or-refused.ts'
import { truncateText } from '../../github/write/same.ts'
import type { EvaluationTarget } from './context.ts'
import { atHead, type HeadWork, type Locks } from './locks.ts'

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

/**
 * Does the work at its head. Where GitHub refuses a reading for good, the author reads why in the check.
 * @throws what the work throws: its event is tried again
 */
export async function atHeadOrReport<Read, Done>(
  target: EvaluationTarget,
  locks: Locks,
  work: HeadWork<Read, Done>,
): Promise<Done> {
  const refused: GateError[] = []
  const read = () =>
    work.read().catch((error: unknown) => {
      if (isFinalRefusal(error)) refused.push(error)
      throw error
    })
  try {
    return await atHead(locks, { ...work, read })
  } catch (error) {
    const refusal = refused.find((one) => one === error)
    if (refusal !== undefined) await orNullIfRefused(reportInCheck(target, locks, refusal))
    throw error
  }
}

/** A green head is left as it is: it was proved, and a refused reading shows nothing against it. */
async function reportInCheck(
  { github, repository, number, context }: EvaluationTarget,
  locks: Locks,
  refusal: GateError,
) {
  const name = getName(repository)
  const read = async () => {
    const pull = await readPull(github, name, number)
    requireSame(pull.base.repo.id, repository)
    const page = toPage(pull)
    const { checks } = await readOwnChecks(github, name, page.head, context.app.id)
    return { page, checks }
  }
  await atHead(locks, {
    read,
    headOf: ({ page }) => `${repository.id}@${page.head}`,
    write: async ({ page, checks: existing }) => {
      const { isGreen, areGroupsUnseen } = readGateCheck(existing)
      if (!page.isOpen || isGreen) return 'unchanged'
      const check = { ...toCheck(refusal, areGroupsUnseen), detailsUrl: page.url }
      return putCheckRun(github, name, { head: page.head, check, existing }, getAuthor(context.app))
    },
    hasWritten: (written) => written !== 'unchanged',
  })
}

function toCheck(refusal: GateError, areGroupsUnseen: boolean): Omit<CheckRun, 'detailsUrl'> {
  const cause = getRefusalCause(refusal) ?? refusal.code
  return {
    name: GATE_CHECK,
    conclusion: 'action_required',
    externalId: toGateCheckId({ digest: toDigest(cause), areGroupsUnseen }),
    actions: buttons,
    output: { title: statusTexts.unreadTitle(cause).slice(0, MAX_TITLE), summary: reportRefusal(refusal), text: null },
    annotations: [],
  }
}
