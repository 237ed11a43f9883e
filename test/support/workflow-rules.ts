/** Checks what our workflows must not do, in the file as it is written: one code for each refusal. */
import { parse } from 'yaml'
import type { Workflow } from './workflows.ts'

export interface Step {
  readonly id?: string
  readonly if?: string | boolean
  readonly uses?: string
  readonly run?: string
  readonly shell?: string
  readonly with?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string>>
  readonly 'timeout-minutes'?: number
}
export interface Job {
  readonly if?: string | boolean
  readonly needs?: string | readonly string[]
  readonly uses?: string
  readonly with?: Readonly<Record<string, unknown>>
  readonly secrets?: unknown
  readonly permissions?: Readonly<Record<string, string>> | string
  readonly outputs?: Readonly<Record<string, string>>
  readonly strategy?: { readonly matrix: Readonly<Record<string, string>> }
  readonly steps?: readonly Step[]
  readonly 'runs-on'?: unknown
  readonly 'timeout-minutes'?: number
}
export interface Document {
  readonly on: string | readonly string[] | Readonly<Record<string, unknown>>
  readonly permissions?: unknown
  readonly concurrency?: unknown
  readonly jobs: Readonly<Record<string, Job>>
}

export const getDocument = ({ text }: Workflow): Document => parse(text)

/** Our own action beside what is judged, by the checkout below. */
const LOCAL = './tdd-gate'
/** An empty repository or ref would be the caller's: the alternatives make the step fail. */
const OWN_CHECKOUT = {
  path: 'tdd-gate',
  repository: "${{ job.workflow_repository || 'unknown/unknown' }}",
  ref: "${{ job.workflow_sha || 'unknown' }}",
}
const PINNED = /^[\w.-]+\/[\w.-]+(?:\/[\w./-]+)?@[0-9a-f]{40}$/
/** A job without a token may run where the caller says. The judge reads its labels. */
const OF_CALLER = "${{ startsWith(inputs.runner, '[') && fromJSON(inputs.runner) || inputs.runner }}"
const EVERY_STATE = /^(?:\$\{\{\s*)?always\(\)(?:\s*\}\})?$/
/** All that a job with a token may run by a shell. */
const HARMLESS = ['exit 0', 'exit 1', 'npm publish --provenance --access public --ignore-scripts ./release/*.tgz']
/** Actions of GitHub that a job with a token may use: they carry files, sign digests or bring Node, and run no file. */
const CARRIERS = [
  'actions/checkout',
  'actions/upload-artifact',
  'actions/download-artifact',
  'actions/attest',
  'actions/attest-build-provenance',
  'actions/setup-node',
]
/** Content that any other run of the repository may have written. */
const CACHES = ['actions/cache', 'actions/cache/restore']
/** Triggers that run with the base's rights on what a stranger wrote. */
const PRIVILEGED = ['pull_request_target', 'workflow_run']
const UNATTENDED = ['workflow_call', 'pull_request', 'merge_group']

const list = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as T]
const getSteps = (job: Job) => job.steps ?? []
const isAction = (step: Step, name: string) => step.uses?.startsWith(`${name}@`) === true
const getTriggers = ({ on }: Document) =>
  typeof on === 'object' && !Array.isArray(on) ? Object.keys(on) : list(on as string | readonly string[])
const hasToken = ({ permissions }: Job) => typeof permissions === 'object' && permissions['id-token'] === 'write'
/** It never holds more than its caller gives: where it says nothing, its jobs may hold all of that. */
const isCalled = (document: Document) => getTriggers(document).join() === 'workflow_call'

/**
 * @param own references of our own action that stand for themselves, as a user writes them
 * @returns `code: place` for every refusal, in the order of the file
 */
export function refusals(workflow: Workflow, own: readonly string[] = []): readonly string[] {
  const document = getDocument(workflow)
  const isOwn = (uses: string | undefined) => uses === LOCAL || (uses !== undefined && own.includes(uses))
  const isGate = Object.values(document.jobs).some((job) => isOwn(job.uses) || getSteps(job).some((s) => isOwn(s.uses)))
  return [
    ...ofDocument(document, isGate && !Object.values(document.jobs).some((job) => isOwn(job.uses))),
    ...unversioned(workflow),
    ...Object.entries(document.jobs).flatMap(([name, job]) =>
      [
        ...ofJob(job, isOwn, isCalled(document)),
        ...(getTriggers(document).some((one) => UNATTENDED.includes(one)) ? skippable(job) : []),
        ...getSteps(job).flatMap((step, i) => ofStep(step, getSteps(job).slice(0, i), isOwn)),
      ].map((code) => `${code}: ${name}`),
    ),
  ]
}

function ofDocument(document: Document, isGate: boolean): readonly string[] {
  const { concurrency, permissions } = document
  const queue = (concurrency ?? {}) as Readonly<Record<string, unknown>>
  return [
    ...getTriggers(document).flatMap((one) => (PRIVILEGED.includes(one) ? [`privileged-trigger: ${one}`] : [])),
    ...(JSON.stringify(permissions) === '{}' || (permissions === undefined && isCalled(document))
      ? []
      : ['permissions: top']),
    ...(isGate && (queue['queue'] !== 'max' || queue['cancel-in-progress'] === true) ? ['dropped-push: top'] : []),
    ...(/\$\{\{/.test(JSON.stringify((document as { defaults?: unknown }).defaults ?? null))
      ? ['interpolation: top']
      : []),
  ]
}

function ofJob(job: Job, isOwn: (uses?: string) => boolean, inherits: boolean): readonly string[] {
  const { permissions } = job
  const isCall = job.uses !== undefined
  const mayHold = hasToken(job) || (permissions === undefined && inherits)
  const runsCode = getSteps(job).some(
    ({ run, uses, with: inputs }) =>
      (run !== undefined && !HARMLESS.includes(run.trim())) ||
      (uses !== undefined &&
        (isOwn(uses) ? inputs?.['mode'] !== 'judge' : !CARRIERS.includes(uses.split('@')[0] ?? ''))),
  )
  return [
    ...(isCall && !isOwn(job.uses) && !PINNED.test(job.uses ?? '') ? ['unpinned'] : []),
    ...(typeof permissions === 'object' || (permissions === undefined && inherits) ? [] : ['permissions']),
    ...(isCall || job['timeout-minutes'] !== undefined ? [] : ['timeout']),
    ...(isCall || !/\$\{\{/.test(String(job['runs-on'])) || (!mayHold && job['runs-on'] === OF_CALLER)
      ? []
      : ['runner']),
    ...(job.secrets === 'inherit' ? ['secrets'] : []),
    ...(mayHold && runsCode ? ['token-beside-code'] : []),
    ...('continue-on-error' in job ? ['continue-on-error'] : []),
    ...(getSteps(job).some((step) => isOwn(step.uses)) && !keeps(job) ? ['evidence-lost'] : []),
  ]
}

/** Whatever happens, what was measured is uploaded, by a name that no other attempt has. */
const keeps = (job: Job) =>
  getSteps(job).some(
    (step) =>
      isAction(step, 'actions/upload-artifact') &&
      EVERY_STATE.test(String(step.if)) &&
      String(step.with?.['name']).includes('${{ github.run_attempt }}'),
  )

/** A skipped job counts as a success: it must run always, and fail unless each job that it needs succeeded. */
function skippable(job: Job): readonly string[] {
  const needs = list(job.needs)
  if (needs.length === 0) return job.if === undefined ? [] : ['skippable']
  if (!EVERY_STATE.test(String(job.if))) return ['skippable']
  const isRefused = (need: string) =>
    getSteps(job).some((s) => s.if === `always() && needs.${need}.result != 'success'` && s.run?.trim() === 'exit 1')
  return needs.every(isRefused) ? [] : ['skippable']
}

function ofStep(step: Step, before: readonly Step[], isOwn: (uses?: string) => boolean): readonly string[] {
  const { uses } = step
  const texts = [step.run, step.shell, step.with?.['script'], step.with?.['args'], step.with?.['entrypoint']]
  return [
    ...(uses === undefined || PINNED.test(uses) || (isOwn(uses) && (uses !== LOCAL || before.some(isOwnCheckout)))
      ? []
      : ['unpinned']),
    ...(texts.some((text) => String(text).includes('${{')) ? ['interpolation'] : []),
    ...('continue-on-error' in step ? ['continue-on-error'] : []),
    ...(isOwn(uses) && !['undefined', 'always()'].includes(String(step.if)) ? ['skippable'] : []),
    ...(isAction(step, 'actions/checkout') ? ofCheckout(step.with ?? {}) : []),
    ...(isAction(step, 'actions/download-artifact') && !step.with?.['artifact-ids'] ? ['download-by-name'] : []),
    ...(CACHES.some((name) => isAction(step, name)) || (step.with?.['cache'] ?? false) !== false ? ['cache'] : []),
  ]
}

const isOwnCheckout = (step: Step) =>
  isAction(step, 'actions/checkout') && Object.entries(OWN_CHECKOUT).every(([key, value]) => step.with?.[key] === value)

function ofCheckout(inputs: Readonly<Record<string, unknown>>): readonly string[] {
  return [
    ...(inputs['persist-credentials'] === false ? [] : ['credentials']),
    // A branch can move between two jobs of a run.
    ...(/head_ref|ref_name|github\.ref\b|\.ref\b/.test(String(inputs['ref'] ?? '')) ? ['checkout-by-name'] : []),
  ]
}

const unversioned = ({ text }: Workflow) =>
  text
    .split('\n')
    .flatMap((line, i) => (/uses:.*@[0-9a-f]{40}(?! # v?\d+\.\d+\.\d+$)/.test(line) ? [`version: line ${i + 1}`] : []))
