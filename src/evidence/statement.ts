/** The verdict in the field's own form: an in-toto Statement v1 about the head, which policy engines read. */
import * as z from 'zod'
import { PHASES } from '../core/evaluate/phase.ts'
import type { ObjectDigests, Sha } from '../core/model/commit.ts'
import type { Decision, Finding, JudgedCommit } from '../core/model/finding.ts'
import { ISOLATIONS, type Isolation } from '../core/model/isolation.ts'
import type { Policy } from '../core/model/policy.ts'
import { canonical } from '../core/util/canonical.ts'
import { toDigest } from './digest.ts'
import type { EvidenceIndex, TrustLevel } from './document.ts'
import { boundedText, type DeepReadonly, digest, level, line, listOf, sha, totalFields } from './fields.ts'
import { MAX_DOCUMENTS } from './schema.ts'

/** The page that describes the predicate. A change that readers must know of gets a page and a type of its own. */
export const VERDICT_TYPE = 'https://github.com/tdd-gate/tdd-gate/blob/main/docs/reference/verdict-v1.md'

const MAX_VERSION = 64
const sha256 = z.object({ sha256: digest })
const gitCommit = z.object({ gitCommit: sha })
const ruleLevel = z.enum(['off', 'warn', 'error'])

const tests = z.object(totalFields)

const commit = z.object({
  digest: gitCommit.exactOptional(),
  phase: z.enum(PHASES),
  subtask: boundedText.nullable(),
  verdict: z.enum(['accepted', 'attempt', 'rejected', 'unmeasured']),
  superseded: z.boolean(),
  tests: tests.nullable(),
  findings: listOf(z.object({ rule: boundedText, level: z.enum(['warn', 'error']) })),
  evidence: sha256.exactOptional(),
})

export const VerdictPredicate = z.object({
  conclusion: z.enum(['success', 'failure', 'in_progress', 'unmeasurable']),
  withoutTrials: z.literal(true).exactOptional(),
  gate: z.object({ version: line(MAX_VERSION) }),
  policy: z.object({
    sequence: z.enum(['commits', 'pull-request']),
    rules: z.record(boundedText, ruleLevel),
    digest: sha256,
  }),
  level,
  isolation: z.enum(ISOLATIONS).nullable(),
  base: gitCommit,
  commits: listOf(commit, MAX_DOCUMENTS),
  evidence: z.object({ name: boundedText, digest: sha256 }).exactOptional(),
})

type Predicate = DeepReadonly<z.infer<typeof VerdictPredicate>>

export interface InTotoStatement {
  readonly _type: 'https://in-toto.io/Statement/v1'
  readonly subject: readonly { readonly name: string; readonly digest: Readonly<Record<string, string>> }[]
  readonly predicateType: typeof VERDICT_TYPE
  readonly predicate: Predicate
}

export interface StatementParts {
  /** The version of tdd-gate. */
  readonly version: string
  readonly decision: Decision
  readonly base: Sha
  readonly head: { readonly commit: ObjectDigests; readonly tree: ObjectDigests }
  readonly policy: Policy
  readonly policyDigest: string
  readonly level: TrustLevel
  readonly isolation: Isolation | null
  /** Present where the caller asked for no trials. */
  readonly withoutTrials?: true
  /** Null where no evidence is kept. */
  readonly index: EvidenceIndex | null
}

/** Returns the statement: the same for the same judgement, so it has neither times nor durations. */
export function toStatement(parts: StatementParts): InTotoStatement {
  const { commit: judged, tree } = parts.head
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: 'commit', digest: { gitCommit: judged.id, sha256: judged.sha256 } },
      { name: 'tree', digest: { gitTree: tree.id, sha256: tree.sha256 } },
    ],
    predicateType: VERDICT_TYPE,
    predicate: toPredicate(parts),
  }
}

function toPredicate({ version, decision, base, policy, policyDigest, ...parts }: StatementParts): Predicate {
  const { level: trust, isolation, index, withoutTrials } = parts
  const documents = new Map(index?.documents.map((document) => [document.commit, document.digest]))
  return {
    conclusion: decision.conclusion,
    ...(withoutTrials && { withoutTrials }),
    gate: { version },
    policy: { sequence: policy.sequence, rules: policy.rules, digest: { sha256: policyDigest } },
    level: trust,
    isolation,
    base: { gitCommit: base },
    commits: decision.commits.map((one) => toCommit(one, documents.get(one.sha))),
    ...(index && { evidence: { name: 'evidence/index.json', digest: { sha256: toDigest(index) } } }),
  }
}

function toCommit(judged: JudgedCommit, document: string | undefined): Predicate['commits'][number] {
  const { sha: id, isLaidOver, phase, subtask, verdict, isSuperseded } = judged
  return {
    ...(!isLaidOver && { digest: { gitCommit: id } }),
    phase,
    subtask,
    verdict,
    superseded: isSuperseded,
    tests: toTests(judged),
    findings: [...new Map(judged.findings.map(toFinding)).values()],
    ...(document !== undefined && { evidence: { sha256: document } }),
  }
}

function toTests({ tests: measured }: JudgedCommit): Predicate['commits'][number]['tests'] {
  if (measured === null) return null
  const { total, passed, failed, errored, skipped, loadErrors } = measured
  return { total, passed, failed, errored, skipped, loadErrors }
}

/** With a key: a rule that is broken at many places stands once. */
function toFinding({ rule, level: weight }: Finding) {
  return [`${rule} ${weight}`, { rule, level: weight }] as const
}

/** Returns the statement, and its parts as GitHub's `actions/attest` takes them: it makes a statement of its own. */
export function toStatementFiles(
  statement: InTotoStatement,
): readonly { readonly path: string; readonly text: string }[] {
  const subjects = statement.subject.map(({ name, digest: { sha256: sum } }) => `${sum}  ${name}\n`)
  return [
    { path: 'in-toto/statement.json', text: canonical(statement) },
    { path: 'in-toto/predicate.json', text: canonical(statement.predicate) },
    { path: 'in-toto/subjects.txt', text: subjects.join('') },
  ]
}
