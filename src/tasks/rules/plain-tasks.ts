/** Advice for task documents without a form for quantities: words that count nothing, and counts that differ. */
import type { RawSubtask, TaskFinding } from '../source.ts'
import { getInexact } from './steps.ts'

const MAX_ADVICE = 5

/** Returns findings that only warn, unless the configuration makes their rules errors. */
export function adviseOn(subtasks: readonly RawSubtask[]): readonly TaskFinding[] {
  return subtasks
    .filter(({ isDone }) => isDone !== true)
    .flatMap((subtask) => [...getWords(subtask), ...getCounts(subtask)])
    .slice(0, MAX_ADVICE)
}

function getWords({ path, acceptance, testStrategy }: RawSubtask): readonly TaskFinding[] {
  const [first] = [...acceptance, testStrategy].flatMap((value) => getInexact({ path, value }))
  return first === undefined ? [] : [{ ...first, code: 'words-are-exact', isAdvice: true }]
}

function getCounts({ path, cycle }: RawSubtask): readonly TaskFinding[] {
  if (cycle === null || cycle.tests === null || cycle.names.length === 0) return []
  const [count, listed] = [cycle.tests, cycle.names.length]
  if (count === listed) return []
  const message = `the cycle counts ${count} tests, but names ${listed}`
  return [
    {
      path,
      message,
      suggestion: 'Write the number of the names, or name the rest.',
      code: 'counts-agree',
      isAdvice: true,
    },
  ]
}
