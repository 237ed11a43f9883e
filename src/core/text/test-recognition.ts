/** Finds code that detects whether a test runs it: by variables and names of runners, its build, or its callers. */
import { findFrom } from '../../syntax/index.ts'
import { getLineNumbers, getStatementTokens } from './read-code.ts'

/** Entries in evidence; more are beyond review. */
const MAX_FOUND = 20

const VARIABLE =
  /(?<![A-Z_])(?:NODE_TEST_CONTEXT|VITEST(?:_WORKER_ID|_POOL_ID|_MODE)?|JEST_WORKER_ID|MOCHA_(?:WORKER_ID|COLORS)|AVA_PATH|PYTEST_(?:CURRENT_TEST|VERSION|XDIST_WORKER)|HARNESS_ACTIVE|BATS_(?:TEST_[A-Z]+|VERSION)|NEXTEST)(?![A-Z_])/g
/** Matches tokens joined by single spaces; statements end with a line end. */
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
  [/\.py$/, /\bassert [^\n]{0,300}?:=/g, 'an assignment in assert'],
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
  [/\.rs$/, /\bdebug_assert\w* ! \( (?:\{|(?:[^()]|\( [^()]{0,100} \)){0,300}?(?<![=!<>])= )/g, 'code in debug_assert'],
]
/** The lookbehind prevents quadratic time on long words. */
const MADE_ERROR = /(?<![\w$])([\w$]+) = new Error \(/g
const STACK_OF = /(?<![\w$])([\w$]+) \. stack\b/g

/** Returns the detections that the text before did not have, sorted, with the line of each. */
export function addedRecognitions(path: string, before: string | null, after: string): readonly string[] {
  const now = recognitionsIn(path, after)
  if (now.length === 0) return []
  const old = recognitionsIn(path, before ?? '')
  const known = new Set((before ?? '').split('\n').map((line) => line.trim()))
  const texts = after.split('\n')
  const count = (all: typeof now, name: string) => all.filter((one) => one.name === name).length
  const names = [...new Set(now.map(({ name }) => name))].filter((name) => count(now, name) > count(old, name))
  const found = names.toSorted().flatMap((name) => {
    const lines = now.flatMap((one) => (one.name === name ? [one.line] : [])).toSorted((a, b) => a - b)
    const added = [...new Set(lines)].filter((line) => !known.has(texts[line - 1]?.trim() ?? ''))
    return added.length === 0 ? [name] : added.map((line) => `${name} (line ${line})`)
  })
  return found.slice(0, MAX_FOUND)
}

function recognitionsIn(path: string, text: string): readonly { readonly name: string; readonly line: number }[] {
  const tokens = getStatementTokens(path, text)
  const joined = tokens.map((token) => token.text).join(' ')
  const errors = new Set([...joined.matchAll(MADE_ERROR)].map(([, name = '']) => name))
  const patterns = [...SEQUENCES, ...OF_LANGUAGE.flatMap(([of, ...own]) => (of.test(path) ? [own] : []))]
  const found = [
    ...[...joined.matchAll(VARIABLE)].map(({ 0: name, index }) => ({ name, index })),
    ...patterns.flatMap(([pattern, name]) => [...joined.matchAll(pattern)].map(({ index }) => ({ name, index }))),
    ...[...joined.matchAll(STACK_OF)].flatMap(({ 1: name = '', index }) =>
      errors.has(name) ? [{ name: 'new Error().stack', index }] : [],
    ),
  ]
  let end = 0
  const ends = tokens.map((token) => (end += token.text.length + 1))
  const lines = getLineNumbers(text, tokens)
  return found.map(({ name, index }) => ({ name, line: lines[findFrom(ends, index + 1, (one) => one)] ?? 1 }))
}
