import { describe, expect, test } from 'vitest'
import { requiredCheck, toRequired } from '../../src/render/workflow-kinds.ts'
import { getClient, getRefusal, openStage, SHOP, type Stage } from './stage.ts'

const CREATE = 'POST /repos/{owner}/{repo}/check-runs'
const UPDATE = 'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}'
const LIST = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'

const getHead = async ({ octokit }: Stage) =>
  (await octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', { ...SHOP, ref: 'heads/main' })).data.object.sha

describe('a check run', () => {
  test('is changed by its own App only', async () => {
    const stage = await openStage()
    const { github, shop, octokit } = stage
    const { data: run } = await octokit.request(CREATE, { ...SHOP, name: 'tdd-gate', head_sha: await getHead(stage) })
    const job = getClient(github, github.jobToken(shop, { checks: 'write' }))
    expect(await getRefusal(job.request(UPDATE, { ...SHOP, check_run_id: run.id, conclusion: 'success' }))).toEqual({
      status: 403,
      message: 'Invalid app_id `15368` - check run can only be modified by the GitHub App that created it.',
    })
  })

  test('of the same name is made by a job, as GitHub Actions', async () => {
    const stage = await openStage()
    const { github, shop, octokit, gate } = stage
    const head_sha = await getHead(stage)
    const job = getClient(github, github.jobToken(shop, { checks: 'write' }))
    await job.request(CREATE, { ...SHOP, name: 'tdd-gate', head_sha, conclusion: 'success' })
    await octokit.request(CREATE, { ...SHOP, name: 'tdd-gate', head_sha })
    const list = async (query: object) =>
      (await octokit.request(LIST, { ...SHOP, ref: head_sha, check_name: 'tdd-gate', ...query })).data.check_runs
    expect((await list({})).map(({ app }) => app?.slug)).toEqual(['tdd-gate', 'github-actions'])
    expect((await list({ app_id: gate.app.id })).map(({ status }) => status)).toEqual(['queued'])
  })

  test('gathers annotations, and keeps what an update leaves out', async () => {
    const stage = await openStage()
    const { octokit } = stage
    const note = (line: number) => ({
      path: 'a.ts',
      start_line: line,
      end_line: line,
      annotation_level: 'notice' as const,
      message: 'm',
    })
    const output = (lines: number[]) => ({ title: 'RED', summary: 's', annotations: lines.map(note) })
    const { data: run } = await octokit.request(CREATE, {
      ...SHOP,
      name: 'x',
      head_sha: await getHead(stage),
      external_id: 'e',
      output: { ...output([1, 2]), text: 't' },
    })
    const { data } = await octokit.request(UPDATE, { ...SHOP, check_run_id: run.id, output: output([3]) })
    expect(data).toMatchObject({ external_id: 'e', output: { annotations_count: 3, text: 't' } })
    const route = 'GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations'
    const { data: annotations } = await octokit.request(route, { ...SHOP, check_run_id: run.id })
    expect(annotations.map(({ start_line }) => start_line)).toEqual([1, 2, 3])
  })

  test('is completed by a conclusion, and opened again by a status', async () => {
    const stage = await openStage()
    const { octokit } = stage
    const { data: run } = await octokit.request(CREATE, {
      ...SHOP,
      name: 'x',
      head_sha: await getHead(stage),
      conclusion: 'failure',
    })
    expect(run).toMatchObject({ status: 'completed', conclusion: 'failure', completed_at: expect.any(String) })
    const { data } = await octokit.request(UPDATE, { ...SHOP, check_run_id: run.id, status: 'in_progress' })
    expect(data).toMatchObject({ status: 'in_progress', conclusion: null, completed_at: null })
  })

  test('stands in one suite for each App and commit', async () => {
    const stage = await openStage()
    const { octokit } = stage
    const head_sha = await getHead(stage)
    const create = async (name: string) =>
      (await octokit.request(CREATE, { ...SHOP, name, head_sha, conclusion: 'success' })).data
    expect((await create('a')).check_suite?.id).toBe((await create('b')).check_suite?.id)
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}/check-suites', {
      ...SHOP,
      ref: head_sha,
    })
    expect(data.check_suites).toMatchObject([
      { status: 'completed', conclusion: 'success', latest_check_runs_count: 2 },
    ])
  })

  test('for a commit that is not there is refused', async () => {
    const { octokit } = await openStage()
    const sha = 'a'.repeat(40)
    expect(await getRefusal(octokit.request(CREATE, { ...SHOP, name: 'x', head_sha: sha }))).toEqual({
      status: 422,
      message: `No commit found for SHA: ${sha}`,
    })
  })

  test('is asked for again, and its buttons pressed, by people', async () => {
    const stage = await openStage()
    const { github, shop, octokit, ada } = stage
    const actions = [{ label: 'Help', description: 'What now?', identifier: 'help' }]
    await octokit.request(CREATE, {
      ...SHOP,
      name: 'x',
      head_sha: await getHead(stage),
      conclusion: 'failure',
      actions,
    })
    const [run] = shop.checkRuns
    if (run === undefined) throw new Error('there is no run')
    github.as(ada).rerequest(shop, run)
    github.as(ada).press(shop, run, 'help')
    await github.settled()
    expect(stage.sent()).toEqual([
      'check_run.created',
      'check_run.completed',
      'check_run.rerequested',
      'check_run.requested_action',
    ])
    const pressed = stage.received.find(({ payload }) => payload.action === 'requested_action')
    expect(pressed?.payload).toMatchObject({ requested_action: { identifier: 'help' }, sender: { login: 'ada' } })
  })
})

describe('required checks', () => {
  const required = (context: string, appId: number | null = null) => ({ context, appId })

  async function openPull(checks: (stage: Stage) => ReturnType<typeof required>[]) {
    const stage = await openStage()
    const { github, shop, mona } = stage
    const clone = await github.as(mona).clone(shop)
    await clone.branch('work')
    const head = await clone.commit('feat: b')
    await clone.push()
    const number = await github.as(mona).openPull(shop, { head: 'work' })
    await github.as(mona).protect(shop, 'main', checks(stage))
    return { ...stage, head, merge: async () => (await github.as(mona).merge(shop, number)).message }
  }

  test('pinned to an App are not met by others', async () => {
    const { github, shop, mona, head, merge } = await openPull(({ gate }) => [required('tdd-gate', gate.app.id)])
    const job = getClient(github, github.jobToken(shop, { checks: 'write' }))
    await job.request(CREATE, { ...SHOP, name: 'tdd-gate', head_sha: head, conclusion: 'success' })
    await github.as(mona).request('POST /repos/{owner}/{repo}/statuses/{sha}', {
      ...SHOP,
      sha: head,
      context: 'tdd-gate',
      state: 'success',
    })
    expect(await merge()).toBe('Required status check "tdd-gate" is expected.')
  })

  test('a required status of any App is met by a status, and both count when both are there', async () => {
    const { github, mona, octokit, head, merge } = await openPull(() => [required('ci')])
    const status = (state: 'pending' | 'failure' | 'success') =>
      github.as(mona).request('POST /repos/{owner}/{repo}/statuses/{sha}', { ...SHOP, sha: head, context: 'ci', state })
    await status('pending')
    expect(await merge()).toBe('Required status check "ci" is in progress.')
    await status('success')
    await octokit.request(CREATE, { ...SHOP, name: 'ci', head_sha: head, conclusion: 'action_required' })
    expect(await merge()).toBe('Required status check "ci" is failing.')
  })

  test.each(['success', 'neutral', 'skipped'] as const)('%s passes', async (conclusion) => {
    const { octokit, head, merge } = await openPull(() => [required('ci')])
    await octokit.request(CREATE, { ...SHOP, name: 'ci', head_sha: head, conclusion })
    expect(await merge()).toBe('Pull Request successfully merged')
  })

  test('that are several are counted', async () => {
    const { octokit, head, merge } = await openPull(() => [required('a'), required('b'), required('c')])
    expect(await merge()).toBe('3 of 3 required status checks are expected.')
    await octokit.request(CREATE, { ...SHOP, name: 'a', head_sha: head, conclusion: 'failure' })
    expect(await merge()).toBe('3 of 3 required status checks have not succeeded: 2 expected and 1 failing.')
  })

  test('a rule of a ruleset is reported as its violation, and Apps read its rules', async () => {
    const { github, shop, mona, octokit, merge, gate } = await openPull(() => [])
    await github
      .as(mona)
      .request('DELETE /repos/{owner}/{repo}/branches/{branch}/protection', { ...SHOP, branch: 'main' })
    const parameters = {
      strict_required_status_checks_policy: false,
      required_status_checks: [{ context: 'tdd-gate', integration_id: gate.app.id }],
    }
    const { data: ruleset } = await github.as(mona).request('POST /repos/{owner}/{repo}/rulesets', {
      ...SHOP,
      name: 'gate',
      target: 'branch',
      enforcement: 'active',
      conditions: { ref_name: { include: ['refs/heads/main'], exclude: [] } },
      rules: [{ type: 'required_status_checks', parameters }],
    })
    expect(await merge()).toBe('Repository rule violations found\n\nRequired status check "tdd-gate" is expected.\n\n')
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/rules/branches/{branch}', {
      ...SHOP,
      branch: 'main',
    })
    expect(data).toMatchObject([{ type: 'required_status_checks', ruleset_id: ruleset.id, parameters }])
    expect(shop.rulesets).toHaveLength(1)
    const route = 'PUT /repos/{owner}/{repo}/rulesets/{ruleset_id}'
    await github.as(mona).request(route, { ...SHOP, ruleset_id: ruleset.id, enforcement: 'disabled' })
    expect(await merge()).toBe('Pull Request successfully merged')
  })

  test.each(['calling', 'alone', 'two-jobs'] as const)(
    'or by the command that init prints for a workflow of the kind %s: the job is required, of GitHub Actions',
    async (kind) => {
      const { github, shop, mona, merge } = await openPull(() => [])
      await github
        .as(mona)
        .request('DELETE /repos/{owner}/{repo}/branches/{branch}/protection', { ...SHOP, branch: 'main' })
      const [, json = ''] =
        /^echo '([^']+)' \| gh api -X POST 'repos\/\{owner\}\/\{repo\}\/rulesets'/.exec(
          toRequired(kind, false).at(-1) ?? '',
        ) ?? []
      await github.as(mona).request('POST /repos/{owner}/{repo}/rulesets', { ...SHOP, ...JSON.parse(json) })
      expect(await merge()).toContain(`Required status check "${requiredCheck(kind)}" is expected.`)
      expect(JSON.stringify(shop.rulesets)).toContain('15368')
    },
  )
})
