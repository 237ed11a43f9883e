import { describe, expect, test } from 'vitest'
import { getRefusal, openStage, SHOP } from './stage.ts'
import { cloneRepository } from './working-clone.ts'

test('an account with write access pushes, one with read access clones, and any other finds nothing', async () => {
  const { github, shop, ada, bob } = await openStage()
  const clone = await github.as(ada).clone(shop)
  await clone.branch('work')
  const head = await clone.commit('feat: more', { 'src/b.ts': '2\n' })
  await clone.push()
  expect(await clone.git('ls-remote', 'origin', 'refs/heads/work')).toContain(head)
  const reading = await github.as(bob).clone(shop)
  await reading.commit('feat: mine')
  await expect(reading.push()).rejects.toThrow('403')
  await expect(github.as(github.user('eve')).clone(shop)).rejects.toThrow('not found')
  const url = `${github.url}/acme/shop.git`
  await expect(cloneRepository(`${clone.folder}/anonymous`, { url, login: 'nobody' })).rejects.toThrow(
    'could not read Username',
  )
})

test('any account clones a public repository', async () => {
  const { github, shop } = await openStage({ isPrivate: false })
  const clone = await github.as(github.user('eve')).clone(shop)
  expect(await clone.git('log', '--format=%s')).toBe('chore: the beginning')
})

describe('a protected branch', () => {
  test('takes no push that has not what it asks for', async () => {
    const { github, shop, mona, gate, octokit } = await openStage()
    await github.as(mona).protect(shop, 'main', [{ context: 'tdd-gate', appId: gate.app.id }])
    const clone = await github.as(mona).clone(shop)
    const head = await clone.commit('feat: past the gate')
    const pushed = clone.push()
    await expect(pushed).rejects.toThrow('GH006: Protected branch update failed for refs/heads/main.')
    await expect(pushed).rejects.toThrow('Required status check "tdd-gate" is expected.')
    await expect(pushed).rejects.toThrow('protected branch hook declined')
    await github.settled()
    expect(github.deliveries.log.map(({ event }) => event)).not.toContain('push')

    await clone.branch('work')
    await clone.push()
    await octokit.request('POST /repos/{owner}/{repo}/check-runs', {
      ...SHOP,
      name: 'tdd-gate',
      head_sha: head,
      conclusion: 'success',
    })
    await clone.git('push', '--quiet', 'origin', 'HEAD:main')
  })

  test('is neither rewritten nor deleted', async () => {
    const { github, shop, mona } = await openStage()
    await github.as(mona).protect(shop, 'main', [])
    const clone = await github.as(mona).clone(shop)
    await clone.git('commit', '--quiet', '--amend', '--message=other')
    await expect(clone.push('--force')).rejects.toThrow('Cannot force-push to this branch')
    await expect(clone.git('push', 'origin', ':main')).rejects.toThrow('Cannot delete this branch')
  })

  test('by a ruleset: in the words of rulesets, past those who may bypass it', async () => {
    const { github, shop, mona, ada, gate } = await openStage()
    await github.as(mona).request('POST /repos/{owner}/{repo}/rulesets', {
      ...SHOP,
      name: 'gate',
      target: 'branch',
      enforcement: 'active',
      conditions: { ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] } },
      rules: [
        {
          type: 'required_status_checks',
          parameters: {
            strict_required_status_checks_policy: false,
            required_status_checks: [{ context: 'tdd-gate', integration_id: gate.app.id }],
          },
        },
      ],
      bypass_actors: [{ actor_id: 5, actor_type: 'RepositoryRole', bypass_mode: 'always' }],
    })
    const clone = await github.as(ada).clone(shop)
    await clone.commit('feat: past the gate')
    await expect(clone.push()).rejects.toThrow('GH013: Repository rule violations found for refs/heads/main.')
    await clone.git(
      'push',
      '--quiet',
      `${github.url}/acme/shop.git`.replace('//', `//x:${github.as(mona).token}@`),
      'HEAD:main',
    )
  })
})

test("refs of pull requests are GitHub's own: every account fetches them, none pushes them", async () => {
  const { github, shop, ada } = await openStage()
  const clone = await github.as(ada).clone(shop)
  await clone.branch('work')
  const head = await clone.commit('feat: more')
  await clone.push()
  const number = await github.as(ada).openPull(shop, { head: 'work' })
  await clone.git('fetch', '--quiet', 'origin', `refs/pull/${number}/head`)
  expect(await clone.git('rev-parse', 'FETCH_HEAD')).toBe(head)
  await clone.git('fetch', '--quiet', 'origin', `refs/pull/${number}/merge`)
  expect(await clone.git('rev-parse', 'FETCH_HEAD^2')).toBe(head)
  await expect(clone.git('push', 'origin', `HEAD:refs/pull/${number}/head`)).rejects.toThrow(
    'deny updating a hidden ref',
  )
})

test('tokens of Apps and jobs change no workflow without the permission for it', async () => {
  const { github, shop } = await openStage()
  const token = github.jobToken(shop, { contents: 'write' })
  const url = `${github.url}/acme/shop.git`.replace('//', `//x-access-token:${token}@`)
  const clone = await cloneRepository(`${shop.folder}-clones`, { url, login: 'robot' })
  await clone.commit('ci: mine', { '.github/workflows/ci.yml': 'on: push\n' })
  await expect(clone.push()).rejects.toThrow(
    'refusing to allow a GitHub App to create or update workflow `.github/workflows/ci.yml` without `workflows` permission',
  )
})

test('a large push arrives whole', async () => {
  const { github, shop, ada } = await openStage()
  const clone = await github.as(ada).clone(shop)
  await clone.branch('large')
  const text = Array.from({ length: 200_000 }, (_, line) => `${line} ${(line * 2_654_435_761) % 4_294_967_296}`).join(
    '\n',
  )
  const head = await clone.commit('feat: large', { 'large.txt': text })
  await clone.push()
  expect(await clone.git('ls-remote', 'origin', 'refs/heads/large')).toContain(head)
})

test('an App moves refs by REST, and may not where the rules forbid it', async () => {
  const { github, shop, mona, octokit } = await openStage()
  const { data: main } = await octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', {
    ...SHOP,
    ref: 'heads/main',
  })
  const at = { ...SHOP, ref: 'refs/heads/tdd/1', sha: main.object.sha }
  await octokit.request('POST /repos/{owner}/{repo}/git/refs', at)
  expect(await getRefusal(octokit.request('POST /repos/{owner}/{repo}/git/refs', at))).toEqual({
    status: 422,
    message: 'Reference already exists',
  })
  expect(await getRefusal(octokit.request('POST /repos/{owner}/{repo}/git/refs', { ...at, ref: 'tdd' }))).toMatchObject(
    {
      status: 422,
    },
  )
  expect(
    await getRefusal(octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', { ...SHOP, ref: 'heads/tdd' })),
  ).toMatchObject({ status: 404 })
  const matching = async (ref: string) =>
    (await octokit.request('GET /repos/{owner}/{repo}/git/matching-refs/{ref}', { ...SHOP, ref })).data
  expect(await matching('heads/td')).toMatchObject([{ ref: at.ref, object: { sha: at.sha } }])
  expect(await matching('heads/nothing')).toEqual([])
  const tree = (await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}', { ...SHOP, ref: 'main' })).data.commit
    .tree.sha
  const commit = async (parents: string[]) =>
    (await octokit.request('POST /repos/{owner}/{repo}/git/commits', { ...SHOP, message: 'm', tree, parents })).data.sha
  const next = await commit([main.object.sha])
  const move = (ref: string, sha: string, force = false) =>
    octokit.request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', { ...SHOP, ref, sha, force })
  await move('heads/tdd/1', next)
  expect(await getRefusal(move('heads/tdd/1', await commit([])))).toEqual({
    status: 422,
    message: 'Update is not a fast forward',
  })
  await move('heads/tdd/1', await commit([]), true)
  await github.as(mona).protect(shop, 'main', [{ context: 'ci', appId: null }])
  expect(await getRefusal(move('heads/main', next))).toEqual({
    status: 422,
    message: 'Required status check "ci" is expected.',
  })
  await github.settled()
  expect(
    github.deliveries.log.filter(({ event }) => event === 'push').map(({ body }) => JSON.parse(body).forced),
  ).toEqual([false, false, true])
})

test('an author who is named is not verified', async () => {
  const { github, octokit, ada } = await openStage()
  const { data: main } = await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}', { ...SHOP, ref: 'main' })
  const author = { name: 'tdd-gate[bot]', email: 'x@example.com' }
  const route = 'POST /repos/{owner}/{repo}/git/commits'
  const given = { ...SHOP, message: 'm', tree: main.commit.tree.sha, parents: [main.sha] }
  expect((await octokit.request(route, { ...given, author })).data.verification).toMatchObject({
    verified: false,
    reason: 'unsigned',
  })
  expect((await github.as(ada).request(route, given)).data.verification.verified).toBe(false)
})
