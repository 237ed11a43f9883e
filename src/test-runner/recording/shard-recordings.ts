/** Opens the recordings of all shards, and finds the one that contains an execution. */

import type { Sha } from '../../core/model/commit.ts'
import type { Shard } from '../../core/model/config.ts'
import { GateError } from '../../core/model/errors.ts'
import type { Problem } from '../../core/model/test-run.ts'
import type { ExecutionRequest } from '../execution.ts'
import { type FoundBlob, openBlobs } from './find-blob.ts'
import { type ReadExecution, type Recording, readRecording } from './read-recording.ts'
import { type BlobName, LINES_FILE } from './recording.ts'
import { RUN_AGAIN } from './replay-executor.ts'
import { recordingTexts } from './texts.ts'

/** An execution as one shard recorded it. */
export interface Slice {
  readonly shard: Shard | null
  readonly execution: ReadExecution
  readonly blobs: (blob: BlobName) => FoundBlob
}

/** Returns whether a recorded request is the wanted one. */
type IsWanted = (shard: Shard | null, wanted: ExecutionRequest) => boolean

export interface ShardRecordings {
  /**
   * Finds slices. `all`: one of every shard; `some`: of each shard that has it, at least one; `any`: of the first that
   * has it.
   * @throws GateError the error that ended a recording too early
   */
  readonly find: (
    tree: Sha,
    from: 'all' | 'some' | 'any',
    isWanted: IsWanted,
  ) => { readonly slices: readonly Slice[] } | { readonly problem: Problem }
  /** Reasons for recordings or lines that were left out. */
  readonly notes: readonly string[]
}

/** One of the expected recordings. */
interface ShardSlot {
  readonly name: string
  readonly shard: Shard | null
  readonly recording: Recording | null
  /** Why it has no recording; null when it has one. */
  readonly fault: string | null
  readonly blobs: (blob: BlobName) => FoundBlob
}

const MAX_NOTES = 20
/** Digits of a digest that are shown: enough to tell two apart. */
const SHOWN_DIGITS = 12

/** The digest that each measuring job reported for its recording, by the number of the shard; 1 without shards. */
export type Digests = ReadonlyMap<number, string>

/**
 * Opens the recordings.
 * @param count the expected number of shards; 1 without shards
 * @param digests a recording counts only with its digest
 */
export function openShardRecordings(folders: readonly string[], count: number, digests: Digests): ShardRecordings {
  const recordings = folders.map((folder) => readRecording(folder))
  const slots = Array.from({ length: count }, (_, n) => toSlot(recordings, { index: n + 1, count }, digests))
  const notes = recordings.flatMap(({ header, refusals }) =>
    refusals.map((why) => recordingTexts.readWithout(getName(header?.shard ?? null), why)),
  )
  return {
    notes: [
      ...notes.slice(0, MAX_NOTES),
      ...(notes.length > MAX_NOTES ? [`... and ${notes.length - MAX_NOTES} more`] : []),
    ],
    find: (tree, from, isWanted) => {
      const evaluated = slots.map((slot) => evaluation(slot, tree, isWanted))
      const slices = evaluated.flatMap((one) => ('slice' in one ? [one.slice] : []))
      const wanted = from === 'all' ? slots.length : 1
      const isRefused = evaluated.some((one) => 'isTwice' in one)
      if (slices.length >= wanted && !isRefused) return { slices: from === 'some' ? slices : slices.slice(0, wanted) }
      return { problem: toProblem(slots, evaluated, recordings) }
    },
  }
}

function toSlot(recordings: readonly Recording[], { index, count }: Shard, digests: Digests): ShardSlot {
  const isOne = count === 1
  const own = recordings.filter(({ header }) => {
    if (header === null) return false
    return isOne ? (header.shard?.count ?? 1) === 1 : header.shard?.index === index && header.shard.count === count
  })
  const shard = isOne ? null : { index, count }
  const [recording = null] = own
  const name = isOne ? 'the recording' : recordingTexts.ofShard(index, count)
  const base = { name, shard, blobs: openBlobs(recording?.folder ?? '') }
  if (recording === null || own.length > 1)
    return { ...base, recording: null, fault: `${name} is ${recording === null ? 'missing' : 'there twice'}` }
  const change = getChange(recording, digests.get(index))
  return change === null
    ? { ...base, recording, fault: null }
    : { ...base, recording: null, fault: `${name} ${change}` }
}

/** Returns why the recording differs from the one that the measuring job wrote; null when it does not. */
function getChange({ digest }: Recording, recorded: string | undefined): string | null {
  if (recorded === undefined) return recordingTexts.noDigest
  if (recorded === digest) return null
  const [found, result] = [digest, recorded].map((each) => each.slice(0, SHOWN_DIGITS))
  return recordingTexts.changedAfter(found, result)
}

type Evaluated = { readonly slice: Slice } | { readonly fault: string; readonly isTwice?: true }

/** @throws GateError */
function evaluation(slot: ShardSlot, tree: Sha, isWanted: IsWanted): Evaluated {
  const { recording, name, shard, blobs } = slot
  if (recording === null) return { fault: slot.fault ?? `${name} is missing` }
  const [first, second] = (recording.executions.get(tree) ?? []).filter(({ request }) => isWanted(shard, request))
  if (first === undefined) return { fault: absence(recording, name) }
  if (second === undefined) return { slice: { shard, execution: first, blobs } }
  const where = `${LINES_FILE} lines ${first.line} and ${second.line}`
  return { fault: recordingTexts.containsTwice(name, where), isTwice: true }
}

function absence({ end, refusals }: Recording, name: string): string {
  const [first] = refusals
  const left = first === undefined ? '' : recordingTexts.leftOut(first.replace(/\.$/, ''))
  return end === 'cut-off' ? `${name} was cut off before it${left}` : `${name} does not contain it${left}`
}

/** @throws GateError */
function toProblem(
  slots: readonly ShardSlot[],
  evaluated: readonly Evaluated[],
  recordings: readonly Recording[],
): Problem {
  const faults = evaluated.flatMap((one) => ('fault' in one ? [one] : []))
  const ended = evaluated.flatMap((one, n) => ('fault' in one ? (slots[n]?.recording?.end ?? []) : []))
  const error = ended.find((end) => end instanceof GateError)
  if (error !== undefined && !faults.some(({ isTwice }) => isTwice)) throw error
  const unread = recordings.filter(({ header }) => header === null).flatMap(({ refusals }) => refusals.slice(0, 1))
  const why = [...faults.map(({ fault }) => fault), ...unread.map((text) => text.replace(/\.$/, ''))].join('; ')
  return { code: 'not-recorded', message: recordingTexts.notMeasured(why, RUN_AGAIN) }
}

function getName(shard: Shard | null): string {
  return shard === null ? '' : ` of shard ${shard.index} of ${shard.count}`
}
