/** Finds drivers that accept any error, and drivers that read the code instead of running it. */
import type { RunIndex } from '../../core/compare/compare.ts'
import type { EmptiedProduction } from '../../core/model/counterfactuals.ts'
import type { TestId } from '../../core/model/test-run.ts'
import type { Variant } from '../../rewriting/language.ts'

/** Each probe costs a run of the drivers. Only files whose text shows that they may need it get one. */
export const EXPECTS_ERROR = /throw|raise|reject|panic|recover|expectException/i
const READS =
  /readFile|read_text|read_bytes|getsource|\bf?open\(|\.toString\(\)|\bString\(|file_get_contents|\b(?:File|IO)\.read|include_str|read_to_string|readString|readAll/i
const DIGESTS = /createHash|hashlib|\bcrypto\b|\bsha\d|\bmd5|hash_file|digest/i

export interface Probes {
  /** The texts of the driver files, by their paths. */
  readonly texts: ReadonlyMap<string, string>
  readonly run: (variant: Variant) => Promise<RunIndex>
  /** Runs the drivers with one comment more in the production files. */
  readonly runWithComment: () => Promise<RunIndex>
}

/** @param noticing drivers that fail with the functions emptied */
export async function findWeakDemands(
  noticing: readonly TestId[],
  { texts, run, runWithComment }: Probes,
): Promise<Pick<EmptiedProduction, 'anyError' | 'readsCode'>> {
  const shows = (pattern: RegExp) => [...texts.values()].some((text) => pattern.test(text))
  const passingIn = (index: RunIndex) => noticing.filter((id) => index.get(id)?.outcome === 'passed')
  const failingIn = (index: RunIndex) => noticing.filter((id) => index.get(id)?.outcome === 'failed')
  const anyError = shows(EXPECTS_ERROR) ? passingIn(await run('thrown')) : []
  const idle = shows(READS) ? passingIn(await run('idle')) : []
  // Such a driver accepts what the empty function returns, whatever stands behind that.
  const content = idle.length > 0 ? passingIn(await run('nothing')) : []
  const digests = shows(DIGESTS) ? failingIn(await runWithComment()) : []
  const readsCode = noticing.filter((id) => (idle.includes(id) && !content.includes(id)) || digests.includes(id))
  return { ...(anyError.length > 0 && { anyError }), ...(readsCode.length > 0 && { readsCode }) }
}

const HASH = /\.(?:py|rb|sh|bash|pl|pm|ex)$/
const ENDS_CODE = /\?>\s*$/

/** Appends a comment. */
export function withComment(path: string, text: string): string {
  const opens = path.endsWith('.php') && ENDS_CODE.test(text) ? '<?php ' : ''
  return `${text}\n${opens}${HASH.test(path) ? '#' : '//'} tdd-gate\n`
}
