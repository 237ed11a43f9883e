/** Marks every change of production that newly detects whether a test runs it. */
import type { Commit, FileChange } from '../../core/model/commit.ts'
import { addedRecognitions } from '../../core/text/test-recognition.ts'
import { getGrammar } from '../../core/text/tokens.ts'
import type { Scratch } from '../../git/scratch.ts'
import { readTexts } from './tree-texts.ts'

/** Bytes of all commits together; further files are not read. */
const MAX_BYTES = 33_554_432

export async function markRecognitions(scratch: Scratch, commits: readonly Commit[]): Promise<readonly Commit[]> {
  const code = commits.flatMap(({ changes }) => changes.filter(isCode))
  const texts = new Map(await getTexts(scratch, code, 'after'))
  const suspects = code.filter((change) => recognises(change, texts).length > 0)
  if (suspects.length === 0) return commits
  for (const [id, text] of await getTexts(scratch, suspects, 'before')) texts.set(id, text)
  return commits.map((commit) => ({ ...commit, changes: commit.changes.map((change) => mark(change, texts)) }))
}

type Texts = ReadonlyMap<string, string | null>

const isCode = ({ path, class: kind, after }: FileChange) =>
  kind === 'production' && getGrammar(path) !== null && after?.mode.startsWith('100') === true

function getTexts(scratch: Scratch, changes: readonly FileChange[], side: 'before' | 'after'): Promise<Texts> {
  return readTexts(scratch, [...new Set(changes.flatMap((change) => change[side]?.id ?? []))], MAX_BYTES)
}

function recognises({ path, before, after }: FileChange, texts: Texts): readonly string[] {
  const text = (after && texts.get(after.id)) ?? null
  return text === null ? [] : addedRecognitions(path, (before && texts.get(before.id)) ?? null, text)
}

function mark(change: FileChange, texts: Texts): FileChange {
  const found = isCode(change) && change.from === undefined ? recognises(change, texts) : []
  return found.length === 0 ? change : { ...change, recognises: found }
}
