import { describe, expect, test } from 'vitest'
import {
  ACTION,
  REUSABLE_WORKFLOW,
  toAloneWorkflow,
  toCallerWorkflow,
  WORKFLOW_PATH,
} from '../../src/render/workflow-file.ts'
import { getDocument, type Job, refusals, type Step } from '../support/workflow-rules.ts'
import { diagnosed, read, type Workflow } from '../support/workflows.ts'

const OWN = [ACTION, REUSABLE_WORKFLOW]
const caller: Workflow = { path: WORKFLOW_PATH, text: toCallerWorkflow() }
const alone: Workflow = { path: WORKFLOW_PATH, text: toAloneWorkflow() }
const shipped = getDocument(read('.github/workflows/tdd-gate.yml'))
const onlyJob = (workflow: Workflow) => Object.values(getDocument(workflow).jobs)[0] as Job
const step = (job: Job | undefined, name: string) =>
  job?.steps?.find(({ uses }) => uses?.startsWith(`${name}@`)) as Step

describe.each([
  ['that calls ours', caller],
  ['that stands alone', alone],
])('the workflow %s', (_, workflow) => {
  test("has no fault that GitHub's own parsers find, and does nothing that is refused", async () => {
    expect(await diagnosed(workflow)).toEqual([])
    expect(refusals(workflow, OWN)).toEqual([])
  })
  test('starts for new commits and for another base branch, in the merge queue, and by hand', () => {
    expect(getDocument(workflow).on).toEqual({
      pull_request: { types: ['opened', 'synchronize', 'reopened', 'edited'] },
      merge_group: { types: ['checks_requested'] },
      workflow_dispatch: null,
    })
  })
  test('tells how to decide oneself when tdd-gate moves', () => {
    expect(workflow.text).toMatch(/^# .*full SHA.*@<SHA> # v1\.2\.3$/m)
  })
})

describe('the workflow that calls ours', () => {
  const lines = caller.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  test('is six lines', () => expect(lines).toHaveLength(6))
  test('grants each right that a job of ours asks for, and no other: with one too few GitHub does not start it', () => {
    const asked = Object.assign({}, ...Object.values(shipped.jobs).map(({ permissions }) => permissions))
    expect(onlyJob(caller).permissions).toEqual(asked)
  })
  test('is refused by a parser once it hands over what ours does not take', async () => {
    const text = caller.text.trimEnd().concat('\n    with: { comand: npm test }\n')
    expect((await diagnosed({ path: WORKFLOW_PATH, text })).join()).toContain('comand')
  })
  test('may start several measuring jobs', async () => {
    const text = caller.text.trimEnd().concat('\n    with: { shards: 3 }\n')
    expect(await diagnosed({ path: WORKFLOW_PATH, text })).toEqual([])
  })
})

describe('the workflow that stands alone', () => {
  const job = onlyJob(alone)
  const [owner] = ACTION.split('@')
  test('measures, judges and publishes in one job', () => {
    expect(Object.keys(getDocument(alone).jobs)).toEqual(['gate'])
    expect(step(job, owner ?? '').with).toEqual({ mode: 'gate', publish: true })
  })
  test('may write checks and comments, and nothing else', () => {
    expect(job.permissions).toEqual({ contents: 'read', actions: 'read', checks: 'write', 'pull-requests': 'write' })
  })
  test('checks the same head out and uses the same actions as ours does', () => {
    for (const name of ['actions/checkout', 'actions/upload-artifact']) {
      expect(step(job, name).uses).toBe(step(shipped.jobs['measure'], name).uses)
    }
    const { path: _, ...inputs } = step(shipped.jobs['measure'], 'actions/checkout').with ?? {}
    expect(step(job, 'actions/checkout').with).toEqual(inputs)
  })
  test('keeps what the action leaves where ours keeps it, also when the time runs out', () => {
    const [folder, left] = String(step(job, 'actions/upload-artifact').with?.['path']).split('\n')
    expect(folder).toBe(step(shipped.jobs['judge'], 'actions/upload-artifact').with?.['path'])
    expect(left).toBe(`!${folder}/recording`)
    expect(step(job, owner ?? '')['timeout-minutes']).toBeLessThan(job['timeout-minutes'] ?? 0)
  })
})

test('both are of one owner and one version', () => {
  const [action, workflow] = OWN.map((reference) => reference.split('@'))
  expect(workflow?.[0]).toBe(`${action?.[0]}/.github/workflows/tdd-gate.yml`)
  expect(workflow?.[1]).toBe(action?.[1])
})
