/**
 * Creates failing tests to append to a JavaScript test file: with its own test function and the assertions that it
 * imports.
 */
import { javascriptFacts } from './false-facts.ts'
import { isCommonJs } from './javascript.ts'
import type { CanaryTests } from './runner.ts'
import { CANARY_FAILS } from './runner.ts'

interface TestSyntax {
  /** The statement that defines a test. @param call name and body, in parentheses */
  readonly define: (call: string, file: string, text: string) => string
  /** Assertions of the runner itself, each a function that must throw. */
  readonly own?: readonly string[]
}

/** Libraries that a file may import, and calls that must throw; `m` is the module. */
const EQUALITY = ['m.equal(1, 2)', 'm.deepEqual({ a: 1 }, { a: 2 })', 'm.ok(false)', 'm.throws(() => {})']
const LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  'node:assert': EQUALITY,
  'node:assert/strict': EQUALITY,
  assert: EQUALITY,
  'assert/strict': EQUALITY,
  chai: ['m.expect(1).to.equal(2)', 'm.expect({ a: 1 }).to.deep.equal({ a: 2 })', 'm.assert.equal(1, 2)'],
  expect: ['m.expect(1).toBe(2)', 'm.expect({ a: 1 }).toEqual({ a: 2 })'],
}
export const EXPECT = ['(1).toBe(2)', '({ a: 1 }).toEqual({ a: 2 })', '(() => {}).toThrow()']

/**
 * Creates one test that fails as long as every listed call throws. It is one line long, and type checks are off after
 * it. It has its own group where a runner would otherwise run it before the groups of the file.
 */
export function canaryTests({ define, own = [] }: TestSyntax): CanaryTests {
  return (file, text, token) => {
    const named = Object.entries(LIBRARIES).filter(([name]) => text.includes(`'${name}'`) || text.includes(`"${name}"`))
    const tries = named.flatMap(([name, calls]) =>
      calls.map(
        (call) =>
          `async () => { const n = await import('${name}'); const m = n.expect ? n : (n.default ?? n); ${call} }`,
      ),
    )
    const all = [...own.map((call) => `() => { ${call} }`), ...tries, ...javascriptFacts(text)].join(', ')
    const body = `async () => { let held = 0; for (const check of [${all}]) await Promise.resolve().then(check).then(() => { held += 1 }, () => undefined); if (held === 0) throw new Error('canary') }`
    return `\n// @ts-ignore\n;${define(`('${CANARY_FAILS} ${token}', ${body})`, file, text)}\n`
  }
}

interface Handed {
  /** The runner's package, and the name under which the canaries import it; null where it is global. */
  readonly module: string | null
  readonly name?: string
  /** The function that defines a test. */
  readonly define: string
  /** Assertions of `t` that must fail, and the one that must fail for `false`. */
  readonly checks: readonly string[]
  readonly truth: string
  /** The statement that ends a test. */
  readonly end?: string
  /** The condition on which the tests are defined. */
  readonly condition?: string
}

/** Creates tests for runners that hand the assertions to each test: one for each, because any may be replaced. */
export function handedCanaryTests({
  module,
  name = '',
  define,
  checks,
  truth,
  end = '',
  condition,
}: Handed): CanaryTests {
  return (file, text, token) => {
    const facts = `[${javascriptFacts(text).join(', ')}].some((check) => { try { check(); return true } catch { return false } })`
    const tests = [...checks, `${truth}(${facts})`].map((check, n) => {
      const title = `${CANARY_FAILS} ${token}${n === 0 ? '' : ` ${n + 1}`}`
      return `${define}('${title}', (t) => { ${check}; ${end} })`
    })
    const all = condition === undefined ? tests.join('; ') : `if (${condition}) { ${tests.join('; ')} }`
    const head = module === null ? '' : load(file, text, module, name)
    return `\n// @ts-ignore\n;${head} ${all}\n`
  }
}

/** Writes an import in the module syntax of the file. */
export function load(file: string, text: string, module: string, names: string): string {
  return isCommonJs(file, text)
    ? `const ${names} = require('${module}');`
    : `import ${names.replaceAll(':', ' as')} from '${module}';`
}
