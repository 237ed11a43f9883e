/** Finds drivers that accept another value than the code returns, or that take what they expect from the same commit. */
import type { RunIndex } from '../../core/compare/compare.ts'
import type { EmptiedProduction } from '../../core/model/counterfactuals.ts'
import { isFailing, type TestCase, type TestId } from '../../core/model/test-run.ts'
import type { Variant } from '../../rewriting/language.ts'
import { passedIn } from './emptied-runs.ts'

/** Functions that are altered one by one. */
const MAX_ALONE = 5

export interface AlteredRuns {
  /** Names of functions that return a value; a name stands for all functions of that name. */
  readonly functions: readonly string[]
  /** Runs the drivers with returned values altered or dropped: of all functions, or of one. */
  readonly run: (variant: Variant, only?: string) => Promise<RunIndex>
  /** Runs them with the values altered, and the data that they name as well; null where they name none. */
  readonly runWithData: () => Promise<RunIndex | null>
}

/** An error counts too: code between the driver and the function may fail before the driver can assert. */
const fails = (run: RunIndex, id: TestId) => isFailing(run.get(id)?.outcome ?? 'skipped')

/** Returns whether a driver's own assertion fails: no other code can fail there in its place. */
export function assertsItself(cases: ReadonlyMap<TestId, TestCase>, id: TestId): boolean {
  const test = cases.get(id)
  return test?.outcome === 'failed' && test.failure?.kind === 'assertion' && test.failure.at === test.file
}

/** @param noticing drivers that fail with the functions emptied */
export async function findUnpinned(noticing: readonly TestId[], trials: AlteredRuns): Promise<readonly TestId[]> {
  if (noticing.length === 0 || trials.functions.length === 0) return []
  const altered = await trials.run('altered')
  const loose = passedIn(altered, noticing)
  const withData = loose.length < noticing.length ? await trials.runWithData() : null
  const isMade = (id: TestId) => altered.has(id) && withData?.has(id) === false && withData.size > 0
  const isEchoing = (id: TestId, run: RunIndex) => passedIn(run, [id]).length > 0 || isMade(id)
  const echoing = withData ? noticing.filter((id) => !loose.includes(id) && isEchoing(id, withData)) : []
  if (loose.length + echoing.length === 0) return []
  const dropped = await trials.run('dropped')
  const asking = [...loose, ...echoing].filter((id) => fails(dropped, id))
  if (loose.length === noticing.length) return asking
  const alone = await looseAlone(
    noticing,
    asking.filter((id) => loose.includes(id)),
    trials,
  )
  return noticing.filter((id) => alone.includes(id) || (echoing.includes(id) && asking.includes(id)))
}

/** Those that need the value of a function of which no driver notices another value. */
async function looseAlone(noticing: readonly TestId[], loose: readonly TestId[], { functions, run }: AlteredRuns) {
  if (loose.length === 0 || functions.length < 2) return []
  const found = new Set<TestId>()
  for (const name of functions.slice(0, MAX_ALONE)) {
    const altered = await run('altered', name)
    if (passedIn(altered, noticing).length < noticing.length) continue
    const dropped = await run('dropped', name)
    for (const id of loose) if (fails(dropped, id)) found.add(id)
  }
  return [...found]
}

/** Each probe costs a run of the drivers. Only files whose text shows that they may need it get one. */
export const EXPECTS_ERROR = /throw|raise|reject|panic|recover|expectException/i
const READS =
  /readFile|read_text|read_bytes|getsource|\bf?open\(|\.toString\(\)|\bString\(|file_get_contents|\b(?:File|IO)\.read|include_str|read_to_string|readString|readAll/i
const DIGESTS = /createHash|hashlib|\bcrypto\b|\bsha\d|\bmd5|hash_file|digest/i

export interface Probes {
  /** The texts of the driver files. */
  readonly texts: readonly string[]
  readonly run: (variant: Variant) => Promise<RunIndex>
  /** Runs the drivers with one comment more in the production files. */
  readonly runWithComment: () => Promise<RunIndex>
}

/** Finds drivers that accept any error, and drivers that read the code. @param noticing those that fail without it */
export async function findWeakDemands(
  noticing: readonly TestId[],
  { texts, run, runWithComment }: Probes,
): Promise<Pick<EmptiedProduction, 'anyError' | 'readsCode'>> {
  const shows = (pattern: RegExp) => texts.some((text) => pattern.test(text))
  const failingIn = (index: RunIndex) => noticing.filter((id) => index.get(id)?.outcome === 'failed')
  const anyError = shows(EXPECTS_ERROR) ? passedIn(await run('thrown'), noticing) : []
  const idle = shows(READS) ? passedIn(await run('idle'), noticing) : []
  // Such a driver accepts what the empty function returns, whatever stands behind that.
  const content = idle.length > 0 ? passedIn(await run('nothing'), noticing) : []
  const digests = shows(DIGESTS) ? failingIn(await runWithComment()) : []
  const readsCode = noticing.filter((id) => (idle.includes(id) && !content.includes(id)) || digests.includes(id))
  return { ...(anyError.length > 0 && { anyError }), ...(readsCode.length > 0 && { readsCode }) }
}

const HASH = /\.(?:py|rb|sh|bash|pl|pm|ex)$/
const ENDS_CODE = /\?>\s*$/

export function withComment(path: string, text: string): string {
  const opens = path.endsWith('.php') && ENDS_CODE.test(text) ? '<?php ' : ''
  return `${text}\n${opens}${commentOut(path, 'tdd-gate')}\n`
}

/** Writes words as a comment of the language of a file. */
export const commentOut = (path: string, words: string): string => `${HASH.test(path) ? '#' : '//'} ${words}`
