/** The errors that S4 shows, in the shape in which agents get them here. */
import { describe, expect, test } from 'vitest'
import { ERRORS } from '../../src/core/errors/codes.ts'
import { nothingToCommit, phaseNotShown, uncommittedChanges } from '../../src/core/errors/git.ts'
import { branchExists } from '../../src/core/errors/tasks.ts'
import { badClaims, badTotal } from '../../src/core/errors/usage.ts'
import type { GateError } from '../../src/core/model/errors.ts'
import { toFlatError } from '../../src/render/text/error.ts'

interface Shown {
  /** What the document shows. */
  readonly of: string
  readonly error: GateError
  readonly says: RegExp
  readonly actual?: object
  /** The solution that the document gives, as it is here. */
  readonly suggests: RegExp
}

const ALL_PASS = { passed: 10, failed: 0 }
const ONE_FAILS = { passed: 9, failed: 1 }

const TABLE: readonly Shown[] = [
  {
    of: 'Workflow already in progress',
    error: branchExists({
      branch: 'master/task-7-tax',
      otherPlanOf: null,
      goThere: 'tdd-gate next',
      anew: 'tdd-gate start 7 --fresh',
    }),
    says: /in progress/,
    suggests: /tdd-gate next/,
  },
  {
    of: 'RED phase validation failed',
    error: phaseNotShown('red', ALL_PASS, 'tdd-gate next'),
    says: /RED phase validation failed/,
    actual: ALL_PASS,
    suggests: /failing test/,
  },
  {
    of: 'GREEN phase validation failed',
    error: phaseNotShown('green', ONE_FAILS, 'tdd-gate next'),
    says: /GREEN phase validation failed/,
    actual: ONE_FAILS,
    suggests: /code|pass/,
  },
  { of: 'No staged changes to commit', error: nothingToCommit(), says: /[Nn]othing|[Nn]o /, suggests: /[Cc]hange/ },
  {
    of: 'working tree not clean',
    error: uncommittedChanges(['src/a.js']),
    says: /^Git validation failed: working tree not clean$/,
    suggests: /git stash/,
  },
  { of: 'test output format not recognized', error: badClaims(), says: /results/, suggests: /passed/ },
  { of: 'totals that do not add up', error: badTotal(3, 'passed 1 + failed 1'), says: /total 3/, suggests: /./ },
]

describe('an error of S4', () => {
  test.each(TABLE)(
    '$of has error, reason and suggestion, and what was measured',
    ({ error, says, actual, suggests }) => {
      const flat = toFlatError(error, 'tdd-gate complete')
      expect(flat).toMatchObject({
        error: expect.stringMatching(says),
        reason: ERRORS[error.code].about,
        suggestion: expect.stringMatching(suggests),
        ...(actual === undefined ? {} : { actual }),
      })
    },
  )
})
