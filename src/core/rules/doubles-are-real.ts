import type { UnrealMember } from '../model/commit.ts'
import type { Rule, RuleContext } from './rule.ts'
import { list } from './text.ts'

export const doublesAreReal: Rule = {
  code: 'doubles-are-real',
  about: 'The gate shows a mock, a stub or a patch of a member that the real code does not have.',
  why: 'A test with a double of a function that does not exist passes, and the program fails. A RED may double what its GREEN or a later commit of the branch writes. The gate reads JavaScript, TypeScript and Python, as far as the real code stands in the repository and code adds no members at run time. It reads factories of `jest.mock`, `vi.mock` and `mock.module`, patches of imported modules and classes, mocks without a specification, and written fakes. A fake counts where production asks an object for the member that is named like a class or a module of the project.',
  phases: ['red', 'green', 'refactor', 'merge', 'neutral'],
  level: 'warn',
  needsEvidence: false,
  check(context) {
    const unreal = getOwn(context)
    if (unreal.length === 0) return null
    const places = unreal.map(({ path, line, member, of }) => `${path}:${line}: ${member}, which ${of} does not have`)
    return {
      message: `Tests double what does not exist: ${list(places)}`,
      suggestion:
        'Write the member in production, or double the one that exists. A double with a specification refuses others: `create_autospec`, `jest.requireActual`, `importOriginal`.',
      paths: [...new Set(unreal.map(({ path }) => path))],
      lines: unreal.map(({ path, line }) => ({ path, first: line, last: line })),
    }
  },
}

/** At a GREEN: doubles in the tests of its own cycle, and in what they share. */
function getOwn({ commit, phase, cycle }: RuleContext): readonly UnrealMember[] {
  const { doubles = [] } = commit
  if (phase !== 'green' || cycle === null) return doubles
  const own = new Set([...cycle.watch, ...cycle.otherChanges.keys()])
  return doubles.filter(({ path }) => own.has(path))
}
