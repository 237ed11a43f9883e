/** States another phase of the rejected commit. */
import { getBehaviourType } from '../../core/difference/promise.ts'
import type { FileClass } from '../../core/model/commit.ts'
import { addedExportIsShown } from '../../core/rules/added-export-is-shown.ts'
import { trailerIsKnown } from '../../core/rules/trailer-is-known.ts'
import { type Candidate, getBlocked, type RejectedBranch, stateTrailer } from '../situation.ts'

interface Stated {
  readonly phase: string
  readonly about: string
  readonly unlike?: NonNullable<Candidate['unlike']>
  readonly fits: (classes: ReadonlySet<FileClass>, situation: RejectedBranch) => boolean
}

function state({ phase, fits, ...rest }: Stated): Candidate {
  return {
    code: `state-${phase}`,
    ...rest,
    propose: (situation) => {
      const { at, blocked } = situation
      const commit = getBlocked(situation)
      if (commit === undefined || commit.parents.length > 1) return null
      const isUnknown = blocked.findings.some(({ rule }) => rule === trailerIsKnown.code)
      const present = isUnknown ? null : blocked.isCharacterization ? 'characterize' : blocked.phase
      if (present === phase || !fits(new Set(commit.changes.map((change) => change.class)), situation)) return null
      return { first: at, last: at, commands: [stateTrailer('Phase', phase)] }
    },
  }
}

export const stateRefactor = state({
  phase: 'refactor',
  about: 'If all behaviour stays as it was, state that',
  // Code that was there may move to a name of its own. What is only added is a feature.
  unlike: ({ replacesCode }) => (replacesCode ? [] : [addedExportIsShown.code]),
  fits: (classes, situation) =>
    situation.policy.refactor !== 'off' &&
    getBehaviourType(getBlocked(situation)?.subject ?? '') === null &&
    classes.has('production'),
})

export const stateTestRefactor: Candidate = {
  ...state({
    phase: 'refactor',
    about: 'State that the tests demand what they demanded before',
    fits: (classes, { policy }) => policy.refactor !== 'off' && classes.has('test') && !classes.has('production'),
  }),
  code: 'state-test-refactor',
}

export const stateCharacterize = state({
  phase: 'characterize',
  about: 'State that these tests describe what the code does already',
  fits: (classes) => classes.has('test') && !classes.has('production'),
})

export const stateNeutral = state({
  phase: 'neutral',
  about: 'State that this is a document or a chore',
  fits: (classes) => !classes.has('test') && !classes.has('production'),
})

export const stateRed = state({
  phase: 'red',
  about: 'State that these tests fail first',
  fits: (classes) => classes.has('test') && !classes.has('production'),
})

export const stateGreen = state({
  phase: 'green',
  about: 'State that this code makes failing tests pass',
  fits: (classes) => classes.has('production'),
})
