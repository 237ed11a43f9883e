import { characterizationIsApproved } from '../../../src/core/rules/characterization-is-approved.ts'
import { aCommit, change, getEvidence } from '../support.ts'
import { holdsRule } from './support.ts'

const commit = aCommit({ sha: 'feed'.padEnd(40, '0') })
const edited = aCommit({ sha: 'feed'.padEnd(40, '0'), changes: [change('a.test.ts', 'test', { before: 'v0' })] })

const NOTICED = { path: 'src/a.ts', line: 1, from: '<', to: '<=', tests: ['c.test.ts > edge'] }

holdsRule(characterizationIsApproved, [
  { title: 'an ordinary RED', evidence: getEvidence({ newPassing: ['a.test.ts > adds'] }), says: null },
  {
    title: 'tests that are green at once',
    commit,
    isCharacterization: true,
    evidence: getEvidence({ newPassing: ['a.test.ts > adds'] }, commit),
    says: 'New tests pass at once, so they describe behaviour that exists: a.test.ts > adds',
    step: 'Read them: `git show feed00000000`',
  },
  {
    title: 'tests that were there under other names',
    commit,
    isCharacterization: true,
    evidence: getEvidence(
      { newPassing: ['b.test.ts > is'], answered: [{ id: 'a.test.ts > is', by: 'rename', to: 'b.test.ts > is' }] },
      commit,
    ),
    says: 'Tests have another name or place, and the same body: b.test.ts > is',
    step: 'Read them: `git show feed00000000`',
  },
  {
    title: 'a test that notices what no test noticed before',
    commit,
    isCharacterization: true,
    evidence: getEvidence({ newPassing: ['c.test.ts > edge'], noticedLate: [NOTICED] }, commit),
    says: null,
  },
  {
    title: 'such a test beside one that was there under another name',
    commit,
    isCharacterization: true,
    evidence: getEvidence(
      {
        newPassing: ['b.test.ts > is', 'c.test.ts > edge'],
        answered: [{ id: 'a.test.ts > is', by: 'rename', to: 'b.test.ts > is' }],
        noticedLate: [NOTICED],
      },
      commit,
    ),
    says: 'Tests have another name or place, and the same body: b.test.ts > is',
    step: 'Read them: `git show feed00000000`',
  },
  {
    title: 'tests that were edited, and do what they did',
    commit: edited,
    isCharacterization: true,
    evidence: getEvidence({}, edited),
    says: 'Edited tests pass as before, and no commit saw them fail: a.test.ts',
    step: '`policy.rules.characterization-is-approved: error`',
  },
])
