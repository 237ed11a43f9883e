import { describe, expect, test } from 'vitest'
import { isStarted, skipsRuns } from './filters.ts'
import { openSmallWorld, type SmallWorld } from './small-world.ts'
import type { WorkflowFile } from './workflow-file.ts'

const FILE = '.github/workflows/ci.yml'
const workflow = (on: string, run = 'true', more = '') =>
  `on: ${on}\n${more}jobs:\n  build:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: ${run}\n`
const job = (small: SmallWorld) => ({
  kind: 'job' as const,
  user: small.user('github-actions[bot]'),
  app: [...small.world.apps.values()][0]!,
  permissions: {},
  repositoryId: 1,
})

describe('filters', () => {
  const branch = (name: string) => ({ event: 'push', action: null, branch: name, tag: null })
  const pull = (action: string) => ({ event: 'pull_request', action, branch: 'main', tag: null })
  const tag = { event: 'push', action: null, branch: null, tag: 'v1.2' }
  const on = (events: object) => ({ on: events, jobs: {} }) as unknown as WorkflowFile

  test.each([
    [{ push: null }, branch('x'), true],
    [{ pull_request: null }, branch('x'), false],
    [{ push: { branches: ['main'] } }, branch('main'), true],
    [{ push: { branches: ['main'] } }, branch('other'), false],
    [{ push: { branches: 'releases/**' } }, branch('releases/1/x'), true],
    [{ push: { branches: ['releases/*'] } }, branch('releases/1/x'), false],
    [{ push: { branches: ['v[12].[0-9]+'] } }, branch('v1.10'), true],
    [{ push: { branches: ['**', '!wip/**'] } }, branch('wip/a'), false],
    [{ push: { branches: ['**', '!wip/**', 'wip/now'] } }, branch('wip/now'), true],
    [{ push: { 'branches-ignore': ['main'] } }, branch('main'), false],
    [{ push: { 'branches-ignore': ['main'] } }, branch('work'), true],
    [{ push: { branches: ['a.c'] } }, branch('abc'), false],
    [{ push: { branches: ['main'] } }, tag, false],
    [{ push: { tags: ['v*'] } }, tag, true],
    [{ push: { tags: ['v*'] } }, branch('v1.2'), false],
    [{ push: null }, tag, true],
    [{ pull_request: null }, pull('synchronize'), true],
    [{ pull_request: null }, pull('edited'), false],
    [{ pull_request: { types: ['edited'] } }, pull('edited'), true],
    [{ pull_request: { types: ['edited'] } }, pull('opened'), false],
    [{ pull_request: { branches: ['release'] } }, pull('opened'), false],
    [{ merge_group: null }, { event: 'merge_group', action: 'destroyed', branch: null, tag: null }, false],
  ])('%j on %j: %s', (events, happened, expected) => {
    expect(isStarted(on(events), happened)).toBe(expected)
  })

  test('by path are refused: nothing runs or stays away by mistake', () => {
    expect(() => isStarted(on({ push: { paths: ['src/**'] } }), branch('main'))).toThrow('Filters by path')
  })

  test.each([
    ['a change', false],
    ['a change [skip ci]', true],
    ['a change\n\n[no ci]', true],
    ['skip ci', false],
    ['a change\n\n\nskip-checks: true', true],
  ])('%j keeps runs away: %s', (message, expected) => {
    expect(skipsRuns(message)).toBe(expected)
  })
})

describe('a push', () => {
  test('runs the workflows of its tip, with what happened in the event file', async () => {
    await using small = await openSmallWorld()
    const shop = small.repository('acme/shop')
    const first = await shop.run({
      [FILE]: workflow(
        'push',
        `node -p "const e = require(process.env.GITHUB_EVENT_PATH); JSON.stringify([e.ref, e.before, e.head_commit.message])"; echo "$GITHUB_SHA $GITHUB_REF_NAME $GITHUB_WORKFLOW_REF"`.replace(
          /^/,
          '|\n          ',
        ),
      ),
    })
    const second = await shop.run({ 'a.txt': 'a' }, { message: 'second' })
    expect(shop.log('build')).toContain(`["refs/heads/main","${first}","second"]`)
    expect(shop.log('build')).toContain(`${second} main acme/shop/${FILE}@refs/heads/main`)
    expect(shop.repository.runs.map(({ number, headSha, headBranch }) => [number, headSha, headBranch])).toEqual([
      [1, first, 'main'],
      [2, second, 'main'],
    ])
  })

  test('by the token of a job starts nothing, nor does one that says so', async () => {
    await using small = await openSmallWorld()
    const shop = small.repository('acme/shop')
    await shop.run({ [FILE]: workflow('push') }, { message: 'first [skip ci]' })
    await shop.run({ 'a.txt': 'a' }, { by: job(small) })
    expect(shop.repository.runs).toEqual([])
  })

  test('of a workflow that GitHub cannot read fails as such', async () => {
    await using small = await openSmallWorld()
    const shop = small.repository('acme/shop')
    await shop.run({ [FILE]: 'on: push\njobs:\n  build:\n    steps: 3\n' })
    expect(shop.repository.runs[0]).toMatchObject({ conclusion: 'startup_failure', name: FILE })
    expect(shop.repository.checkRuns).toEqual([])
  })
})

describe('a pull request', () => {
  test('runs at the merge that GitHub tries, and is seen on its head', async () => {
    await using small = await openSmallWorld()
    const shop = small.repository('acme/shop')
    await shop.run({
      [FILE]: workflow('pull_request', 'echo "$GITHUB_SHA $GITHUB_REF $GITHUB_HEAD_REF>$GITHUB_BASE_REF"'),
    })
    const head = shop.push({ 'a.txt': 'a' }, { branch: 'work' })
    const issue = shop.open('work')
    await small.actions.settled()
    expect(shop.log('build')).toContain(`${issue.pull?.testMergeSha} refs/pull/1/merge work>main`)
    expect(shop.checks(head).map(({ name, conclusion, app }) => [name, conclusion, app.id])).toEqual([
      ['build', 'success', 15368],
    ])
  })

  test('runs for every push, though the next one has come already; pushes know of it', async () => {
    await using small = await openSmallWorld()
    const shop = small.repository('acme/shop')
    await shop.run({ [FILE]: workflow('[push, pull_request]') }, { message: '[skip ci]' })
    const heads = [shop.push({ 'a.txt': '0' }, { branch: 'work' })]
    const issue = shop.open('work')
    for (const text of ['1', '2']) {
      const head = shop.push({ 'a.txt': text }, { branch: 'work' })
      issue.pull!.headSha = head
      shop.tell(issue, 'synchronize')
      heads.push(head)
    }
    await small.actions.settled()
    const of = (name: string) => shop.repository.runs.filter(({ event }) => event === name)
    expect(of('pull_request').map(({ headSha }) => headSha)).toEqual(heads)
    expect(of('push').map(({ headSha, pulls }) => [headSha, pulls])).toEqual(
      heads.map((head, at) => [head, at === 0 ? [] : [1]]),
    )
  })

  test('with a conflict runs nothing', async () => {
    await using small = await openSmallWorld()
    const shop = small.repository('acme/shop')
    await shop.run({ [FILE]: workflow('pull_request'), 'a.txt': 'a\n' })
    shop.push({ 'a.txt': 'b\n' }, { branch: 'work' })
    shop.push({ 'a.txt': 'c\n' })
    shop.open('work')
    await small.actions.settled()
    expect(shop.repository.runs).toEqual([])
  })

  test('of a job waits for a writer', async () => {
    await using small = await openSmallWorld()
    const shop = small.repository('acme/shop')
    await shop.run({ [FILE]: workflow('pull_request') })
    shop.push({ 'a.txt': 'a' }, { branch: 'work' })
    shop.open('work', { by: job(small) })
    await small.actions.settled()
    expect(shop.repository.runs[0]).toMatchObject({ status: 'completed', conclusion: 'action_required' })
    expect(shop.repository.checkRuns).toEqual([])
  })

  test('of a fork waits for a first word, and then only reads', async () => {
    await using small = await openSmallWorld()
    const shop = small.repository('acme/shop')
    const asks = `|\n          echo "url: [$ACTIONS_ID_TOKEN_REQUEST_URL]"; echo "head: $GITHUB_HEAD_REF"`
    const permissions = 'permissions: { contents: write, id-token: write, checks: write }\n'
    await shop.run({ [FILE]: workflow('pull_request', asks, permissions) })
    const fork = small.repository('mallory/shop', { fork: { parentId: shop.repository.id } })
    fork.git('fetch', '--quiet', shop.repository.folder, 'main:main')
    fork.push({ 'a.txt': 'a' }, { branch: 'work' })
    shop.open('work', { from: fork, by: { kind: 'user', user: small.user('mallory') } })
    await small.actions.settled()
    const [run] = shop.repository.runs
    expect([run?.conclusion, run?.pulls, run?.headRepositoryId]).toEqual(['action_required', [], fork.repository.id])
    small.actions.approve(run!)
    await small.actions.settled()
    expect(shop.jobs()).toEqual(['build: success'])
    expect(shop.log('build')).toContain('url: []')
    expect(shop.log('build')).toContain('Permissions\nChecks: read\nContents: read\nMetadata: read\n##[endgroup]')
    expect(run).toMatchObject({ attempt: 1, conclusion: 'success' })
  })

  test('of a fork of a known account runs at once', async () => {
    await using small = await openSmallWorld()
    const shop = small.repository('acme/shop', { roles: new Map([['mallory', 'write']]) })
    await shop.run({ [FILE]: workflow('pull_request') })
    const fork = small.repository('mallory/shop', { fork: { parentId: shop.repository.id } })
    fork.git('fetch', '--quiet', shop.repository.folder, 'main:main')
    fork.push({ 'a.txt': 'a' }, { branch: 'work' })
    shop.open('work', { from: fork, by: { kind: 'user', user: small.user('mallory') } })
    await small.actions.settled()
    expect(shop.jobs()).toEqual(['build: success'])
  })
})

test('a merge group runs at its own commit', async () => {
  await using small = await openSmallWorld()
  const shop = small.repository('acme/shop')
  const sha = await shop.run({ [FILE]: workflow('merge_group', 'echo "$GITHUB_SHA $GITHUB_REF"') })
  const head_ref = 'refs/heads/gh-readonly-queue/main/pr-1-x'
  shop.git('update-ref', head_ref, sha)
  const group = { head_sha: sha, head_ref, base_sha: sha, base_ref: 'refs/heads/main' }
  const caller = { kind: 'user' as const, user: small.user('mona') }
  small.world.emit({
    kind: 'webhook',
    name: 'merge_group',
    action: 'checks_requested',
    repository: shop.repository,
    caller,
    payload: { merge_group: group },
  })
  await small.actions.settled()
  expect(shop.repository.runs[0]).toMatchObject({ event: 'merge_group', headBranch: 'gh-readonly-queue/main/pr-1-x' })
  expect(shop.log('build')).toContain(`${sha} ${head_ref}`)
})

test('a person starts a workflow with inputs', async () => {
  await using small = await openSmallWorld()
  const shop = small.repository('acme/shop')
  const on = '{ workflow_dispatch: { inputs: { who: { type: string, default: world }, loud: { type: boolean } } } }'
  await shop.run({
    [FILE]: workflow(on, 'echo "${{ inputs.who }} ${{ inputs.loud && 1 || 2 }} ${{ github.event.inputs.who }}"'),
  })
  const caller = { kind: 'user' as const, user: small.user('mona') }
  const about = { repository: shop.repository, ref: 'main', caller }
  await small.actions.dispatch(FILE, { ...about, inputs: { who: 'mona', loud: true } })
  await small.actions.settled()
  expect(shop.log('build')).toContain('mona 1 mona')
  expect(await small.actions.dispatch('.github/workflows/none.yml', { ...about, inputs: {} })).toEqual([])
})
