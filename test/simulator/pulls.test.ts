import { describe, expect, test } from 'vitest'
import type { Person } from './person.ts'
import { getRefusal, openStage, SHOP, type Stage } from './stage.ts'
import type { WorkingClone } from './working-clone.ts'
import type { Issue } from './world.ts'

interface Opened extends Stage {
  readonly clone: WorkingClone
  readonly number: number
  readonly issue: Issue
  readonly person: Person
  /** As GitHub tells it now. */
  readonly told: () => Promise<Record<string, unknown>>
}

/** One open pull request of `work` with one commit. */
async function openPull(options: { title?: string; body?: string; draft?: boolean } = {}): Promise<Opened> {
  const stage = await openStage()
  const person = stage.github.as(stage.mona)
  const clone = await person.clone(stage.shop)
  await clone.branch('work')
  await clone.commit('feat: b\n\nTask: 1', { 'src/b.ts': '2\n' })
  await clone.push()
  const number = await person.openPull(stage.shop, { head: 'work', ...options })
  const issue = stage.shop.issues.get(number) as Issue
  const told = async () =>
    (await stage.octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', { ...SHOP, pull_number: number }))
      .data as never
  return { ...stage, clone, number, issue, person, told }
}

const actions = ({ github }: Stage) =>
  github.deliveries.log.filter(({ event }) => event === 'pull_request').map(({ action }) => action)

test('what cannot become a pull request is refused as GitHub does', async () => {
  const { person, shop } = await openPull()
  const getErrors = (asked: Promise<unknown>) =>
    asked.then(
      () => null,
      ({ status, response }) => ({ status, error: response.data.errors[0] }),
    )
  expect(await getErrors(person.openPull(shop, { head: 'work' }))).toMatchObject({
    status: 422,
    error: { message: 'A pull request already exists for acme:work.' },
  })
  expect(await getErrors(person.openPull(shop, { head: 'main' }))).toMatchObject({
    error: { message: 'No commits between main and main' },
  })
  expect(await getErrors(person.openPull(shop, { head: 'missing' }))).toMatchObject({
    error: { field: 'head', code: 'invalid' },
  })
})

test('a push moves the head and the test merge', async () => {
  const opened = await openPull()
  const before = await opened.told()
  const head = await opened.clone.commit('feat: c', { 'src/c.ts': '3\n' })
  await opened.clone.push()
  expect(await opened.told()).toMatchObject({
    head: { sha: head },
    commits: 2,
    changed_files: 2,
    additions: 2,
    mergeable: true,
  })
  expect((await opened.told())['merge_commit_sha']).not.toBe(before['merge_commit_sha'])
  await opened.github.settled()
  const sent = opened.github.deliveries.log.find(({ action }) => action === 'synchronize')
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ before: expect.any(String), after: head, number: opened.number })
})

test('a forced push replaces the head, and the push says so', async () => {
  const opened = await openPull()
  await opened.clone.git('commit', '--quiet', '--amend', '--message=feat: other')
  await opened.clone.push('--force')
  await opened.github.settled()
  expect(actions(opened)).toEqual(['opened', 'synchronize'])
  const pushes = opened.github.deliveries.log
    .filter(({ event }) => event === 'push')
    .map(({ body }) => JSON.parse(body).forced)
  expect(pushes.at(-1)).toBe(true)
})

test('a base that moves on is merged anew, and may conflict', async () => {
  const opened = await openPull()
  const { issue, person, told: result } = opened
  const before = issue.pull?.testMergeSha
  const other = await person.clone(opened.shop)
  await other.commit('feat: elsewhere', { 'src/z.ts': 'z\n' })
  await other.push()
  expect(issue.pull?.testMergeSha).not.toBe(before)
  await other.commit('feat: the same file', { 'src/b.ts': 'not 2\n' })
  await other.push()
  expect(await result()).toMatchObject({ mergeable: false, mergeable_state: 'dirty' })
  expect(await person.merge(opened.shop, opened.number)).toMatchObject({
    status: 405,
    message: 'Pull Request has merge conflicts',
  })
})

describe('merging', () => {
  test.each(['merge', 'squash', 'rebase'] as const)('by %s', async (method) => {
    const opened = await openPull({ title: 'Task', body: '' })
    const { clone, person, shop, number, issue } = opened
    await clone.commit('feat: c', { 'src/c.ts': '3\n' })
    await clone.push()
    const other = await person.clone(shop)
    await other.commit('feat: elsewhere', { 'src/z.ts': 'z\n' })
    await other.push()
    expect(await person.merge(shop, number, method)).toMatchObject({
      status: 200,
      message: 'Pull Request successfully merged',
    })
    await clone.git('fetch', '--quiet', 'origin')
    const subjects = (await clone.git('log', '--first-parent', '--format=%s', '-3', 'origin/main')).split('\n')
    const wanted = {
      merge: [`Merge pull request #${number} from acme/work`, 'feat: elsewhere', 'chore: the beginning'],
      squash: [`Task (#${number})`, 'feat: elsewhere', 'chore: the beginning'],
      rebase: ['feat: c', 'feat: b', 'feat: elsewhere'],
    }
    expect(subjects).toEqual(wanted[method])
    expect(await clone.git('ls-tree', '--name-only', '-r', 'origin/main')).toBe(
      'README.md\nsrc/a.ts\nsrc/b.ts\nsrc/c.ts\nsrc/z.ts',
    )
    expect(issue).toMatchObject({ state: 'closed', pull: { mergedBy: { login: 'mona' } } })
    expect(await opened.told()).toMatchObject({ merged: true, state: 'closed' })
  })

  test('is refused for drafts, closed ones, other heads and methods that are not allowed', async () => {
    const { person, shop, number, octokit } = await openPull({ draft: true })
    const merge = () => person.merge(shop, number)
    expect(await merge()).toMatchObject({ status: 405, message: 'Pull Request is still a draft' })
    person.markReady(shop, number)
    const route = 'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge'
    const other = octokit.request(route, { ...SHOP, pull_number: number, sha: 'a'.repeat(40) })
    expect(await getRefusal(other)).toMatchObject({
      status: 409,
      message: 'Head branch was modified. Review and try the merge again.',
    })
    await person.request('PATCH /repos/{owner}/{repo}', { ...SHOP, allow_merge_commit: false })
    expect(await merge()).toMatchObject({ status: 405, message: 'Merge commits are not allowed on this repository.' })
    await person.close(shop, number)
    expect(await merge()).toMatchObject({ status: 405, message: 'Pull Request is not mergeable' })
  })

  test('pushed to the base by hand it is merged too', async () => {
    const { clone, issue } = await openPull()
    await clone.git('push', '--quiet', 'origin', 'HEAD:main')
    expect(issue).toMatchObject({ state: 'closed', pull: { mergedAt: expect.any(String) } })
  })
})

test('a pull request is closed, loses its branch and is reopened', async () => {
  const opened = await openPull()
  const { person, shop, number, clone, issue } = opened
  await person.close(shop, number)
  await person.reopen(shop, number)
  await clone.git('push', '--quiet', 'origin', ':work')
  expect(issue.state).toBe('closed')
  expect(await getRefusal(person.reopen(shop, number))).toMatchObject({ status: 422 })
  await clone.push()
  await person.reopen(shop, number)
  await opened.github.settled()
  expect(actions(opened)).toEqual(['opened', 'closed', 'reopened', 'closed', 'reopened'])
})

test('retargeted, edited, labelled, made a draft and ready again', async () => {
  const opened = await openPull()
  const { person, shop, number, github, clone } = opened
  await clone.git('push', '--quiet', 'origin', 'origin/main:refs/heads/next')
  await person.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', {
    ...SHOP,
    pull_number: number,
    base: 'next',
    title: 'Other',
  })
  await person.label(shop, number, 'tdd')
  person.markDraft(shop, number)
  person.markReady(shop, number)
  await github.settled()
  expect(actions(opened)).toEqual(['opened', 'edited', 'labeled', 'converted_to_draft', 'ready_for_review'])
  const edited = github.deliveries.log.find(({ action }) => action === 'edited')
  expect(JSON.parse(edited?.body ?? '').changes).toMatchObject({
    base: { ref: { from: 'main' } },
    title: { from: 'A change' },
  })
  expect(await opened.told()).toMatchObject({ base: { ref: 'next' }, title: 'Other', draft: false })
})

test('a fork brings its head along, and stays apart', async () => {
  const { github, shop, octokit } = await openStage({ isPrivate: false })
  const eve = github.as(github.user('eve'))
  await eve.request('POST /repos/{owner}/{repo}/forks', SHOP)
  const fork = github.world.repositories.get('eve/shop')
  if (fork === undefined) throw new Error('there is no fork')
  const clone = await eve.clone(fork)
  await clone.branch('work')
  await clone.commit('feat: b', { 'src/b.ts': '2\n' })
  await clone.push()
  const number = await eve.openPull(shop, { head: 'eve:work' })
  const head = await clone.commit('feat: c', { 'src/c.ts': '3\n' })
  await clone.push()
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
    ...SHOP,
    pull_number: number,
  })
  expect(data).toMatchObject({ head: { sha: head, label: 'eve:work', repo: { full_name: 'eve/shop' } }, commits: 2 })
  const { data: run } = await octokit.request('POST /repos/{owner}/{repo}/check-runs', {
    ...SHOP,
    name: 'tdd-gate',
    head_sha: head,
  })
  expect(run.pull_requests).toEqual([])
})

test('lists by state, head and base, a page at a time', async () => {
  const { octokit, person, shop, clone, number } = await openPull()
  await clone.branch('more')
  await clone.commit('feat: more')
  await clone.push()
  const second = await person.openPull(shop, { head: 'more' })
  await person.close(shop, number)
  const list = async (query: object) =>
    (await octokit.request('GET /repos/{owner}/{repo}/pulls', { ...SHOP, ...query })).data.map((pull) => pull.number)
  expect(await list({})).toEqual([second])
  expect(await list({ state: 'all' })).toEqual([second, number])
  expect(await list({ state: 'all', head: 'acme:work' })).toEqual([number])
  expect(await list({ base: 'next' })).toEqual([])
  const page = await octokit.request('GET /repos/{owner}/{repo}/pulls', { ...SHOP, state: 'all', per_page: 1 })
  expect(page.headers.link).toContain('page=2>; rel="next"')
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls', {
    ...SHOP,
    commit_sha: await clone.git('rev-parse', 'HEAD'),
  })
  expect(data.map((pull) => pull.number)).toEqual([second])
})

test('what lies between two commits', async () => {
  const { octokit, clone, person, shop } = await openPull()
  const other = await person.clone(shop)
  const main = await other.git('rev-parse', 'HEAD')
  await other.commit('feat: elsewhere')
  await other.push()
  const head = await clone.git('rev-parse', 'HEAD')
  const compare = (basehead: string) =>
    octokit.request('GET /repos/{owner}/{repo}/compare/{basehead}', { ...SHOP, basehead })
  expect((await compare(`main...${head}`)).data).toMatchObject({
    status: 'diverged',
    ahead_by: 1,
    behind_by: 1,
    merge_base_commit: { sha: main },
    commits: [{ sha: head, commit: { message: 'feat: b\n\nTask: 1' }, author: { login: 'mona' } }],
    files: [{ filename: 'src/b.ts', status: 'added', patch: '@@ -0,0 +1 @@\n+2' }],
  })
  expect(await getRefusal(compare('main...missing'))).toMatchObject({ status: 404 })
})

test('the base is merged into the head by its button', async () => {
  const { person, shop, number, told: outcome } = await openPull()
  const route = 'PUT /repos/{owner}/{repo}/pulls/{pull_number}/update-branch'
  const update = () => person.request(route, { ...SHOP, pull_number: number })
  expect(await getRefusal(update())).toMatchObject({
    status: 422,
    message: 'There are no new commits on the base branch.',
  })
  const other = await person.clone(shop)
  await other.commit('feat: elsewhere', { 'src/z.ts': 'z\n' })
  await other.push()
  await update()
  expect(await outcome()).toMatchObject({ commits: 2 })
})
