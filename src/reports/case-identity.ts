/** Gives a parsed test its file in the git tree and its key. Neighbours share the lookup of their place. */
import { type Failure, NO_ATTEMPTS, type TestCase } from '../core/model/test-run.ts'
import type { CaseOutline, CasePlace, ParsedCase } from './format.ts'
import { getPlaceId, isVolatileName, normalise, testIdIn } from './test-id.ts'
import type { Resolver } from './xml/case-file.ts'

/** The place that neighbours share. */
export interface IdentityParts {
  readonly file: string | null
  /** The prefix of all their ids. */
  readonly id: string
  readonly isVolatile: boolean
}

export type PlaceOf = (place: CasePlace) => IdentityParts

/** Caches the last place: neighbours share it, mostly with the same list of suites. */
export function getPlaces(resolver: Resolver): PlaceOf {
  let last: CasePlace | null = null
  let place: IdentityParts | null = null
  return (parsed) => {
    if (last === null || place === null || !isSamePlace(last, parsed)) place = placeIn(parsed, resolver)
    last = parsed
    return place
  }
}

const isSamePlace = (a: CasePlace, b: CasePlace) =>
  a.suite === b.suite && a.file === b.file && a.variant === b.variant && a.className === b.className

function placeIn(parsed: CasePlace, resolver: Resolver): IdentityParts {
  const file = getFile(parsed, resolver)
  const id = getPlaceId({ variant: parsed.variant, file, suite: keySuite(parsed, file, resolver) })
  return { file, id, isVolatile: parsed.suite.some(isVolatileName) }
}

function getFile({ file, className }: CasePlace, resolver: Resolver): string | null {
  const named = file === null ? null : resolver.fileOf(file)
  return named ?? (className === undefined ? null : resolver.fileOf(className))
}

/** Many writers make the file the first suite. The key would repeat it. */
function keySuite({ suite }: CasePlace, file: string | null, resolver: Resolver): readonly string[] {
  const first = suite[0]
  if (first === undefined || file === null || /\s/.test(normalise(first))) return suite
  if (first === file) return suite.slice(1)
  if (resolver.fileOf(first) !== file) return suite
  const isDotted = !/[/\\]/.test(first) && !file.endsWith(first)
  const isWholeModule = `/${file}`.replace(/\.\w+$/, '').endsWith(`/${first.replaceAll('.', '/')}`)
  return isDotted && !isWholeModule ? suite : suite.slice(1)
}

export const isVolatileCase = (parsed: CaseOutline, place: IdentityParts): boolean =>
  isVolatileName(parsed.name) || place.isVolatile

/** Returns a failure with its first frame inside of the tree. */
export function placed(failure: Omit<Failure, 'at'>, file: string | null, resolver: Resolver): Failure {
  const frame = resolver.frameOf(failure, file)
  return { ...failure, at: frame?.at ?? null, line: frame?.line ?? failure.line }
}

/** Returns the case. @param nth its number among those with the same key */
export function toCase(parsed: ParsedCase, place: IdentityParts, nth: number, resolver: Resolver): TestCase {
  const { file } = place
  const { suite, name, variant, outcome, mark, durationMs, retries } = parsed
  return {
    suite,
    name,
    variant,
    outcome,
    mark,
    durationMs,
    retries,
    attempts:
      parsed.attempts.length === 0 ? NO_ATTEMPTS : parsed.attempts.map((failure) => placed(failure, file, resolver)),
    id: testIdIn(place.id, name, nth),
    file: file ?? resolver.testFrameOf(parsed),
    nth,
    failure: parsed.failure && placed(parsed.failure, file, resolver),
    isVolatile: isVolatileCase(parsed, place),
  }
}
