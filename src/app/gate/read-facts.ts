/** Reads what the gate decides from, without deciding or writing. */
import type { Facts } from '../../core/model/facts.ts'
import { readOwnChecks } from '../../github/own-checks.ts'
import { toFacts } from '../../github/read/evidence/head-evidence.ts'
import { findStoredEvidence } from '../../github/read/evidence/stored-evidence.ts'
import { getName, readPullRequest } from '../../github/read/pull-request/pull-request.ts'
import type { EvaluationTarget } from './context.ts'
import { toReading } from './read-head.ts'

/**
 * Null: there is no valid evidence for the head. A closed pull request is judged by the evidence that the App stored; a
 * merged one, without the decisions of people. @throws GateError for a refusal of GitHub
 */
export async function readFacts(target: EvaluationTarget): Promise<Facts | null> {
  const { github, repository, number, context } = target
  const { page, facts, headChecks } = await readPullRequest(github, repository, number, toReading(target))
  const people = { pullRequest: number, decisions: facts.decisions }
  if (facts.evidence.kind === 'found') return { ...facts.evidence.facts, people }
  if (page.isOpen) return null
  const isRead = page.merged === null
  const checks = isRead
    ? headChecks
    : (await readOwnChecks(github, getName(repository), page.head, context.app.id)).checks
  const { baseBranch } = page
  const stored = findStoredEvidence(checks, { repositoryId: repository.id, pullRequest: number, baseBranch })
  return stored && { ...toFacts(stored), people }
}
