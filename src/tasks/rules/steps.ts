/** Rules for the texts of a TDD task: they count and list. */
import { isRecord } from '../source.ts'
import { getTexts, type Placed, type TddTask } from '../tdd-task-shape.ts'
import type { TaskRule, Violation } from './task-rule.ts'

const MAX_VAGUE = 5
const INEXACT = /\b(comprehensive|complete|thorough)(?:ly)?\b/i
const PERCENT = /\d\s*%/
/** `Write 3 test cases: [one, two, three]` */
const COUNTED_LIST = /\b\d+\b[^[\]]{0,200}\[[^\]]+\]/

export const redIsQuantified: TaskRule = {
  about: 'The red step counts and lists its test cases. A warning where only each cycle does.',
  check: (task) =>
    getUnquantified(task, 'red', ['test_count', 'test_cases'], 'Write 3 test cases: [adds, removes, counts]'),
}

export const greenIsQuantified: TaskRule = {
  about: 'The green step counts and lists functions.',
  check: (task) =>
    getUnquantified(
      task,
      'green',
      ['implementation_scope'],
      'Implement 2 functions in cart.ts lines 1-40: [add(), remove()]',
    ),
}

export const refactorIsQuantified: TaskRule = {
  about: 'The refactor step counts and lists its improvements.',
  check: (task) => getUnquantified(task, 'refactor', [], 'Apply 2 refactorings: [extract total(), name the limit]'),
}

export const acceptanceIsMeasurable: TaskRule = {
  about: 'An acceptance criterion names a coverage in percent.',
  check: ({ acceptance, path }) => {
    if (acceptance.some(({ value }) => PERCENT.test(getTexts(value)))) return []
    const suggestion = 'Write one such as "All 3 tests pass with >=85% coverage: verify by npm test".'
    return [
      { path: acceptance[0]?.path ?? path, message: 'no acceptance criterion has a coverage in percent', suggestion },
    ]
  },
}

export const wordsAreExact: TaskRule = {
  about: 'No text says comprehensive, complete or thorough instead of a number.',
  check: ({ requirements, acceptance, steps, cycles }) =>
    [...requirements, ...acceptance, ...steps, ...cycles].flatMap(getInexact).slice(0, MAX_VAGUE),
}

export const pathsAreClear: TaskRule = {
  about: '`focus_paths` are absolute, or start at the top of the project.',
  check: ({ focusPaths }) =>
    focusPaths
      .filter(({ value }) => typeof value !== 'string' || value.trim() === '' || value.split(/[\\/]/).includes('..'))
      .map(({ path, value }) => ({
        path,
        message: `${JSON.stringify(value)} is not an absolute path, or one from the top of the project`,
        suggestion: 'Write a path such as `./src/cart`.',
      })),
}

export function getStep({ steps }: TddTask, phase: string): Placed | undefined {
  return steps.find(({ value }) => isRecord(value) && value['tdd_phase'] === phase)
}

/** A counted list in the text of the step satisfies. Where only every cycle has these keys, it is advised. */
function getUnquantified(task: TddTask, phase: string, keys: readonly string[], example: string): readonly Violation[] {
  const step = getStep(task, phase)
  if (step === undefined || COUNTED_LIST.test(getTexts(step.value))) return []
  const isInCycles =
    keys.length > 0 &&
    task.cycles.length > 0 &&
    task.cycles.every(({ value }) => isRecord(value) && keys.every((key) => value[key] !== undefined))
  const message = `the ${phase} step counts and lists nothing${isInCycles ? ' by itself' : ''}`
  const violation = { path: step.path, message, suggestion: `Write \`${example}\`.` }
  return [isInCycles ? { ...violation, isAdvice: true } : violation]
}

export function getInexact({ path, value }: Placed): readonly Violation[] {
  const word = INEXACT.exec(getTexts(value))?.[0]
  if (word === undefined) return []
  const suggestion = 'Write how many, and list them: "15 test cases: [one, two, ...]".'
  return [{ path, message: `\`${word}\` counts nothing`, suggestion }]
}
