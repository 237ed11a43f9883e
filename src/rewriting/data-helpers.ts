/** Functions that give data other values while a file loads, for the end of that file. */
import { ofScripts } from '../syntax/index.ts'
import { OTHER } from './language.ts'

/**
 * `all`: every value. `rows`: of each row of a table only the last value, which is what a test expects for the others.
 * `calls`: every value, and a function that a call made returns another value without running.
 */
export type Altering = 'all' | 'rows' | 'calls'

interface DataHelpers {
  readonly names: { readonly [A in Altering]: string }
  /** They call the function that alters returned values. */
  readonly text: string
}

const JAVASCRIPT = (any: string): DataHelpers => ({
  names: { all: 'tddGateData', rows: 'tddGateRows', calls: 'tddGateUncalled' },
  text: `
function tddGateIsPlain(value${any}) {
  return typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))
}
function tddGateData(value${any})${any} {
  if (value instanceof Map) return new Map([...value].map(([key, one]${any}) => [key, tddGateAltered(one)]${any}))
  if (!tddGateIsPlain(value)) return tddGateAltered(value)
  const entries${any} = Object.entries(value)
  return Object.fromEntries(entries.map(([key, one]${any}) => [key, typeof one === 'function' ? one : tddGateAltered(one)]))
}
function tddGateRows(value${any})${any} {
  if (!Array.isArray(value)) return tddGateData(value)
  return value.map((row${any}) => {
    if (Array.isArray(row)) return row.length < 2 ? row : [...row.slice(0, -1), tddGateAltered(row.at(-1))]
    const key${any} = tddGateIsPlain(row) ? Object.keys(row).at(-1) : undefined
    return key === undefined ? row : { ...row, [key]: tddGateAltered(row[key]) }
  })
}
function tddGateUncalled(value${any})${any} {
  const isClass = typeof value === 'function' && /^class\\b/.test(Function.prototype.toString.call(value))
  return typeof value === 'function' && !isClass ? () => '${OTHER}' : tddGateData(value)
}
`,
})

const PYTHON: DataHelpers = {
  names: { all: 'tdd_gate_data', rows: 'tdd_gate_rows', calls: 'tdd_gate_uncalled' },
  text: `

def tdd_gate_data(value):
    return tdd_gate_altered(value)


def tdd_gate_rows(value):
    def last(row):
        if type(row) in (list, tuple) and len(row) > 1:
            return type(row)([*row[:-1], tdd_gate_altered(row[-1])])
        if type(row) is dict and len(row) > 1:
            key = list(row)[-1]
            return {**row, key: tdd_gate_altered(row[key])}
        return row
    return type(value)(map(last, value)) if type(value) in (list, tuple) else tdd_gate_altered(value)


def tdd_gate_uncalled(value):
    if callable(value) and not isinstance(value, type):
        return lambda *_, **__: '${OTHER}'
    return tdd_gate_altered(value)
`,
}

/** By grammar. */
export const DATA_HELPERS: Readonly<Record<string, DataHelpers>> = { ...ofScripts(JAVASCRIPT), python: PYTHON }
