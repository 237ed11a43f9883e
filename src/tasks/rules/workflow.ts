/** Rules for the form of a TDD task: its flag, its three phases, and the limit of its attempts. */
import { isRecord } from '../source.ts'
import { getStep } from './steps.ts'
import type { TaskRule } from './task-rule.ts'

const PHASES = ['red', 'green', 'refactor']
const FIX_LOOP = /test[-_ ]?fix|max[-_ ]?iterations|fix (?:cycle|loop)|iterat/i

export const workflowIsTdd: TaskRule = {
  about: '`meta.tdd_workflow` is true.',
  isForContainers: true,
  check: ({ workflow: { path, value } }) =>
    value === true
      ? []
      : [{ path, message: 'meta.tdd_workflow is not true', suggestion: 'Write `"tdd_workflow": true` into `meta`.' }],
}

export const iterationsAreLimited: TaskRule = {
  about: '`max_iterations` is a whole number from 1. A warning where it stands outside of `meta`.',
  check: ({ iterations: { path, value } }) => {
    const suggestion = 'Write `"max_iterations": 3` into `meta`.'
    if (!Number.isInteger(value) || Number(value) < 1)
      return [{ path, message: 'max_iterations is not a whole number from 1', suggestion }]
    const isInMeta = path.at(-2) === 'meta'
    return isInMeta ? [] : [{ path, message: 'max_iterations stands outside of `meta`', suggestion, isAdvice: true }]
  },
}

export const phasesAreThree: TaskRule = {
  about: 'There are exactly three steps, with `tdd_phase` red, green and refactor.',
  check: ({ steps, path }) => {
    const found = steps.map(({ value }) => (isRecord(value) ? String(value['tdd_phase'] ?? 'none') : 'none'))
    if (found.join() === PHASES.join()) return []
    const wrong = steps[found.findIndex((phase, index) => phase !== PHASES[index])]
    const message = `the steps have the phases ${found.join(', ') || 'none'}; expected ${PHASES.join(', ')}`
    const suggestion = 'Write three steps with `"tdd_phase": "red"`, then `"green"`, then `"refactor"`.'
    return [{ path: wrong?.path ?? path, message, suggestion }]
  },
}

export const fixLoopIsPlanned: TaskRule = {
  about: 'The green step has a test-fix cycle.',
  check: (task) => {
    const step = getStep(task, 'green')
    if (step === undefined || FIX_LOOP.test(JSON.stringify(step.value))) return []
    const suggestion = 'Write `"test_fix_cycle": { "max_iterations": 3 }` into the step.'
    return [{ path: step.path, message: 'the green step has no test-fix cycle', suggestion }]
  },
}
