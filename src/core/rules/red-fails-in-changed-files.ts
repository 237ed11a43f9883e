import { newLoadFailures, ownPaths } from '../compare/drivers.ts'
import { idSet } from '../model/id-set.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const redFailsInChangedFiles: Rule = {
  code: 'red-fails-in-changed-files',
  about: 'Every test that a RED commit makes fail lives in a file that the commit changed.',
  why: 'A RED commit that breaks tests elsewhere (through a shared helper or fixture) did not describe new behaviour: it damaged what was there.',
  phases: ['red'],
  level: 'error',
  needs: 'evidence',
  check: withEvidence((context, evidence) => {
    if (context.policy.sequence === 'pull-request') return null
    const { comparison, failing } = evidence
    const own = ownPaths(context)
    const fresh = idSet(comparison.newlyFailing)
    const isForeign = (file: string | null) => file !== null && !own.has(file)
    // Where no test is in what changed, it is data or a helper of tests: those that read it are what GREEN has to turn.
    const seenTests = [...evidence.watched, ...failing, ...evidence.loadFailures]
    if (!seenTests.some(({ file }) => file !== null && own.has(file))) return null
    const tests = failing.filter(({ id, file }) => fresh.has(id) && isForeign(file))
    const files = newLoadFailures(context, evidence).flatMap(({ file }) => (isForeign(file) ? (file ?? []) : []))
    if (tests.length + files.length === 0) return null
    const seen = [...files.map((file) => `${file} (does not load)`), ...tests.map(({ id }) => id)]
    return {
      message: `RED breaks tests in files it did not change: ${list(seen)}`,
      suggestion:
        'Leave shared helpers and fixtures as they were for those tests (add new ones instead), then `git commit -a --amend --no-edit`.',
      needsHead: true,
      tests: tests.map(({ id }) => id),
      paths: [...new Set([...files, ...tests.flatMap(({ file }) => file ?? [])])],
    }
  }),
}
