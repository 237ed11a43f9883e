import { short } from '../model/commit.ts'
import { idSet } from '../model/id-set.ts'
import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { list } from './text.ts'

export const droppedDriverIsShown: Rule = {
  code: 'dropped-driver-is-shown',
  about: 'The gate shows a driver that a new RED of the same subtask drops.',
  why: 'A new RED may replace a wrong test. A test that was only too hard can disappear in the same way. A person should read what no test demands any more.',
  phases: ['red'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence(({ cycle, commit }, { failing, loadFailures }) => {
    if (!cycle) return null
    const still = idSet(failing.map(({ id }) => id))
    // A test that did not load cannot be distinguished from a removed one.
    const unloaded = new Set(loadFailures.map(({ file }) => file))
    const isEdited = (path: string) =>
      unloaded.has(path) && commit.changes.some((one) => one.path === path && one.before !== null && !one.edit)
    const edited = cycle.watch.filter(isEdited)
    const dropped = unloaded.size > 0 ? [] : cycle.tests.filter((id) => !still.has(id))
    if (dropped.length + edited.length === 0) return null
    const red = `RED before (${short(cycle.red)})`
    return {
      message:
        dropped.length > 0
          ? `The ${red} demanded more: ${list(dropped)}`
          : `Tests changed since the ${red}, and may demand less now: ${list(edited)}`,
      suggestion: `Compare them: \`git diff ${cycle.red.slice(0, 12)} -- ${cycle.watch.length === 1 && /^[\w./-]+$/.test(cycle.watch[0] ?? '') ? cycle.watch[0] : '.'}\`.`,
      tests: dropped,
    }
  }),
}
