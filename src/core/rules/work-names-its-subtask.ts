import { getTitleWords, getWords, sharesWord } from '../text/plan-words.ts'
import type { Rule } from './rule.ts'
import { firstLine, list } from './text.ts'

export const workNamesItsSubtask: Rule = {
  code: 'work-names-its-subtask',
  about: 'The gate shows a GREEN that shares no word with the title of its subtask.',
  why: 'A driver may prove something else than the plan asks. The gate compares the words of the title with changed lines and paths, and with the names of the drivers. Forms of a word count as the same (`refunded`, `refundOrder`). It judges titles in English with at least two words that say something. Other words for the same thing are honest, so this is a question to the reviewer.',
  phases: ['green'],
  level: 'warn',
  needsEvidence: false,
  check({ commit, subtask, plan, cycle }) {
    const planned = plan?.subtasks.find(({ id }) => id === subtask)
    if (planned === undefined || cycle === null || !commit.unnamed?.includes(planned.id)) return null
    const drivers = [...cycle.tests, ...cycle.watch]
    if (sharesWord(getTitleWords(planned.title), getWords(drivers.join('\n')))) return null
    return {
      message: `Nothing here names what subtask ${planned.id} asks for, "${firstLine(planned.title)}": ${list(drivers)}`,
      suggestion:
        'Check that the drivers prove this subtask. If they prove another one, correct the `Task:` trailer. If the plan has other words for it, nothing has to change.',
      paths: cycle.watch,
      tests: cycle.tests,
    }
  },
}
