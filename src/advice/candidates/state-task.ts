/** States the subtask that a commit belongs to. */
import { taskIsPlanned } from '../../core/rules/task-is-planned.ts'
import { type Candidate, getBlocked, type RejectedBranch, type Repair, stateTrailer } from '../situation.ts'

export const stateTask: Candidate = {
  code: 'state-task',
  about: 'State the subtask whose failing tests this commit makes pass',
  propose: (situation) => {
    const accepted = situation.judged.slice(0, situation.at).filter(({ verdict }) => verdict === 'accepted')
    const isClosed = (id: string | null) => accepted.some(({ phase, subtask }) => phase === 'green' && subtask === id)
    return state(situation, accepted.findLast(({ phase, subtask }) => phase === 'red' && !isClosed(subtask))?.subtask)
  },
}

export const statePlannedTask: Candidate = {
  code: 'state-planned-task',
  about: 'State the subtask of the plan whose turn it is',
  propose: (situation) => {
    const { blocked, subtasks } = situation
    const isPlanned = subtasks.some(({ id }) => id === blocked.subtask)
    if (isPlanned || !blocked.findings.some(({ rule }) => rule === taskIsPlanned.code)) return null
    return state(situation, subtasks.find(({ status }) => status !== 'done')?.id)
  },
}

function state(situation: RejectedBranch, task: string | null = null): Repair | null {
  const { at, blocked } = situation
  const isPlain = task !== null && /^[\w.# :-]+$/.test(task)
  if (getBlocked(situation) === undefined || !isPlain || task === blocked.subtask) return null
  return { first: at, last: at, commands: [stateTrailer('Task', task)] }
}
