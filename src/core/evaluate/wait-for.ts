/** Computes the work unit of a stopped task. */
import type { Said, WorkUnit } from '../model/finding.ts'
import { formatCommand } from '../model/gate-command.ts'
import { byWords } from './apply-decisions.ts'
import { nextTexts } from './texts.ts'

const STOPPED = {
  pause: { word: 'Paused', how: nextTexts.paused },
  abort: { word: 'Aborted', how: nextTexts.aborted },
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
