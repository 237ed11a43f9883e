import { type ChangeSet, getPaths } from '../compare/change-set.ts'
import type { Phase } from '../evaluate/phase.ts'
import type { Commit, Sha } from '../model/commit.ts'
import type { Cycle } from '../model/state.ts'
import { amend, commitRed, getOwn, previous, restore, thenAmend, waitForEarlier } from './correct.ts'
import type { Rule, RuleAdvice, RuleContext } from './rule.ts'
import { list, moveIntoRed, shellWords } from './text.ts'

export const greenKeepsTests: Rule = {
  code: 'green-keeps-tests',
  about: 'Test files at GREEN equal those frozen at RED, except for layout and unambiguous comments.',
  why: 'A weakened, renamed, skipped or deleted test passes easily. The gate compares the files token for token. It ignores a comment only where no language can read it as code or data. In doubt, and in files without tests, a changed comment counts as a change. A necessary change of a test belongs in a new RED commit, where it must fail again. A REFACTOR must not change tests either while a cycle waits for its GREEN.',
  choices: 'Leave the tests as RED has them, or correct them in a new RED, where they fail again.',
  phases: ['green', 'refactor'],
  level: 'error',
  needsEvidence: false,
  check(context) {
    const { sinceRed, changes, commit, phase, state } = context
    const frozen = [...state.cycles.values()].at(-1)
    // Without a RED nothing is frozen: `red-before-green` says what to do.
    if (!frozen) return null
    const set = phase === 'green' ? sinceRed : changes
    const changed = getPaths(set, 'test').filter((path) => set.get(path)?.edit !== 'layout')
    if (changed.length === 0) return null
    const paths = getOwn(changed, commit)
    if (paths.length === 0) {
      const message = `An earlier commit changed tests after RED: ${list(changed)}`
      return { message, paths: changed, suggestion: waitForEarlier(context) }
    }
    const message = `Tests changed after RED: ${list(paths)}`
    const isBeside = paths.some((path) => set.get(path)?.parts !== undefined)
    const step = !isBeside && isOutsideOfDrivers(paths, commit, frozen) ? joinRed(paths, context, frozen) : null
    return {
      message,
      paths,
      suggestion: {
        ...(step ?? putBack(context, { set, paths, phase, red: frozen.red })),
        needsHead: true,
      },
    }
  },
}

/** Returns whether this commit only adds or moves test files, or edits those without drivers. */
function isOutsideOfDrivers(paths: readonly string[], { changes }: Commit, frozen: Cycle): boolean {
  const moved = new Set(changes.flatMap(({ from }) => from ?? []))
  return paths.every((path) => moved.has(path) || !frozen.watch.includes(path))
}

/** Moves the tests into RED, where the gate judges them again. This commit keeps the rest. */
function joinRed(paths: readonly string[], context: RuleContext, { red }: Cycle) {
  const { changes, isPending } = context.commit
  if (isPending) return commitRed(context, FIRST, paths)
  const others = changes.flatMap(({ path }) => (paths.includes(path) ? [] : [path]))
  const step = moveIntoRed(red, paths, others)
  if (step === null) return null
  const { commands, lastCommands } = step
  return {
    ...step,
    text: `Move these tests into RED: \`${commands[0]}\`. Then, at the head of the branch: \`${lastCommands[0]}\`.`,
  }
}

interface Change {
  readonly set: ChangeSet
  readonly paths: readonly string[]
  readonly phase: Phase
  readonly red: Sha
}

function putBack(context: RuleContext, { set, paths, phase, red }: Change): RuleAdvice {
  const { commit } = context
  const beside = paths.filter((path) => set.get(path)?.parts !== undefined)
  if (beside.length > 0) {
    const look = `git diff ${red.slice(0, 12)} -- ${shellWords(beside, '<files>')}`
    return { text: thenAmend(commit, `Restore the tests beside the code, as \`${look}\` shows them`) }
  }
  const fresh = paths.filter((path) => set.get(path)?.before === null)
  const added = fresh.filter((path) => commit.changes.some((own) => own.path === path && own.before === null))
  // Earlier commits added these, so this one only takes its own edit back.
  const addedBefore = fresh.filter((path) => !added.includes(path))
  const edited = paths.filter((path) => set.get(path)?.before !== null)
  if (commit.isPending && added.length === paths.length) return commitRed(context, FIRST, added)
  const steps = [
    edited.length > 0 && restore(commit, red.slice(0, 12), shellWords(edited, '<test files>')),
    addedBefore.length > 0 && restore(commit, previous(commit), shellWords(addedBefore, '<test files>')),
    added.length > 0 && !commit.isPending && `git rm --cached -- ${shellWords(added, '<new test files>')}`,
  ].filter((step) => step !== false)
  const command = amend(commit, steps.join(' && '))
  return {
    text: `Restore them: \`${command}\`. If the tests must change, commit that first with \`--trailer "Phase: red"\`.`,
    ...(command.includes('<') || phase !== 'green' ? {} : { commands: [command] }),
  }
}

const FIRST = 'Commit these tests first, and this code after them'
