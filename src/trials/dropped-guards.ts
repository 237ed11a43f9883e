/** What a GREEN leaves out of a function that it keeps: put back alone, a test must notice it. */

import { readChanged } from '../changes/changed-parts.ts'
import { readSides } from '../changes/tree-texts.ts'
import { productionSince } from '../core/compare/counterfactual.ts'
import { trackedFiles } from '../core/model/state.ts'
import { isRemoved } from '../core/text/parts.ts'
import { type DroppedGuard, getDroppedGuards } from './guards.ts'
import { ask } from './notice.ts'
import { isCode } from './taken-back.ts'
import { askAboutTexts } from './text-edits.ts'
import type { GreenTrial } from './trial.ts'

/** Files of the largest change that is tried. */
const MAX_FILES = 200

export const droppedGuards: GreenTrial = {
  code: 'dropped-guards',
  about: 'puts back a condition with an exit, or a call, that a GREEN leaves out of a function: a test must fail',
  rules: ['production-is-asked-for'],
  needsWhole: true,
  run: async ({ session: { scratch }, state, commit, measured, green }, runs) => {
    const changes = [...productionSince(state, commit).values()].filter(isCode).slice(0, MAX_FILES)
    const rewritten = changes.filter(({ before }) => before !== null)
    if (rewritten.length === 0) return null
    const getText = await readSides(scratch, changes)
    const known = changes.map(({ after }) => getText(after) ?? '').join('\n')
    const files = await readChanged(scratch, commit.tree, rewritten)
    const found: DroppedGuard[] = []
    for (const { change, text, parts } of files) {
      const tried = parts.filter(isRemoved).map(({ old }) => old.join(''))
      const before = getText(change.before) ?? ''
      const guards = await getDroppedGuards({ path: change.path, before, after: text, known })
      found.push(...guards.filter(({ code }) => !tried.some((old) => old.includes(code))))
    }
    const near = { files: trackedFiles(green.cycles), tests: [...green.drivers] }
    const question = askAboutTexts<DroppedGuard>(scratch, changes, ({ code }) => `put back: ${code}`)
    const { unnoticed } = await ask(runs, found, near, question)
    const shown = unnoticed.map(({ path, line, code }) => ({
      path,
      first: line,
      last: line,
      isRemoved: true as const,
      code,
    }))
    return shown.length === 0 ? null : { unaskedLines: [...(measured.unaskedLines ?? []), ...shown] }
  },
}
