import { type ChangeSet, getPaths } from '../compare/change-set.ts'
import type { Phase } from '../evaluate/phase.ts'
import type { Commit, Sha } from '../model/commit.ts'
import type { Cycle } from '../model/state.ts'
import type { Broken, Rule } from './rule.ts'
import { list, MAX_NAMES, RESET, shellWords } from './text.ts'

export const greenKeepsTests: Rule = {
  code: 'green-keeps-tests',
  about: 'Test files at GREEN equal those frozen at RED: only comments and layout may differ.',
  why: 'A weakened, renamed, skipped or deleted test passes easily. A necessary change of a test belongs in a new RED commit, where it must fail again. A REFACTOR must not change tests either while a cycle waits for its GREEN. The gate compares texts token for token.',
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

/** Returns whether this commit only adds or moves test files, or edits those without drivers. */
function isOutsideOfDrivers(paths: readonly string[], { changes }: Commit, frozen: Cycle | undefined): frozen is Cycle {
  const own = new Map(changes.map((change) => [change.path, change]))
  const moved = new Set(changes.flatMap(({ from }) => from ?? []))
  return (
    frozen !== undefined && paths.every((path) => own.has(path) && (moved.has(path) || !frozen.watch.includes(path)))
  )
}

/** Moves the tests into RED, where they are judged again; this commit keeps the rest. Null when names do not fit. */
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
    commands: [command],
    lastCommands: [last],
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
    suggestion: `Restore them: \`${command}\`; if the tests must change, commit that first with \`--trailer "Phase: red"\`.`,
  }
}
