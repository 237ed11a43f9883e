/**
 * False expressions of built-in functions. One of them holds only where code of the project replaced the function, and
 * then a test that compares with this function proves nothing.
 */

const JAVASCRIPT = [
  'Object.is(1, 2)',
  'Object.keys({ a: 1 }).length === 0',
  'JSON.stringify({ a: 1 }) === JSON.stringify({ a: 2 })',
  'Array.isArray(1)',
  '[1].includes(2)',
  '[1].indexOf(2) !== -1',
  '[1].some((one) => one === 2)',
  '[1].every((one) => one === 2)',
  'new Set([1]).has(2)',
  'new Map([[1, 1]]).has(2)',
  "'a'.includes('b')",
  "'a'.startsWith('b')",
  "'a'.endsWith('b')",
  "/^a$/.test('b')",
  'Number.isInteger(1.5)',
  'Number.isNaN(1)',
  'Math.abs(-2) === Math.abs(1)',
]

const PYTHON = [
  'isinstance(1, str)',
  'issubclass(int, str)',
  'len([1]) == len([])',
  'all([False])',
  'any([False])',
  'round(1.2) == round(4.2)',
  'abs(-2) == abs(1)',
  'sum([1]) == sum([2])',
  'sorted([2, 1]) == [2, 1]',
  'str(1) == str(2) or repr(1) == repr(2)',
  "__import__('math').isclose(1, 2)",
  "__import__('json').dumps(1) == __import__('json').dumps(2)",
]

/** A test file may replace built-in functions itself, in sight of its reader. */
const SPY = /\b(?:spyOn|method|stub|replace\w*)\(\s*(?:Object|JSON|Array|Set|Map|String|RegExp|Number|Math)\b/

/** Returns functions of JavaScript that must throw. */
export function javascriptFacts(text: string): readonly string[] {
  return SPY.test(text) ? [] : JAVASCRIPT.map((fact) => `() => { if (!(${fact})) throw 0 }`)
}

/** Returns functions of Python that must raise, with `raise_unless` in their scope. */
export const PYTHON_FACTS: readonly string[] = PYTHON.map((fact) => `lambda: raise_unless(${fact})`)
