/** Finds code that detects whether a test runs it: by variables and names of runners, its build, or its callers. */
import { getTokenLines, getTokens } from './tokens.ts'

/** Entries in evidence; more are beyond review. */
const MAX_FOUND = 20

const VARIABLE =
  /(?<![A-Z_])(?:NODE_TEST_CONTEXT|VITEST(?:_WORKER_ID|_POOL_ID|_MODE)?|JEST_WORKER_ID|MOCHA_(?:WORKER_ID|COLORS)|AVA_PATH|PYTEST_(?:CURRENT_TEST|VERSION|XDIST_WORKER)|HARNESS_ACTIVE|BATS_(?:TEST_[A-Z]+|VERSION)|NEXTEST)(?![A-Z_])/g
/** Matches tokens joined by single spaces. */
const SEQUENCES: readonly (readonly [RegExp, string])[] = [
  [/\bNODE_ENV\b/g, 'NODE_ENV'],
  [/\b(?:env|environ|ENV|[gG]etenv)\b(?: get| [.[(])* "?CI\b/g, 'CI'],
  [/\{(?: [\w$,:]+){0,40}? CI\b(?: [\w$,:]+){0,40}? \} = process \. env\b/g, 'CI'],
  [/\btypeof (?:jest|vi|describe|beforeEach)\b/g, 'typeof jest'],
  [/\bError \( [^()]{0,200}\) \. stack\b/g, 'new Error().stack'],
  [/\bcaptureStackTrace \( (?!this\b)/g, 'captureStackTrace'],
  [/\bprepareStackTrace\b/g, 'prepareStackTrace'],
  [/"pytest" (?:not )?in sys \. modules\b/g, '"pytest" in sys.modules'],
  [/\binspect \. (?:stack|currentframe)\b/g, 'inspect.stack'],
  [/\bsys \. _getframe\b/g, 'sys._getframe'],
  [/\bruntime \. Callers?\b/g, 'runtime.Caller'],
  [/\btesting \. Testing\b/g, 'testing.Testing'],
  [/\bDeno \. mainModule\b/g, 'Deno.mainModule'],
  [/\bBun \. main\b/g, 'Bun.main'],
]
/** By language: names of its runners, and what only some builds contain; a test sees one of the builds. */
const OF_LANGUAGE: readonly (readonly [path: RegExp, pattern: RegExp, name: string])[] = [
  [/\.py$/, /"_?(?:unittest|pytest)"(?! (?:not )?in sys \. modules\b)|"unittest" (?=(?:not )?in\b)/g, '"unittest"'],
  [/\.py$/, /\b__debug__\b/g, '__debug__'],
  [/\.py$/, /\bassert [^\n]{0,300}?: =/g, 'an assignment in assert'],
  [/\.rb$/, /\bRSpec\b/g, 'RSpec'],
  [/\.rb$/, /\bMini[tT]est\b/g, 'Minitest'],
  [/\.rb$/, /\bcaller(?:_locations)?\b/g, 'caller'],
  [/\.php$/, /\bdebug_(?:print_)?backtrace\b/g, 'debug_backtrace'],
  [/\.(?:java|kts?|scala|groovy)$/, /\b(?:getStackTrace|StackWalker)\b/g, 'getStackTrace'],
  [/\.cs$/, /\bnew StackTrace\b/g, 'StackTrace'],
  [/\.exs?$/, /\bcurrent_stacktrace\b/g, 'current_stacktrace'],
  [/\.exs?$/, /\bMix \. env\b/g, 'Mix.env'],
  [/\.p[lm]$/, /\bcaller\b/g, 'caller'],
  [/\.php$/, /PHPUnit\b|\bPHPUNIT_/g, 'PHPUnit'],
  [/\.(?:java|kts?|scala|groovy)$/, /\borg(?:\.| \. )junit\b/g, 'org.junit'],
  [/\.go$/, /"test\.v"/g, '"test.v"'],
  [/\.rs$/, /\bcfg (?:! )?\( (?!test \) \] (?:pub )?(?:mod|use)\b)(?:\w+ \( )*test\b/g, 'cfg(test)'],
  [/\.rs$/, /\bcfg (?:! )?\( (?:\w+ \( )*debug_assertions\b/g, 'cfg(debug_assertions)'],
  [
    /\.rs$/,
    /\bdebug_assert\w* ! \( (?:\{|(?:[^()]|\( [^()]{0,100} \)){0,300}?(?<![=!<>] )= (?![=>]))/g,
    'code in debug_assert',
  ],
]
/** The lookbehind prevents quadratic time on long words. */
const MADE_ERROR = /(?<![\w$])([\w$]+) = new Error \(/g
const STACK_OF = /(?<![\w$])([\w$]+) \. stack\b/g

/** Returns the detections that the text before did not have, sorted, with the line of each. */
export function addedRecognitions(path: string, before: string | null, after: string): readonly string[] {
  const tokens = joined(path, after)
  const now = recognitionsIn(path, tokens)
  if (now.size === 0) return []
  const old = recognitionsIn(path, joined(path, before ?? ''))
  const added = [...now].filter(([name, count]) => count > (old.get(name) ?? 0)).map(([name]) => name)
  const known = new Set((before ?? '').split('\n').map((line) => line.trim()))
  const errors = errorsIn(tokens)
  const texts = after.split('\n')
  const lines = getTokenLines(asPerl(path), after).flatMap((line, n) => {
    const names = known.has(texts[n]?.trim() ?? '') ? [] : [...recognitionsIn(path, line, errors).keys()]
    return names.map((name) => ({ name, line: n + 1 }))
  })
  const found = added.toSorted().flatMap((name) => {
    const at = lines.filter((one) => one.name === name)
    return at.length === 0 ? [name] : at.map(({ line }) => `${name} (line ${line})`)
  })
  return found.slice(0, MAX_FOUND)
}

/** Counts each kind of detection. @param errors names of errors that the file makes; those of the tokens by default */
function recognitionsIn(path: string, tokens: string, errors?: ReadonlySet<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const [name] of tokens.matchAll(VARIABLE)) count(name)
  for (const [pattern, name] of SEQUENCES) for (const _ of tokens.matchAll(pattern)) count(name)
  for (const [of, pattern, name] of OF_LANGUAGE)
    if (of.test(path)) for (const _ of tokens.matchAll(pattern)) count(name)
  const made = errors ?? errorsIn(tokens)
  for (const [, name = ''] of tokens.matchAll(STACK_OF)) if (made.has(name)) count('new Error().stack')
  return counts
}

/** Returns names of errors that are created, thrown or not. */
function errorsIn(tokens: string): ReadonlySet<string> {
  return new Set([...tokens.matchAll(MADE_ERROR)].map(([, name = '']) => name))
}

function joined(path: string, text: string): string {
  return getTokens(asPerl(path), text)?.join(' ') ?? ''
}

const asPerl = (path: string) => path.replace(/\.pm$/, '.pl')
