import { describe, expect, test } from 'vitest'
import { NO_TOOLCHAINS, type Toolchains } from '../../src/render/toolchain-steps.ts'
import { toTwoJobsWorkflow } from '../../src/render/two-jobs-workflow.ts'
import {
  ACTION,
  REUSABLE_WORKFLOW,
  toAloneWorkflow,
  toCallerWorkflow,
  WORKFLOW_PATH,
} from '../../src/render/workflow-file.ts'
import { getDocument, type Job, refusals, type Step } from '../support/workflow-rules.ts'
import { diagnosed, evaluated, read, type Workflow } from '../support/workflows.ts'

const OWN = [ACTION, REUSABLE_WORKFLOW]
const caller: Workflow = { path: WORKFLOW_PATH, text: toCallerWorkflow(ACTION) }
const alone: Workflow = { path: WORKFLOW_PATH, text: toAloneWorkflow(ACTION) }
const twoJobs: Workflow = { path: WORKFLOW_PATH, text: toTwoJobsWorkflow(ACTION) }
const shipped = getDocument(read('.github/workflows/tdd-gate.yml'))
const onlyJob = (workflow: Workflow) => Object.values(getDocument(workflow).jobs)[0] as Job
const step = (job: Job | undefined, name: string) =>
  job?.steps?.find(({ uses }) => uses?.startsWith(`${name}@`)) as Step

describe.each([
  ['that calls ours', caller],
  ['that stands alone', alone],
  ['of two jobs', twoJobs],
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
  test('has a name, which GitHub shows in place of its path', () => {
    expect(workflow.text).toMatch(/^name: tdd-gate$/m)
  })
  test('tells how to decide oneself when tdd-gate moves', () => {
    expect(workflow.text).toMatch(/^# .*full SHA.*@<SHA> # v1\.2\.3$/m)
  })
})

describe('the workflow that calls ours', () => {
  const lines = caller.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  test('is seven lines', () => expect(lines).toHaveLength(7))
  test('grants what our measuring job asks for, and the token of the judge that inherits it, and no other right', () => {
    const asked = Object.assign({}, ...Object.values(shipped.jobs).map(({ permissions }) => permissions))
    expect(onlyJob(caller).permissions).toEqual({ ...asked, 'id-token': 'write' })
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

describe('the workflow of two jobs', () => {
  const { measure, judge } = getDocument(twoJobs).jobs
  const own = (job: Job | undefined) => step(job, ACTION.split('@')[0] ?? '')
  test("measures in one job, which is its owner's to set up, and judges in another one, which runs nothing of the branch", () => {
    expect(own(measure).with).toMatchObject({ mode: 'measure' })
    expect(own(judge).with).toMatchObject({ mode: 'judge' })
    expect(judge?.needs).toBe('measure')
    expect(measure?.permissions).toEqual({ contents: 'read', actions: 'read' })
    expect(judge?.steps?.flatMap(({ run = [] }) => run)).toEqual(['exit 1'])
  })
  test('shows a container, services, variables and a cache that is only restored: they work where their mark is removed', async () => {
    const text = twoJobs.text.replaceAll(/^( *)#: /gm, '$1')
    const job = getDocument({ path: WORKFLOW_PATH, text }).jobs['measure'] as Job & Readonly<Record<string, unknown>>
    expect(Object.keys(job)).toEqual(expect.arrayContaining(['container', 'services', 'env']))
    expect(step(job, 'actions/cache/restore').with).toMatchObject({ path: '~/.npm' })
    expect(await diagnosed({ path: WORKFLOW_PATH, text })).toEqual([])
    expect(refusals({ path: WORKFLOW_PATH, text }, OWN)).toEqual(['cache: measure'])
  })
  test('keeps the recording where the action leaves it, in a container too', () => {
    const [asked] = measure?.steps?.filter(({ id }) => id === 'runner') ?? []
    expect(asked?.run).toContain('temp=$RUNNER_TEMP')
    const path = String(step(measure, 'actions/upload-artifact').with?.['path'])
    expect(path).toBe('${{ steps.runner.outputs.temp }}/tdd-gate')
  })
  test.each([
    [{ outputs: { artifact: '77', recording: 'd success' }, result: 'success' }, true, 'success\n1 d success\n'],
    [{ outputs: {}, result: 'failure' }, false, 'failure\n1 \n'],
  ])('after %o it fetches by id, and hands the judge what the measuring job said', (needs, isFetched, measured) => {
    const world = { needs: { measure: needs } }
    const download = step(judge, 'actions/download-artifact')
    expect(Boolean(evaluated(String(download.if), world))).toBe(isFetched)
    const said = String(own(judge).with?.['measured']).replaceAll(/\$\{\{.*?\}\}/g, (one) =>
      String(evaluated(one, world) ?? ''),
    )
    expect(said).toBe(measured)
    expect(judge?.if).toBe('always()')
  })
  test('keeps recordings for three days, as the shipped workflow does, which lets its caller say otherwise', () => {
    expect(step(measure, 'actions/upload-artifact').with?.['retention-days']).toBe(3)
    const days = String(step(shipped.jobs['measure'], 'actions/upload-artifact').with?.['retention-days'])
    expect(evaluated(days, { inputs: { 'retention-days': 3 } })).toBe(3)
  })
  test('uses the same actions as ours', () => {
    for (const name of ['actions/checkout', 'actions/upload-artifact', 'actions/download-artifact'])
      expect(step(judge, name).uses).toBe(step(shipped.jobs['judge'], name).uses)
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

describe('the set-up of languages', () => {
  const toolchains: Toolchains = {
    languages: [
      { language: 'node', input: 'node-version-file', value: '.nvmrc' },
      { language: 'python', input: 'python-version', value: '3.x' },
      { language: 'go', input: 'go-version-file', value: 'go.mod' },
      { language: 'java', input: 'java-version-file', value: '.java-version' },
      { language: 'dotnet', input: 'global-json-file', value: 'global.json' },
      { language: 'ruby', input: 'ruby-version', value: '.ruby-version' },
      { language: 'php', input: 'php-version-file', value: '.php-version' },
    ],
    packageManager: 'pnpm@10.5.2',
  }
  const toFile = (text: string): Workflow => ({ path: WORKFLOW_PATH, text })
  const called = toFile(toCallerWorkflow(ACTION, toolchains))
  const own = [toAloneWorkflow, toTwoJobsWorkflow].map((render) => toFile(render(ACTION, toolchains)))

  test.each([called, ...own])(
    "has no fault that GitHub's own parsers find, and does nothing that is refused",
    async (file) => {
      expect(await diagnosed(file)).toEqual([])
      expect(refusals(file, OWN)).toEqual([])
    },
  )
  test('is an input of the workflow that calls ours, which names what that cannot set up', () => {
    expect(onlyJob(called).with).toEqual({
      'node-version-file': '.nvmrc',
      'python-version': '3.x',
      'go-version-file': 'go.mod',
      'java-version-file': '.java-version',
      'global-json-file': 'global.json',
      'package-manager': 'pnpm@10.5.2',
    })
    expect(called.text.match(/# .*--two-jobs.*/g)).toEqual([
      expect.stringContaining('.ruby-version'),
      expect.stringContaining('.php-version'),
    ])
  })
  test.each(own)('are steps before the tests run, with the same actions as ours', (file) => {
    const steps = Object.values(getDocument(file).jobs)[0]?.steps ?? []
    const at = steps.findIndex(({ uses }) => uses === ACTION)
    const setUps = steps.slice(0, at).filter(({ uses }) => /setup-/.test(uses ?? ''))
    expect(setUps).toHaveLength(toolchains.languages.length)
    for (const { uses = '' } of setUps.filter(({ uses }) => uses?.startsWith('actions/')))
      expect(uses).toBe(step(shipped.jobs['measure'], uses.split('@')[0] ?? '').uses)
    expect(steps[at - 1]?.run).toBe('npm install --global --force --ignore-scripts pnpm@10.5.2')
  })
  test.each([
    ['yarn@1.22.22', 'yarn@1.22.22'],
    ['yarn@4.5.0', '@yarnpkg/cli-dist@4.5.0'],
    ['bun@1', 'bun@1 && node "$(npm root --global)/bun/install.js"'],
  ])('installs %s', (packageManager, named) => {
    const { text } = toFile(toTwoJobsWorkflow(ACTION, { ...NO_TOOLCHAINS, packageManager }))
    expect(text).toContain(`- run: npm install --global --force --ignore-scripts ${named}\n`)
  })
})

test('both are of one owner and one version', () => {
  const [action, workflow] = OWN.map((reference) => reference.split('@'))
  expect(workflow?.[0]).toBe(`${action?.[0]}/.github/workflows/tdd-gate.yml`)
  expect(workflow?.[1]).toBe(action?.[1])
})
