/** The log of a run: one event a line, each bound to the one before by its hash, so that nothing is changed unseen. */
import * as z from 'zod/mini'
import { canonical } from '../core/util/canonical.ts'
import { toDigest } from './digest.ts'
import { MAX_DOCUMENT_CHARACTERS } from './document.ts'
import { badEvidence } from './invalid-evidence.ts'

/** What the first entry follows. */
export const FIRST_PREVIOUS = '0'.repeat(64)
export const MAX_LOG_CHARACTERS = 20_000_000
const MAX_ENTRIES = 100_000
const MAX_LINE = 60_000
const MAX_REASONS = 20
const MAX_EVENT = 64
const MAX_VALUES = 2_000

type Scalar = string | number | boolean | null

/** What happened: `at` in ISO 8601 (UTC), `event` in kebab-case, and plain values that belong to it. */
export interface LogEvent {
  readonly at: string
  readonly event: string
  readonly [name: string]: Scalar | readonly Scalar[]
}

/** Of zod's small half, because every start of the action begins a log. */
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const words = z.string().check(z.maxLength(MAX_DOCUMENT_CHARACTERS))
const scalar = z.union([words, z.number(), z.boolean(), z.null()])
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
 * @param previousLine the last line of the log as it is, or null for an empty one
 * @returns the next line, without its line break
 * @throws GateError `bad-evidence` for a previous line that is no entry: a log is never continued on sand
 */
export function appendEntry(previousLine: string | null, event: LogEvent): string {
  const before = previousLine === null ? null : readEntry(previousLine)
  if (typeof before === 'string') throw badEvidence(`The log cannot go on: its last line ${before}`)
  const entry = { ...event, seq: (before?.seq ?? 0) + 1, previous: before?.hash ?? FIRST_PREVIOUS }
  return canonical({ ...entry, hash: toHash(entry) })
}

/**
 * @returns the hash of a line that `appendEntry` made: the last one's belongs into the manifest
 * @throws GateError `bad-evidence` for a line that is no entry
 */
export function hashOfLine(text: string): string {
  const entry = readEntry(text)
  if (typeof entry === 'string') throw badEvidence(`A line of the log ${entry}`)
  return entry.hash
}

/**
 * @param text the whole log, a line break after every entry
 * @param last the hash that the manifest names, where there is a manifest
 * @returns why the log cannot be believed, line by line; empty when it can
 */
export function verifyLog(text: string, last: string | null = null): readonly string[] {
  if (text.length > MAX_LOG_CHARACTERS) {
    return [`the log has ${text.length} characters, more than the limit of ${MAX_LOG_CHARACTERS}`]
  }
  const lines = text.split('\n')
  const isEnded = lines.at(-1) === ''
  const entries = (isEnded ? lines.slice(0, -1) : lines).map(readEntry)
  if (entries.length === 0) return ['the log is empty']
  const reasons = entries.flatMap((entry, i) => reasonsAgainst(entry, i === 0 ? null : entries[i - 1], i))
  if (!isEnded) reasons.push('the log ends in the middle of a line')
  const end = entries.at(-1)
  if (last !== null && typeof end === 'object' && end.hash !== last) {
    reasons.push(
      `the end of the log is not the one that the manifest names: entries after line ${entries.length} are gone, or it is another log`,
    )
  }
  return reasons.length > MAX_REASONS
    ? [...reasons.slice(0, MAX_REASONS), `and ${reasons.length - MAX_REASONS} more`]
    : reasons
}

/** @param before undefined or in words: it was no entry, which is told at its own line */
function reasonsAgainst(entry: LogEntry | string, before: LogEntry | string | null | undefined, i: number): string[] {
  const where = `line ${i + 1}`
  if (typeof entry === 'string') return [`${where} ${entry}`]
  const reasons: string[] = []
  if (entry.seq !== i + 1) reasons.push(`${where} is entry ${entry.seq}: entries are missing or in another order`)
  if (typeof before === 'string') return reasons
  if (entry.previous !== (before?.hash ?? FIRST_PREVIOUS)) {
    reasons.push(before ? `${where} does not follow the line before it` : `${where} is not the beginning of a log`)
  }
  return reasons
}

/** @returns the entry, or what is wrong with the line, in words that go on from "line 3" */
function readEntry(text: string): LogEntry | string {
  if (text.length > MAX_LINE) return `has ${text.length} characters, more than the limit of ${MAX_LINE}`
  const parsed = Entry.safeParse(parse(text))
  if (!parsed.success) return 'is no entry of a log'
  const { hash, ...entry } = parsed.data
  if (canonical(parsed.data) !== text) return 'is not in canonical form'
  return hash === toHash(entry) ? parsed.data : 'was changed: its hash is not that of its content'
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
