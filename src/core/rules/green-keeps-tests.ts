import { type ChangeSet, getPaths } from '../compare/change-set.ts'
import type { Phase } from '../evaluate/phase.ts'
import type { Commit, Sha } from '../model/commit.ts'
import type { Cycle } from '../model/state.ts'
import type { Broken, Rule } from './rule.ts'
import { list, MAX_NAMES, RESET, shellWords } from './text.ts'

export const greenKeepsTests: Rule = {
  code: 'green-keeps-tests',
  about: 'Test files at GREEN say exactly what those frozen at RED say: only comments and layout may differ.',
  why: 'A weakened, renamed, skipped or deleted test passes easily. Whatever has to change in a test belongs into a new RED commit, where it must fail again. A REFACTOR leaves tests alone too while a cycle waits for its GREEN. Texts are compared token for token.',
  phases: ['green', 'refactor'],
  level: 'error',
  needs: 'git',
  check({ sinceRed, changes, commit, phase, state }) {
    const frozen = [...state.cycles.values()].at(-1)
    if (phase === 'refactor' && !frozen) return null
    const set = phase === 'green' ? sinceRed : changes
    const paths = getPaths(set, 'test').filter((path) => set.get(path)?.edit !== 'layout')
    if (paths.length === 0) return null
    const message = `Tests changed after RED: ${list(paths)}`
    const step = isOutsideOfDrivers(paths, commit, frozen) ? moveIntoRed(paths, commit, frozen) : null
    return {
      message,
      paths,
      needsHead: true,
      ...(step ?? putBack({ set, paths, phase, red: frozen?.red ?? commit.parents[0] })),
    }
  },
}

/** Whether this commit only adds test files, moves them, or edits those that hold no driver. */
function isOutsideOfDrivers(paths: readonly string[], { changes }: Commit, frozen: Cycle | undefined): frozen is Cycle {
  const own = new Map(changes.map((change) => [change.path, change]))
  const moved = new Set(changes.flatMap(({ from }) => from ?? []))
  return (
    frozen !== undefined && paths.every((path) => own.has(path) && (moved.has(path) || !frozen.watch.includes(path)))
  )
}

/** The tests become part of RED, where they are judged anew, and this commit keeps the rest. @returns null: names do not fit */
function moveIntoRed(
  paths: readonly string[],
  { changes }: Commit,
  { red }: Cycle,
): Pick<Broken, 'suggestion' | 'commands' | 'lastCommands'> | null {
  const id = red.slice(0, 12)
  const tests = shellWords(paths, '', MAX_NAMES)
  const others = changes.flatMap(({ path }) => (paths.includes(path) ? [] : [path]))
  const rest = shellWords(others, '', MAX_NAMES)
  if (tests === '' || (rest === '' && others.length > 0)) return null
  const steps = [RESET, `git add ${tests}`, `git commit --fixup ${id}`]
  const again = rest === '' ? [] : [`git add ${rest}`, 'git commit -C ORIG_HEAD']
  const command = [...steps, ...again].join(' && ')
  const last = `GIT_SEQUENCE_EDITOR=true git rebase -i --autosquash ${id}~1`
  return {
    ...{ commands: [command], lastCommands: [last] },
    suggestion: `Move these tests into RED: \`${command}\`, and at the head of the branch \`${last}\`.`,
  }
}

interface Change {
  readonly set: ChangeSet
  readonly paths: readonly string[]
  readonly phase: Phase
  readonly red: Sha | undefined
}

function putBack({ set, paths, phase, red = 'HEAD~1' }: Change): Pick<Broken, 'suggestion' | 'commands'> {
  const added = paths.filter((path) => set.get(path)?.before === null)
  const edited = paths.filter((path) => set.get(path)?.before !== null)
  const steps = [
    edited.length > 0 && `git checkout ${red.slice(0, 12)} -- ${shellWords(edited, '<test files>')}`,
    added.length > 0 && `git rm --cached -- ${shellWords(added, '<new test files>')}`,
    'git commit --amend --no-edit',
  ].filter((step) => step !== false)
  const command = steps.join(' && ')
  return {
    ...(command.includes('<') || phase !== 'green' ? {} : { commands: [command] }),
    suggestion: `Put them back: \`${command}\`; if the tests must change, commit that first with \`--trailer "Phase: red"\`.`,
  }
}
