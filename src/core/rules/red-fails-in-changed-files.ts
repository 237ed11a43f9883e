import { newLoadFailures, ownPaths } from '../compare/drivers.ts'
import { idSet } from '../model/id-set.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const redFailsInChangedFiles: Rule = {
  code: 'red-fails-in-changed-files',
  about: 'Every test that a RED commit makes fail is in a file that the commit changed.',
  why: 'A RED commit that breaks tests elsewhere, for example through a shared helper, does not describe new behaviour. It damages existing tests.',
  choices: 'Restore the shared helpers and fixtures of those tests, and add new ones instead.',
  phases: ['red'],
  level: 'error',
  needsEvidence: true,
  check: withEvidence((context, evidence) => {
    if (context.policy.sequence === 'pull-request') return null
    const { comparison, failing } = evidence
    const own = ownPaths(context)
    const fresh = idSet(comparison.newlyFailing)
    const isForeign = (file: string | null) => file !== null && !own.has(file)
    // Changed files without tests are test data or helpers: GREEN has to make the tests that read them pass.
    const seenTests = [...evidence.watched, ...failing, ...evidence.loadFailures]
    if (!seenTests.some(({ file }) => file !== null && own.has(file))) return null
    const tests = failing.filter(({ id, file }) => fresh.has(id) && isForeign(file))
    const files = newLoadFailures(context, evidence).flatMap(({ file }) => (isForeign(file) ? (file ?? []) : []))
    if (tests.length + files.length === 0) return null
    const seen = [...files.map((file) => `${file} (does not load)`), ...tests.map(({ id }) => id)]
    return {
      message: `RED breaks tests in files it did not change: ${list(seen)}`,
      tests: tests.map(({ id }) => id),
      paths: [...new Set([...files, ...tests.flatMap(({ file }) => file ?? [])])],
    }
  }),
}
