import { getPaths } from '../compare/change-set.ts'
import { isRemoval, keepsText } from '../evaluate/phase.ts'
import type { FileChange } from '../model/commit.ts'
import type { Rule } from './rule.ts'
import { list } from './text.ts'

export const refactorKeepsApart: Rule = {
  code: 'refactor-keeps-apart',
  about:
    'A REFACTOR commit changes production or tests, not both, and only if the policy allows refactoring. Tests may follow moved and renamed code, and disappear with removed code.',
  why: 'When both change at once, neither can check the other. Restructure code under unchanged tests, or tests over unchanged code. Tests may follow production with their imports, their path and its new names. Tests of a removed feature may disappear with it: when restored, they must fail.',
  choices: 'Commit the code and the tests apart.',
  phases: ['refactor'],
  level: 'error',
  needsEvidence: false,
  check({ changes, policy }) {
    const all = [...changes.values()]
    if (policy.refactor === 'off' && !keepsText(all)) {
      return {
        message: 'The policy of this project has no REFACTOR phase',
        suggestion: 'Commit the change as part of a RED-GREEN cycle.',
      }
    }
    const production = getPaths(changes, 'production')
    const tests = getMixedTests(all)
      .map(({ path }) => path)
      .toSorted()
    if (tests.length === 0) return null
    return {
      message: `REFACTOR changes tests (${list(tests)}) and production (${list(production)}) in one commit`,
      paths: [...tests, ...production],
    }
  },
}

/** Returns the changed tests that do not follow the changed production; none without production. */
export function getMixedTests(all: readonly FileChange[]): readonly FileChange[] {
  const production = all.filter((change) => change.class === 'production')
  if (production.length === 0) return []
  const may = [mayGo, isRenamed].find((kind) => production.every((change) => kind(change, all))) ?? isTextUnchanged
  return all.filter((change) => change.class === 'test' && !may(change, all))
}

/** Returns whether the text is unchanged, in this place or another. */
function isTextUnchanged(change: FileChange, all: readonly FileChange[]): boolean {
  return keepsText([change]) || all.some(({ from }) => from === change.path)
}

/** Returns whether tests and production are unchanged except for names that all of them changed together. */
function isRenamed(change: FileChange, all: readonly FileChange[]): boolean {
  return isTextUnchanged(change, all) || change.edit === 'rename'
}

function mayGo(change: FileChange, all: readonly FileChange[]): boolean {
  return isTextUnchanged(change, all) || isRemoval(change)
}
