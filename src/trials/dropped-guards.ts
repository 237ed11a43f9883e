/** What a GREEN leaves out of a function that it keeps: put back alone, a test must notice it. */

import { readChanged } from '../changes/changed-parts.ts'
import { readTexts } from '../changes/tree-texts.ts'
import { productionSince } from '../core/compare/counterfactual.ts'
import { trackedFiles } from '../core/model/state.ts'
import { isRemoved } from '../core/text/parts.ts'
import { type DroppedGuard, getDroppedGuards } from './guards.ts'
import { askNear, askSuite } from './notice.ts'
import { isCode } from './taken-back.ts'
import { disjoint, editTexts } from './text-edits.ts'
import type { GreenTrial } from './trial.ts'

/** Guards of one GREEN, each with a run of the drivers. */
const MAX_GUARDS = 3
/** Files of the largest change that is tried. */
const MAX_FILES = 200

export const droppedGuards: GreenTrial = {
  code: 'dropped-guards',
  about: 'puts back a condition with an exit, or a call, that a GREEN leaves out of a function: a test must fail',
  rules: ['production-is-asked-for'],
  needsWhole: true,
  run: async ({ session: { scratch, config }, state, commit, measured, green }, runs) => {
    const changes = [...productionSince(state, commit).values()].filter(isCode).slice(0, MAX_FILES)
    const rewritten = changes.filter(({ before }) => before !== null)
    if (rewritten.length === 0) return null
    const ids = changes.flatMap(({ before, after }) => [before, after].flatMap((blob) => blob?.id ?? []))
    const texts = await readTexts(scratch, [...new Set(ids)])
    const known = changes.map(({ after }) => texts.get(after?.id ?? '') ?? '').join('\n')
    const files = await readChanged(scratch, commit.tree, rewritten)
    const found: DroppedGuard[] = []
    for (const { change, text, parts } of files) {
      const tried = parts.filter(isRemoved).map(({ old }) => old.join(''))
      const before = texts.get(change.before?.id ?? '') ?? ''
      const guards = await getDroppedGuards({ path: change.path, before, after: text, known })
      found.push(...guards.filter(({ code }) => !tried.some((old) => old.includes(code))))
    }
    const toEdits = editTexts(scratch, changes)
    const near = { files: trackedFiles(green.cycles), tests: green.drivers, toEdits }
    const { missed } = await askNear(runs, found.slice(0, MAX_GUARDS), near)
    const { unnoticed } = await askSuite(runs, disjoint(missed), { measured, shards: config.test.shards, toEdits })
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
