/** States the subtask whose tests wait for this code. */
import { type Candidate, getBlocked, stateTrailer } from '../situation.ts'

export const stateTask: Candidate = {
  code: 'state-task',
  about: 'State the subtask whose failing tests this commit makes pass',
  propose: (situation) => {
    const { judged, at, blocked } = situation
    const commit = getBlocked(situation)
    const accepted = judged.slice(0, at).filter(({ verdict }) => verdict === 'accepted')
    const isClosed = (id: string | null) => accepted.some(({ phase, subtask }) => phase === 'green' && subtask === id)
    const open = accepted.findLast(({ phase, subtask }) => phase === 'red' && !isClosed(subtask))
    const task = open?.subtask ?? null
    if (commit === undefined || task === null || task === blocked.subtask || !/^[\w.# :-]+$/.test(task)) return null
    return { first: at, last: at, commands: [stateTrailer('Task', task)] }
  },
}
