/**
 * The log of a run: one event per line. Each line contains the hash of the line before, so that changes are detected.
 */
import * as z from 'zod/mini'
import { invalidEvidence } from '../core/errors/evidence.ts'
import { canonical } from '../core/util/canonical.ts'
import { toDigest } from './digest.ts'
import { MAX_DOCUMENT_CHARACTERS } from './document.ts'
import { evidenceRefusals } from './texts.ts'

/** The previous hash of the first entry. */
export const FIRST_PREVIOUS = '0'.repeat(64)
const MAX_LOG_CHARACTERS = 20_000_000
const MAX_ENTRIES = 100_000
const MAX_LINE = 60_000
const MAX_REASONS = 20
const MAX_EVENT = 64
const MAX_VALUES = 2_000

type Scalar = string | number | boolean | null

/** An event of a run: `at` in ISO 8601 (UTC), `event` in kebab-case, and its plain values. */
export interface LogEvent {
  readonly at: string
  readonly event: string
  readonly [name: string]: Scalar | readonly Scalar[]
}

/** Uses zod/mini, because every start of the Action creates a log. */
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const boundedText = z.string().check(z.maxLength(MAX_DOCUMENT_CHARACTERS))
const scalar = z.union([boundedText, z.number(), z.boolean(), z.null()])
const Entry = z.catchall(
  z.object({
    seq: z.int().check(z.gte(1), z.lte(MAX_ENTRIES)),
    previous: digest,
    hash: digest,
    at: z.iso.datetime(),
    event: z.string().check(z.maxLength(MAX_EVENT), z.regex(/^[^\u0000-\u001f\u007f]*$/)),
  }),
  z.union([scalar, z.array(scalar).check(z.maxLength(MAX_VALUES))]),
)

type LogEntry = z.infer<typeof Entry>

/**
 * Returns the next line of the log, without its line break. @param previousLine the last line of the log, or null for
 * an empty log @throws GateError `bad-evidence` for a previous line that is not an entry
 */
export function appendEntry(previousLine: string | null, event: LogEvent): string {
  const before = previousLine === null ? null : readEntry(previousLine)
  if (typeof before === 'string') throw invalidEvidence(evidenceRefusals.logNotContinued(before))
  const entry = { ...event, seq: (before?.seq ?? 0) + 1, previous: before?.hash ?? FIRST_PREVIOUS }
  return canonical({ ...entry, hash: toHash(entry) })
}

/**
 * Returns the hash of a line that `appendEntry` made. The manifest contains that of the last line. @throws GateError
 * `bad-evidence` for a line that is not an entry
 */
export function readHash(text: string): string {
  const entry = readEntry(text)
  if (typeof entry === 'string') throw invalidEvidence(evidenceRefusals.logLine(entry))
  return entry.hash
}

/**
 * Verifies a log. @param text the whole log, with a line break after every entry @param last the last hash according to
 * the manifest, where there is a manifest @returns the reasons why the log is invalid; empty for a valid log
 */
export function verifyLog(text: string, last: string | null = null): readonly string[] {
  if (text.length > MAX_LOG_CHARACTERS) {
    return [evidenceRefusals.logTooLong(text.length, MAX_LOG_CHARACTERS)]
  }
  const lines = text.split('\n')
  const isEnded = lines.at(-1) === ''
  const entries = (isEnded ? lines.slice(0, -1) : lines).map(readEntry)
  if (entries.length === 0) return [evidenceRefusals.logEmpty]
  const reasons = entries.flatMap((entry, i) => findEntryErrors(entry, i === 0 ? null : entries[i - 1], i))
  if (!isEnded) reasons.push(evidenceRefusals.logUnended)
  const end = entries.at(-1)
  if (last !== null && typeof end === 'object' && end.hash !== last) {
    reasons.push(evidenceRefusals.logEnd(entries.length))
  }
  return reasons.length > MAX_REASONS
    ? [...reasons.slice(0, MAX_REASONS), `and ${reasons.length - MAX_REASONS} more`]
    : reasons
}

/**
 * @param before the previous entry; undefined or a message where that line is not an entry, which is reported for its
 * own line
 */
function findEntryErrors(entry: LogEntry | string, before: LogEntry | string | null | undefined, i: number): string[] {
  const where = `line ${i + 1}`
  if (typeof entry === 'string') return [`${where} ${entry}`]
  const reasons: string[] = []
  if (entry.seq !== i + 1) reasons.push(evidenceRefusals.logOrder(where, entry.seq))
  if (typeof before === 'string') return reasons
  if (entry.previous !== (before?.hash ?? FIRST_PREVIOUS)) {
    reasons.push(before ? evidenceRefusals.logUnchained(where) : evidenceRefusals.logNoFirst(where))
  }
  return reasons
}

/** Reads a line. @returns the entry, or the reason why it is invalid, as a predicate of "line 3" */
function readEntry(text: string): LogEntry | string {
  if (text.length > MAX_LINE) return evidenceRefusals.lineTooLong(text.length, MAX_LINE)
  const parsed = Entry.safeParse(parse(text))
  if (!parsed.success) return evidenceRefusals.noEntry
  const { hash, ...entry } = parsed.data
  if (canonical(parsed.data) !== text) return evidenceRefusals.lineNotCanonical
  return hash === toHash(entry) ? parsed.data : evidenceRefusals.lineChanged
}

function toHash(entry: Readonly<Record<string, unknown>>): string {
  const { hash: _, ...content } = entry
  return toDigest(content)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
