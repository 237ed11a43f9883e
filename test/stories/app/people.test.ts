/** What people say under a pull request, over HTTP to the real App: who may, who may not, and what counts as said. */
import { beforeAll, expect, test } from 'vitest'
import { connect } from '../../../src/github/connect.ts'
import { commandOnGitHub } from '../../../src/operations/github-command.ts'
import { shareStory } from '../../support/app-story.ts'

const story = shareStory({ isMeasured: false })

beforeAll(async () => {
  const { github, shop, mona, gate } = story()
  await github.as(mona).protect(shop, 'main', [{ context: 'tdd-gate', appId: gate.app.id }])
})

async function openWork(name: string) {
  const { github, shop, ada, settled } = story()
  const clone = await github.as(ada).clone(shop)
  await clone.branch(name)
  const head = await clone.commit(`docs: ${name}`, { 'a.md': `${name}\n` })
  await clone.push()
  const number = await github.as(ada).openPull(shop, { head: name })
  await settled()
  return { clone, head, number }
}

test('who may not is refused, and an override holds for one head', async () => {
  const { github, shop, ada, bob, mona, say, settled, checkOf } = story()
  const { clone, head, number } = await openWork('excused')
  expect(checkOf(number)).toMatchObject({ conclusion: 'action_required' })
  expect((await say(bob, number, '/tdd pause')).reply).toContain('Only people with the write')
  expect((await say(ada, number, `/tdd override ${head.slice(0, 9)} trust me`)).reactions).toEqual(['eyes', '-1'])
  github.grant(shop, ada, 'maintain')
  expect((await say(ada, number, `/tdd override ${head.slice(0, 9)} trust me`)).reply).toContain(
    'cannot decide about their own work',
  )
  github.grant(shop, ada, 'write')
  expect(await github.as(mona).merge(shop, number)).toMatchObject({ status: 405 })
  const granted = await say(mona, number, `/tdd override ${head.slice(0, 9)} the runner is broken`)
  expect(granted.reply).toContain('Gate overridden')
  expect(checkOf(number)).toMatchObject({ conclusion: 'success' })
  expect(checkOf(number)?.output.title).toBe('Overridden by @mona: the runner is broken')
  await clone.commit('docs: two', { 'a.md': '2\n' })
  await clone.push()
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'action_required' })
  expect(await github.as(mona).merge(shop, number)).toMatchObject({ status: 405 })
})

test('paused, resumed, helped, mistyped, aborted', async () => {
  const { github, shop, ada, mona, say, settled, checkOf } = story()
  const { number } = await openWork('paused')
  // As `tdd-gate pause --reason lunch --github` does it, with the token of a person.
  const client = connect({ token: github.as(ada).token, baseUrl: github.apiUrl, asker: 'person' })
  const word = { repository: { owner: 'acme', repo: 'shop' }, branch: 'paused', args: ['pause', 'lunch'] }
  const said = await commandOnGitHub(client, word, settled)
  expect(said).toMatchObject({ pullRequest: number, sign: '+1', check: { title: 'Paused by @ada: lunch' } })
  expect(checkOf(number)).toMatchObject({ conclusion: 'failure', output: { title: 'Paused by @ada: lunch' } })
  await say(mona, number, '/tdd resume')
  expect(checkOf(number)).toMatchObject({ conclusion: 'action_required' })
  expect((await say(ada, number, '/tdd help')).reply).toContain('/tdd override')
  expect((await say(ada, number, '/tdd pasue')).reply).toContain('pause')
  expect((await say(ada, number, '/tdd abort --delete-branch')).reactions).toEqual(['eyes', '+1'])
  expect((await say(ada, number, '/tdd abort')).reactions).toEqual(['eyes', '+1'])
  await expect(
    github
      .as(ada)
      .clone(shop)
      .then((clone) => clone.git('checkout', 'paused')),
  ).rejects.toThrow('paused')
  expect(shop.issues.get(number)?.state).toBe('closed')
})

test('quoted, in code, edited, or by a bot, a command is none', async () => {
  const { github, shop, ada, mona, say, settled, checkOf } = story()
  const { number } = await openWork('quoted')
  const decisions = () => shop.checkRuns.filter(({ name }) => name === 'tdd-gate/decision').length
  const before = decisions()
  for (const text of [
    '> /tdd pause',
    '```\n/tdd pause\n```',
    '`/tdd pause`',
    'I would say /tdd pause',
    '    /tdd pause',
  ])
    expect(await say(mona, number, text)).toEqual({ reply: '', reactions: [] })
  const id = await github.as(ada).comment(shop, number, 'Nice weather')
  const place = { owner: 'acme', repo: 'shop', comment_id: id }
  await github
    .as(ada)
    .request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', { ...place, body: '/tdd pause' })
  const bot = github.jobToken(shop, { issues: 'write', pull_requests: 'write' })
  await fetch(`${github.apiUrl}/repos/acme/shop/issues/${number}/comments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bot}`, 'content-type': 'application/json' },
    body: JSON.stringify({ body: '/tdd override because' }),
  })
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'action_required' })
  expect(decisions()).toBe(before)
})

test("edits of the App's comment and checks by another account do not count", async () => {
  const { github, shop, mona, gate, settled, checkOf, saidUnder } = story()
  const { head, number } = await openWork('forged')
  const [before = ''] = saidUnder(number)
  const own = [...shop.comments.values()].find(({ issue, author }) => issue === number && author === gate.app.bot)
  const place = { owner: 'acme', repo: 'shop', comment_id: own?.id ?? 0 }
  const body = before.replace('action_required', 'success')
  await github
    .as(mona)
    .request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', { ...place, body: `${body}!` })
  const job = github.jobToken(shop, { checks: 'write' })
  const forged = await fetch(`${github.apiUrl}/repos/acme/shop/check-runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${job}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'tdd-gate', head_sha: head, status: 'completed', conclusion: 'success' }),
  })
  expect(forged.status).toBe(201)
  await settled()
  expect(saidUnder(number)).toEqual([before])
  expect(checkOf(number)).toMatchObject({ conclusion: 'action_required' })
  expect(await github.as(mona).merge(shop, number)).toMatchObject({ status: 405 })
})

test('an organisation that asks for its property and offers the gate: only where the property is on, there is a check and the offer', async () => {
  const { github, gate, ada, settled } = story()
  const settings = 'version: 1\nenabledBy: property\nonboarding: pull-request\n'
  const open = async (name: string, files: Readonly<Record<string, string>>) => {
    const repository = await github.repository({ owner: 'globex', name, isPrivate: false, files })
    github.grant(repository, ada, 'write')
    return repository
  }
  await open('.github', { 'tdd-gate.yml': settings })
  const [on, off] = [await open('on', { 'a.md': '1\n' }), await open('off', { 'a.md': '1\n' })]
  on.properties.set('tdd-gate', 'on')
  for (const repository of [on, off]) {
    gate.installOn(repository)
    const clone = await github.as(ada).clone(repository)
    await clone.branch('work')
    await clone.commit('docs: two', { 'a.md': '2\n' })
    await clone.push()
    await github.as(ada).openPull(repository, { head: 'work' })
  }
  await settled()
  const seen = ({ issues, checkRuns }: typeof on) => [
    [...issues.values()].map(({ pull }) => pull?.headBranch).toSorted(),
    new Set(checkRuns.filter(({ app }) => app === gate.app).map(({ name }) => name)),
  ]
  expect(seen(on)).toEqual([['tdd-gate/onboarding', 'work'], new Set(['tdd-gate'])])
  expect(seen(off)).toEqual([['work'], new Set()])
})
