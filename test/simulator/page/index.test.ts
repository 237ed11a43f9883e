import { expect, test } from 'vitest'
import { createRepository } from '../../support/repository.ts'
import type { Pull } from '../world.ts'
import { readCommits, readOneCommit } from './commits.ts'
import { servePage } from './index.ts'
import { openShown } from './page-world.ts'

test('every page has its address, and nothing of the world gets out of its text', async () => {
  const { github, shop, run, number, refused, address } = await openShown()
  const issue = shop.issues.get(number)
  if (issue === undefined) throw new Error('the pull request is missing')
  issue.title = '</title><script>alert(1)</script>'
  const ask = (path: string, options: RequestInit = {}) =>
    fetch(new URL(path, github.url), { redirect: 'manual', ...options })
  const getStatus = async (path: string, options?: RequestInit) => (await ask(path, options)).status

  const page = await ask(address)
  const text = await page.text()
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  )
  expect(text).not.toMatch(/<script|href="javascript:|<[^>]*onerror=/i)
  expect(text).toContain('<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; #2</title>')
  expect(text).not.toContain('http-equiv="refresh"')
  expect(await (await ask(`${address}?live`)).text()).toContain('<meta http-equiv="refresh" content="2">')

  const check = shop.checkRuns[0]?.id
  const artifact = `/acme/shop/actions/runs/${run.id}/artifacts/${shop.artifacts[0]?.id}`
  for (const path of ['/', '/acme', '/tdd-gate', '/ACME/Shop', '/acme/shop/issues/1', `/acme/shop/commit/${refused}`])
    expect(await getStatus(path), path).toBe(200)
  for (const path of [
    `/acme/shop/runs/${check}`,
    `/acme/shop/actions/runs/${run.id}`,
    `/acme/shop/actions/runs/${run.id}/job/1`,
  ])
    expect(await getStatus(path), path).toBe(200)
  for (const path of [
    `/acme/shop/blob/${refused}/src/none.js`,
    '/acme/shop/blob/main/src/discount.js',
    '/nobody',
    '/nobody/nothing',
    '/acme/shop/pull/99',
    '/acme/shop/pull/x',
    '/acme/shop/runs/1',
    '/acme/shop/wiki',
  ])
    expect(await getStatus(path), path).toBe(404)
  for (const path of [
    '/acme/shop/commit/HEAD',
    `/acme/shop/commit/${'0'.repeat(40)}`,
    '/acme/shop/actions/runs/1',
    `${artifact}1`,
    '/%zz',
  ])
    expect(await getStatus(path), path).toBe(404)
  expect((await ask(`/acme/shop/issues/${number}`)).headers.get('location')).toBe(`/acme/shop/pull/${number}`)

  const file = await (await ask(`/acme/shop/blob/${refused}/src/discount.js`)).text()
  expect(file).toContain('<h1>src/discount.js</h1>')
  expect(file).toContain('<li id="L1">&lt;b&gt;</li>')

  for (const path of ['/', '/acme/shop'])
    expect((await (await ask(path)).text()).replace(/<[^>]+>|\s+/g, ' '), path).toMatch(
      /Who is who.* mona +admin .* ada +write .* tdd-gate +bot +App /,
    )

  const runText = await (await ask(`/acme/shop/actions/runs/${run.id}`)).text()
  expect(runText).toMatch(/<h3>measure<\/h3>[\s\S]*<h6>Measured<\/h6>[\s\S]*<table>[\s\S]*npm test/)
  const download = await ask(artifact)
  expect(download.headers.get('content-disposition')).toBe('attachment; filename="tdd-gate-evidence-1.zip"')
  expect(await download.text()).toBe('PK')
  expect(await (await ask('/', { method: 'HEAD' })).text()).toBe('')
  expect(servePage(github.world, { method: 'POST', url: new URL(github.url) })).toBeNull()
  expect(servePage(github.world, { method: 'GET', url: new URL('/nobody/nothing', github.url) })).toBeNull()
})

test('commits have the trailers that git reads, and stay those of a pull request after its merge', async () => {
  await using repository = await createRepository()
  const place = { folder: repository.dir }
  const baseSha = await repository.commit('base')
  await repository.branch('topic')
  await repository.commit('test: a\n\nPhase: green\n\nTask: 1\nPhase: red\nTask: 1.1')
  const headSha = await repository.commit('feat: b\n\nwords\n\n  Phase: red\nwords again')
  const pull = { baseBranch: 'main', baseSha, headSha, mergedAt: null } as Pull
  const result = (await readCommits(place, pull)).map(({ subject, phase, task }) => ({ subject, phase, task }))
  expect(result).toEqual([
    { subject: 'test: a', phase: 'red', task: '1.1' },
    { subject: 'feat: b', phase: null, task: null },
  ])
  await repository.checkout('main')
  const merge = await repository.merge('topic')
  expect(await readCommits(place, { ...pull, mergedAt: '2026-01-01T00:00:00Z' })).toHaveLength(2)
  expect(await readOneCommit(place, merge)).toMatchObject({
    isMerge: true,
    author: 'Mona',
    date: expect.stringMatching(/^2026-01-01T.*Z$/),
  })
  expect(await readOneCommit(place, '0'.repeat(40))).toBeNull()
})

test('a live page stops looking again once its issue or pull request is closed', async () => {
  const { github, mona, number, address } = await openShown()
  const isFollowed = async () => (await (await fetch(`${address}?live`)).text()).includes('http-equiv="refresh"')
  expect(await isFollowed()).toBe(true)
  await github.as(mona).request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', {
    owner: 'acme',
    repo: 'shop',
    pull_number: number,
    state: 'closed',
  })
  expect(await isFollowed()).toBe(false)
})
