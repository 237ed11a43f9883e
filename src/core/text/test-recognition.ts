/** Finds code that detects whether a test runs it: by environment variables of runners, or by its callers. */
import { getTokens } from './tokens.ts'

/** Entries in evidence; more are beyond review. */
const MAX_FOUND = 20

const VARIABLE =
  /(?<![A-Z_])(?:NODE_TEST_CONTEXT|VITEST(?:_WORKER_ID|_POOL_ID|_MODE)?|JEST_WORKER_ID|MOCHA_(?:WORKER_ID|COLORS)|AVA_PATH|PYTEST_(?:CURRENT_TEST|VERSION|XDIST_WORKER))(?![A-Z_])/g
/** Matches tokens joined by single spaces. */
const SEQUENCES: readonly (readonly [RegExp, string])[] = [
  [/\bNODE_ENV"?(?: \])?(?: [=!]){2,3} "test"/g, "NODE_ENV === 'test'"],
  [/"test"(?: [=!]){2,3} (?:process \. )?env (?:\. |\[ ")NODE_ENV\b/g, "NODE_ENV === 'test'"],
  [/\btypeof (?:jest|vi|describe|beforeEach)\b/g, 'typeof jest'],
  [/\bError \( [^()]{0,200}\) \. stack\b/g, 'new Error().stack'],
  [/\bcaptureStackTrace \( (?!this\b)/g, 'captureStackTrace'],
  [/\bprepareStackTrace\b/g, 'prepareStackTrace'],
  [/"pytest" (?:not )?in sys \. modules\b/g, '"pytest" in sys.modules'],
  [/\binspect \. (?:stack|currentframe)\b/g, 'inspect.stack'],
  [/\bsys \. _getframe\b/g, 'sys._getframe'],
  [/\bruntime \. Callers?\b/g, 'runtime.Caller'],
  [/\btesting \. Testing\b/g, 'testing.Testing'],
]
/** The lookbehind prevents quadratic time on long words. */
const MADE_ERROR = /(?<![\w$])([\w$]+) = new Error \(/g
const STACK_OF = /(?<![\w$])([\w$]+) \. stack\b/g

/** Returns the detections that the text before did not have, sorted, with the line of each. */
export function addedRecognitions(path: string, before: string | null, after: string): readonly string[] {
  const now = recognitionsIn(path, after)
  if (now.size === 0) return []
  const old = recognitionsIn(path, before ?? '')
  const added = [...now].filter(([name, count]) => count > (old.get(name) ?? 0)).map(([name]) => name)
  const known = new Set((before ?? '').split('\n').map((line) => line.trim()))
  const errors = errorsIn(joined(path, after))
  const lines = after.split('\n').flatMap((line, n) => {
    const names = known.has(line.trim()) ? [] : [...recognitionsIn(path, line, errors).keys()]
    return names.map((name) => ({ name, line: n + 1 }))
  })
  const found = added.toSorted().flatMap((name) => {
    const at = lines.filter((one) => one.name === name)
    return at.length === 0 ? [name] : at.map(({ line }) => `${name} (line ${line})`)
  })
  return found.slice(0, MAX_FOUND)
}

/** Counts each kind of detection in a text. */
function recognitionsIn(path: string, text: string, errors?: ReadonlySet<string>): ReadonlyMap<string, number> {
  const tokens = joined(path, text)
  const counts = new Map<string, number>()
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const [name] of tokens.matchAll(VARIABLE)) count(name)
  for (const [pattern, name] of SEQUENCES) for (const _ of tokens.matchAll(pattern)) count(name)
  const made = errors ?? errorsIn(tokens)
  for (const [, name = ''] of tokens.matchAll(STACK_OF)) if (made.has(name)) count('new Error().stack')
  return counts
}

/** Returns names of errors that are created, thrown or not. */
function errorsIn(tokens: string): ReadonlySet<string> {
  return new Set([...tokens.matchAll(MADE_ERROR)].map(([, name = '']) => name))
}

function joined(path: string, text: string): string {
  return getTokens(path, text)?.join(' ') ?? ''
}
