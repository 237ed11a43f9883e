import { evidenceIsBound } from '../../../src/core/rules/evidence-is-bound.ts'
import { aCommit, getEvidence } from '../support.ts'
import { holdsRule } from './support.ts'

const commit = aCommit()

holdsRule(evidenceIsBound, [
  { title: 'evidence of this commit', commit, evidence: getEvidence({}, commit), says: null },
  { title: 'nothing had to run', commit, says: null },
  {
    title: 'evidence of another commit (a stale or borrowed run)',
    commit,
    evidence: getEvidence({ commit: 'elsewhere' }, commit),
    says: 'The evidence belongs to another commit',
    step: '`tdd-gate verify`',
  },
  {
    title: 'evidence under a weaker policy, of a rewritten tree',
    commit,
    evidence: getEvidence({ policyDigest: 'weaker', tree: 'before' }, commit),
    says: 'The evidence belongs to another tree and another policy',
    step: '`tdd-gate verify`',
  },
  {
    title: 'evidence from before a rebase, with an outdated baseline',
    commit,
    evidence: getEvidence({ comparedWith: 'before' }, commit),
    says: 'The evidence belongs to another comparison',
    step: '`tdd-gate verify`',
  },
  {
    title: 'a GREEN for which only some files ran',
    commit,
    phase: 'green',
    scope: 'suite',
    evidence: getEvidence({ scope: 'files' }, commit),
    says: 'The evidence belongs to only a part of the suite',
    step: '`tdd-gate verify`',
  },
])
