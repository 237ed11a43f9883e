/**
 * The schemas of evidence documents. They are strict: unknown keys are refused. The JSON Schemas are made from them.
 */
import * as z from 'zod'
import { CONDITIONS } from '../core/model/config.ts'
import { ODD_ANSWERS, TRIAL_RESULTS } from '../core/model/counterfactuals.ts'
import { COVERAGE_METRICS } from '../core/model/coverage.ts'
import { ANSWERS, type Evidence, NEEDED_BY, OMITTABLE } from '../core/model/evidence.ts'
import { ISOLATIONS } from '../core/model/isolation.ts'
import { PROBLEM_CODES } from '../core/model/test-run.ts'
import type { EvidenceDocument, EvidenceIndex } from './document.ts'
import {
  boundedText,
  countField,
  type DeepReadonly,
  digest,
  exactly,
  failureKind,
  level,
  listOf,
  milliseconds,
  origin,
  positive,
  pullRequest,
  repository,
  runId,
  type Same,
  sha,
  totalFields,
} from './fields.ts'

/** Executions of one commit: reruns, the counterfactual run, and a reserve. */
export const MAX_RUNS = 64
/** The base, and as many commits as the gate judges at once. */
export const MAX_DOCUMENTS = 1_001
const MAX_OUTCOMES = 64

const outcome = z.enum(['passed', 'failed', 'errored', 'skipped'])
const ids = listOf(boundedText)
const missing = z.strictObject({ kind: z.enum(['module', 'symbol']), name: boundedText }).nullable()
const ratio = z.strictObject({ covered: countField, total: countField })

const line = z.strictObject({ path: boundedText, first: positive, last: positive })
const lines = listOf(line)
const mutant = z.strictObject({ path: boundedText, line: positive, from: boundedText, to: boundedText })
const mutants = listOf(mutant)

const problem = z.strictObject({
  code: z.enum(PROBLEM_CODES),
  message: boundedText,
})

const failing = z.strictObject({
  id: boundedText,
  file: boundedText.nullable(),
  kind: failureKind,
  message: boundedText,
  at: boundedText.nullable(),
  line: positive.exactOptional(),
  atClass: z.enum(['test', 'harness', 'docs', 'production']).nullable(),
  missing,
  isMissingOurs: z.boolean(),
})

const EvidenceFile = z.strictObject({
  schemaVersion: z.literal(1),
  commit: sha,
  tree: sha,
  comparedWith: sha,
  policyDigest: digest,
  scope: z.enum(['none', 'files', 'suite']),
  problems: listOf(problem),
  totals: z.strictObject(totalFields),
  comparison: z.strictObject({ newlyFailing: ids, fixed: ids, broken: ids, vanished: ids, silenced: ids }),
  failing: listOf(failing),
  loadFailures: listOf(failing.pick({ file: true, kind: true, message: true, missing: true, isMissingOurs: true })),
  runErrors: ids,
  newPassing: ids,
  newSkipped: ids,
  watched: listOf(
    z.strictObject({ id: boundedText, file: boundedText.nullable(), outcomes: listOf(outcome, MAX_OUTCOMES) }),
  ),
  doubtful: ids,
  emptyFiles: ids,
  counterfactual: z.strictObject({ stillPassing: ids }).nullable(),
  flaky: ids.exactOptional(),
  changingNames: ids.exactOptional(),
  varied: listOf(
    z.strictObject({
      id: boundedText,
      by: listOf(z.enum(CONDITIONS), CONDITIONS.length),
      command: boundedText.nullable(),
    }),
  ).exactOptional(),
  answered: listOf(
    z.strictObject({ id: boundedText, by: z.enum(ANSWERS), to: boundedText.nullable() }),
  ).exactOptional(),
  emptied: z
    .strictObject({
      functions: countField,
      bodies: listOf(z.strictObject({ path: boundedText, name: boundedText })).exactOptional(),
      noticed: countField,
      equalsAll: ids,
      notEmptied: ids,
      hollow: ids,
      weak: ids,
      unpinned: ids,
      anyError: ids.exactOptional(),
      readsCode: ids.exactOptional(),
      idle: ids.exactOptional(),
      untried: ids,
      namesOnly: ids.exactOptional(),
    })
    .exactOptional(),
  readsTests: ids.exactOptional(),
  unasked: ids.exactOptional(),
  unaskedLines: listOf(
    line.extend({ isRemoved: z.literal(true).exactOptional(), code: boundedText.exactOptional() }),
  ).exactOptional(),
  parts: listOf(line.extend({ by: z.enum(NEEDED_BY), test: boundedText.exactOptional() })).exactOptional(),
  untried: ids.exactOptional(),
  tried: listOf(
    z.strictObject({
      trial: boundedText,
      lines: line.nullable(),
      change: boundedText,
      from: boundedText.exactOptional(),
      to: boundedText.exactOptional(),
      asked: countField,
      result: z.enum(TRIAL_RESULTS),
      test: boundedText.nullable(),
    }),
  ).exactOptional(),
  loosened: ids.exactOptional(),
  quieted: ids.exactOptional(),
  weaker: mutants.exactOptional(),
  readData: z.strictObject({ paths: ids, tests: ids }).exactOptional(),
  unrun: lines.exactOptional(),
  dropped: lines.exactOptional(),
  mutants: z
    .strictObject({
      tried: countField,
      untried: countField,
      failed: boundedText.exactOptional(),
      survived: mutants,
    })
    .exactOptional(),
  noticedLate: listOf(mutant.extend({ tests: ids })).exactOptional(),
  notes: listOf(
    z.strictObject({
      path: boundedText,
      line: positive,
      reason: boundedText,
      isNew: z.literal(true).exactOptional(),
      isVoid: z.literal(true).exactOptional(),
    }),
  ).exactOptional(),
  answers: listOf(
    z.strictObject({
      path: boundedText,
      line: positive,
      rows: listOf(
        z.strictObject({ call: boundedText, answer: boundedText, isExample: z.literal(true).exactOptional() }),
      ),
      odd: z.enum(ODD_ANSWERS).exactOptional(),
    }),
  ).exactOptional(),
  held: z.strictObject({ broken: ids, doubtful: ids, base: ids }).exactOptional(),
  suites: listOf(
    z.strictObject({
      name: boundedText,
      tests: countField,
      failing: countField,
      isOwn: z.boolean(),
      unmeasured: problem.shape.code.exactOptional(),
    }),
  ).exactOptional(),
  coverage: z
    .strictObject({
      totals: exactly(COVERAGE_METRICS, ratio),
      patch: ratio.nullable(),
      isByDefault: z.literal(true).exactOptional(),
    })
    .nullable(),
  durationMs: milliseconds,
  isolation: z.enum(ISOLATIONS).exactOptional(),
  omitted: exactly(OMITTABLE, positive).exactOptional(),
})

const bound = { repository, pullRequest, policyDigest: digest, level, run: origin }

export const DocumentFile = z.strictObject({
  schemaVersion: z.literal(1),
  kind: z.literal('tdd-gate/evidence'),
  key: digest,
  ...bound,
  commit: sha,
  tree: sha,
  parent: sha.nullable(),
  measured: z.strictObject({ ...runId, commit: sha }),
  evidence: EvidenceFile,
  runs: listOf(z.strictObject({ digest, tests: countField }), MAX_RUNS),
})

export const IndexFile = z.strictObject({
  schemaVersion: z.literal(1),
  kind: z.literal('tdd-gate/evidence-index'),
  ...bound,
  base: sha,
  head: sha,
  branch: digest.nullable(),
  documents: listOf(z.strictObject({ commit: sha, digest }), MAX_DOCUMENTS),
})

/** Does not compile unless types and schemas agree. */
export type SchemasAgree = [
  Same<DeepReadonly<z.infer<typeof EvidenceFile>>, Evidence>,
  Same<DeepReadonly<z.infer<typeof DocumentFile>>, EvidenceDocument>,
  Same<DeepReadonly<z.infer<typeof IndexFile>>, EvidenceIndex>,
]
