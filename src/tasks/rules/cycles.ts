/** Rules for the cycles of a TDD task: how many tests, which ones, and how much code. */
import { isRecord } from '../source.ts'
import { getTexts, type Placed } from '../tdd-task-shape.ts'
import type { TaskRule, Violation } from './task-rule.ts'

const MAX_CODE_LINES = 2_500
const MAX_CODE_FILES = 6
const PERCENT = /\d\s*%/
const FILE = /[\w@-][\w./@-]*\.[A-Za-z]\w{0,4}\b/g
const LINES = /\b(\d[\d,]{0,9})\+?\s+lines\b/gi
const EXAMPLE =
  'Write `"tdd_cycles": [{ "test_count": 2, "test_cases": ["adds", "counts"], "implementation_scope": "add() in cart.ts lines 1-20", "expected_coverage": ">=85%" }]`.'

export const cyclesAreQuantified: TaskRule = {
  about: 'Each cycle has `test_count`, `test_cases`, `implementation_scope` and `expected_coverage` in percent.',
  check: ({ cycles, path }) =>
    cycles.length === 0 ? [{ path, message: 'there is no tdd_cycles', suggestion: EXAMPLE }] : cycles.flatMap(getLacks),
}

export const countsAgree: TaskRule = {
  about: '`test_count` is the number of `test_cases`.',
  check: ({ cycles }) =>
    cycles.flatMap(({ path, value }) => {
      if (!isRecord(value) || !Array.isArray(value['test_cases']) || !Number.isInteger(value['test_count'])) return []
      const [count, listed] = [Number(value['test_count']), value['test_cases'].length]
      if (count === listed) return []
      const message = `test_count is ${count}, but test_cases has ${listed}`
      return [
        { path: [...path, 'test_count'], message, suggestion: `Write \`"test_count": ${listed}\`, or list the rest.` },
      ]
    }),
}

export const cycleIsSmall: TaskRule = {
  about: 'A cycle has at most 2500 lines and 6 files.',
  check: ({ cycles }) => cycles.flatMap(getExcess),
}

function getLacks({ path, value }: Placed): readonly Violation[] {
  const cycle = isRecord(value) ? value : {}
  const { test_count: count, test_cases: cases, implementation_scope: scope, expected_coverage: coverage } = cycle
  const lacks = [
    ...(Number.isInteger(count) && Number(count) >= 1 ? [] : ['test_count']),
    ...(Array.isArray(cases) && cases.length > 0 ? [] : ['test_cases']),
    ...(getTexts(scope).trim() === '' ? ['implementation_scope'] : []),
    ...(typeof coverage === 'number' || PERCENT.test(getTexts(coverage)) ? [] : ['expected_coverage']),
  ]
  return lacks.length === 0
    ? []
    : [{ path, message: `the cycle has no usable ${lacks.join(', ')}`, suggestion: EXAMPLE }]
}

function getExcess({ path, value }: Placed): readonly Violation[] {
  const scope = isRecord(value) ? getTexts(value['implementation_scope']) : ''
  const lines = Math.max(0, ...[...scope.matchAll(LINES)].map(([, count = '']) => Number(count.replaceAll(',', ''))))
  const files = new Set(scope.match(FILE) ?? []).size
  if (lines <= MAX_CODE_LINES && files <= MAX_CODE_FILES) return []
  const message =
    lines > MAX_CODE_LINES
      ? `${lines} lines in one cycle, more than ${MAX_CODE_LINES}`
      : `${files} files in one cycle, more than ${MAX_CODE_FILES}`
  return [{ path, message, suggestion: 'Split the feature into subtasks: IMPL-1.1, IMPL-1.2.' }]
}
