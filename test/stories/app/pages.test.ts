/** People read the App's pages: only what they may read on GitHub, and only after they signed in there. */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import axe from 'axe-core'
import { chromium, type Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { showOAuth } from '../../simulator/oauth.ts'
import { measureContrast, measureOverflow } from '../../simulator/page/in-browser.ts'
import { openAppStory, push, red } from '../../support/app-story.ts'

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const SCREENSHOTS = new URL('../../../screenshots/', import.meta.url)

/** The public address must be known before the App listens. */
async function findPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

/** A browser as far as the protocol goes: cookies, and redirects one by one. */
function openReader() {
  const cookies = new Map<string, string>()
  const ask = async (address: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address, { redirect: 'manual', ...init, headers: { cookie, ...init.headers } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      expect(line).toMatch(/; HttpOnly; SameSite=Lax; Secure$/)
      cookies.set(name, value)
    }
    return answer
  }
  const follow = async (address: string): Promise<Response> => {
    const answer = await ask(address)
    const location = answer.headers.get('location')
    return location === null ? answer : follow(new URL(location, address).href)
  }
  return { cookies, ask, follow }
}

const SESSION = 'tdd-gate-session'

async function openPagesStory() {
  const port = await findPort()
  const url = `http://127.0.0.1:${port}`
  const client = { clientId: 'Iv1.story', clientSecret: 'b7c1e90d5f3a84e26be0517c8a94d2f6' }
  const env = {
    PORT: port,
    TDD_GATE_URL: url,
    GITHUB_CLIENT_ID: client.clientId,
    GITHUB_CLIENT_SECRET: client.clientSecret,
  }
  const story = await openAppStory({ env })
  const oauth = showOAuth(story.github, { ...client, callback: `${url}/signed-in` }, story.ada)
  const { branch, number } = await story.startTask(['first', 'second'])
  const clone = await story.agent(story.ada, branch)
  await red(clone, 'first', '1.1')
  await push(clone, 'feat: <b>first</b>', 'Task: 1.1\nPhase: green', { 'src/first.txt': 'first\n' })
  await red(clone, 'second', '1.2')
  await push(clone, 'feat: second', 'Task: 1.2\nPhase: green', {
    'checks/second.txt': 'weaker\n',
    'src/second.txt': 'second\n',
  })
  await story.settled()
  await story.say(story.ada, number, '/tdd override I know better')
  return { ...story, url, oauth, number, clone, address: `${url}/r/acme/shop/pull/${number}` }
}

type PagesStory = Awaited<ReturnType<typeof openPagesStory>>

test('a pull request has a page for those who may read the repository on GitHub', async () => {
  const story = await openPagesStory()
  const { address, number, checkOf } = story
  expect(checkOf(number)?.detailsUrl).toBe(address)
  await expectReaderSees(story)
  await expectStrangersSeeNothing(story)
  await expectForgeriesFail(story)
  if (existsSync(CHROMIUM)) await expectPagesAreGood(story)
})

async function expectReaderSees({ address, oauth, app }: PagesStory) {
  const ask = openReader()
  const answer = await ask.follow(address)
  expect(answer.status, app.complaints.join('\n')).toBe(200)
  expect(answer.headers.get('content-security-policy')).not.toContain('unsafe')
  const text = await answer.text()
  for (const words of [
    'GREEN 1.2 rejected',
    'green-keeps-tests',
    'Fix commit',
    'feat: &lt;b&gt;first&lt;/b&gt;',
    '<strong>ada</strong> <span class="dim">(write)</span>: <code>/tdd override I know better</code>',
    '<span class="verdict failure">refused</span>',
    '<dt>trust</dt>',
  ])
    expect(text).toContain(words)
  const [token = ''] = oauth.tokens
  expect([...ask.cookies.values()].join()).not.toContain(token)
  const lines = /href="(\/r\/[^"]+\/commit\/[0-9a-f]{40})"/.exec(text)?.[1] ?? ''
  expect((await ask.ask(new URL(lines, address).href)).status).toBe(200)
  await expectAnswersWhatIf(ask.ask, address)
  const owner = await ask.ask(new URL('/o/acme', address).href)
  expect(owner.status).toBe(200)
  expect(await owner.text()).toContain('<a href="/r/acme/shop">acme/shop</a>')
  const table = await ask.ask(new URL('/o/Acme/repositories.json', address).href)
  expect(await table.json()).toMatchObject({ rows: [{ repository: 'acme/shop', open: 1, 'not enforced': 0 }] })
  const out = await ask.ask(new URL('/sign-out', address).href, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
  })
  expect(out.status).toBe(403)
  await ask.ask(new URL('/sign-out', address).href, { method: 'POST' })
  expect((await ask.ask(address)).status).toBe(303)
}

/** The App decides again from its evidence; GitHub gets no write. */
async function expectAnswersWhatIf(ask: ReturnType<typeof openReader>['ask'], address: string) {
  const say = async (query: string) => (await ask(`${address}/what-if${query}`)).text()
  expect(await say('')).toContain('<option value="green-keeps-tests">')
  const weaker = await say('?rule=green-keeps-tests&level=off')
  expect(weaker).toMatch(
    /<span class="badge failure">failure<\/span>[\s\S]*<span class="badge in_progress">in progress<\/span>/,
  )
  expect(weaker).toContain('no longer')
  expect(await say('?file=version:+2')).toContain('tdd-gate.yml:1:')
}

/** A repository that is not there, and one that is private, look the same. */
async function expectStrangersSeeNothing({ github, oauth, address, ada, url }: PagesStory) {
  oauth.reader = github.user('stranger')
  const stranger = openReader()
  const [private_, missing] = [await stranger.follow(address), await stranger.ask(`${url}/r/acme/nothing/pull/1`)]
  expect([private_.status, missing.status]).toEqual([404, 404])
  expect((await stranger.ask(`${address}/what-if?rule=green-keeps-tests&level=off`)).status).toBe(404)
  for (const path of ['/o/acme', '/o/acme/repositories.json', '/o/nobody'])
    expect((await stranger.ask(`${url}${path}`)).status, path).toBe(404)
  expect(await private_.text()).toBe(await missing.text())
  oauth.reader = ada
}

async function expectForgeriesFail({ url, address, oauth, github }: PagesStory) {
  const reader = openReader()
  await reader.ask(address)
  const made = oauth.tokens.length
  expect((await reader.ask(`${url}/signed-in?code=1234&state=forged`)).status).toBe(403)
  expect((await openReader().ask(`${url}/signed-in?code=1234&state=`)).status).toBe(403)
  expect(oauth.tokens.length).toBe(made)
  await reader.follow(address)
  const good = reader.cookies.get(SESSION) ?? ''
  reader.cookies.set(SESSION, `${good.slice(0, -4)}AAAA`)
  expect((await reader.ask(address)).status).toBe(303)
  // One cookie is no use as the other.
  reader.cookies.set(SESSION, reader.cookies.get('tdd-gate-sign-in') ?? '')
  expect((await reader.ask(address)).status).toBe(303)
  reader.cookies.set(SESSION, good)
  expect((await reader.ask(address)).status).toBe(200)
  const token = oauth.tokens.at(-1) ?? ''
  github.world.tokens.delete(token)
  expect((await reader.ask(`${address}/commit/${'a'.repeat(40)}`)).status).toBeGreaterThanOrEqual(303)
}

async function expectPagesAreGood({ address }: PagesStory) {
  await mkdir(SCREENSHOTS, { recursive: true })
  const browser = await chromium.launch({ executablePath: CHROMIUM })
  try {
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    for (const [name, open] of Object.entries({
      'web-pull': () => page.goto(address),
      'web-repository': () => page.goto(address.replace(/\/pull\/.*/, '')),
      'web-lines': () => openLines(page, address),
      'web-what-if': () => askWhatIf(page, address),
      'web-owner': () => page.goto(new URL('/o/acme', address).href),
    })) {
      await open()
      await page.waitForLoadState()
      for (const [width, colorScheme] of [
        [390, 'dark'],
        [1280, 'light'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        expect(await page.evaluate(measureOverflow), `${name} at ${width}`).toEqual([])
        expect(await page.evaluate(measureContrast), `${name}, ${colorScheme}`).toEqual([])
        expect(await findFaults(page), `${name} at ${width}`).toEqual([])
        await page.screenshot({
          path: new URL(`${name}-${width}-${colorScheme}.png`, SCREENSHOTS).pathname,
          fullPage: true,
        })
      }
    }
    await page.goto(address)
    await page.screenshot({ path: new URL('web-pull.png', SCREENSHOTS).pathname })
    expect(complaints).toEqual([])
  } finally {
    await browser.close()
  }
}

async function openLines(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('region', { name: 'What holds' }).getByRole('link', { name: 'GREEN 1.1' }).click()
  await page.waitForURL(/\/commit\//)
  expect(await page.getByRole('cell', { name: 'driver', exact: true }).count()).toBe(1)
}

async function askWhatIf(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('link', { name: 'What would happen if?' }).click()
  await page.getByLabel('Rule').selectOption('green-keeps-tests')
  await page.getByLabel('Level').selectOption('off')
  await page.getByRole('button', { name: 'Decide again' }).click()
  await page.waitForURL(/level=off/)
}

/** Serious ones, as axe-core finds them. Playwright runs it beside the page's own policy. */
async function findFaults(page: Page): Promise<readonly string[]> {
  const { violations } = (await page.evaluate(`${axe.source}; axe.run()`)) as axe.AxeResults
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
