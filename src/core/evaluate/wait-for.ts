/** Computes the work unit of a stopped task. */
import type { Said, WorkUnit } from '../model/finding.ts'
import { formatCommand } from '../model/gate-command.ts'
import { byWords } from './apply-decisions.ts'

const STOPPED = {
  pause: { word: 'Paused', how: 'Push nothing until a maintainer comments `/tdd resume`.' },
  abort: { word: 'Aborted', how: 'The task has ended; a maintainer can continue it with `/tdd resume`.' },
} as const

/** Returns the work unit of a stopped task: wait. */
export function waitFor(said: Said & { readonly kind: 'pause' | 'abort' }, next: WorkUnit | null): WorkUnit {
  const { word, how } = STOPPED[said.kind]
  return {
    phase: 'neutral',
    subtask: null,
    acceptance: [],
    drivers: [],
    files: [],
    limits: next?.limits ?? { attempts: 0, maxAttempts: 0 },
    action: 'wait',
    title: `${word} ${byWords(said)}`,
    suggestion: { text: how, commands: [formatCommand()] },
  }
}
