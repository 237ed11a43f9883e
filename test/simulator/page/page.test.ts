import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { measureContrast, measureOverflow } from './in-browser.ts'
import { openShown, type Shown } from './page-world.ts'

/** Debian's; elsewhere wherever it is said to be. */
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const SCREENSHOTS = new URL('../../../screenshots/', import.meta.url)
const SCREENS = [
  [390, 'dark'],
  [1280, 'light'],
] as const
const isThere = existsSync(CHROMIUM)
if (!isThere)
  process.stderr.write(`The pages are not looked at: ${CHROMIUM} is missing (Debian: apt-get install chromium).\n`)

describe.skipIf(!isThere)('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    await mkdir(SCREENSHOTS, { recursive: true })
    browser = await chromium.launch({ executablePath: CHROMIUM })
  })
  afterAll(() => browser?.close())

  interface PullRequestEvaluation {
    readonly page: Page
    readonly complaints: readonly string[]
  }

  async function evaluation<T>(
    options: BrowserContextOptions,
    seen: (look: PullRequestEvaluation) => Promise<T>,
  ): Promise<T> {
    const context = await browser.newContext(options)
    try {
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`))
      page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`))
      page.on('request', (request) => {
        if (!request.isNavigationRequest() && !request.url().startsWith('data:'))
          complaints.push(`asked: ${request.url()}`)
      })
      const result = await seen({ page, complaints })
      expect(complaints).toEqual([])
      return result
    } finally {
      await context.close()
    }
  }

  const shot = (page: Page, name: string) =>
    page.screenshot({ path: new URL(`${name}.png`, SCREENSHOTS).pathname, fullPage: true })

  test('the page of a pull request shows phases, findings and why it cannot be merged', async () => {
    const shown = await openShown()
    await evaluation({ viewport: { width: 1280, height: 1080 } }, async ({ page }) => {
      await page.goto(shown.address)
      await expectConversation(page)
      await expectCommits(page)
      await expectChecks(page)
      const merge = page.getByRole('region', { name: 'Merging is blocked' })
      expect(await merge.getByText('Required status check "tdd-gate" is failing.').count()).toBe(1)
      expect(await merge.getByRole('heading').allInnerTexts()).toEqual(
        ['✗ Some checks were not successful', '✗ Merging is blocked'].map((words) =>
          expect.stringMatching(new RegExp(words.replace('✗ ', ''))),
        ),
      )
      const rows = merge.getByRole('list', { name: 'Checks of the head' }).getByRole('listitem')
      expect(await rows.first().innerText()).toMatch(/failing[\s\S]*tdd-gate[\s\S]*Required/)
      await page.screenshot({ path: new URL('pull-request.png', SCREENSHOTS).pathname })
    })
    await expectEveryPage(shown)
    await expectMerged(shown)
  })

  async function expectConversation(page: Page): Promise<void> {
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(
      /^Task #1 \[shop\]: discounts from 100 on #\d+$/,
    )
    const said = page.getByRole('list', { name: 'Conversation' })
    expect(await said.getByRole('article').count()).toBe(6)
    expect(await said.getByRole('article', { name: /^ada commanded/ }).allInnerTexts()).toHaveLength(2)
    expect(await said.getByText('eyes by tdd-gate[bot]').count()).toBe(2)
    expect(await said.getByRole('checkbox', { name: 'done' }).isChecked()).toBe(true)
    expect(await said.getByRole('link', { name: '#1', exact: true }).getAttribute('href')).toBe('/acme/shop/issues/1')
    expect(await said.locator('.chip.refused').count()).toBe(1)
    expect(await said.innerText()).not.toContain('only for programs')
    const order = (await said.innerText()).match(/RED 1\.\d|GREEN 1\.\d|\/tdd \w+|only people/gi)
    expect(order).toEqual([
      'RED 1.1',
      'GREEN 1.1',
      '/tdd status',
      'GREEN 1.1',
      'RED 1.2',
      'GREEN 1.2',
      '/tdd override',
      'Only people',
      '/tdd override',
    ])
  }

  async function expectCommits(page: Page): Promise<void> {
    const strip = page.getByRole('list', { name: 'Phases of the commits' }).getByRole('listitem')
    const phases = (await strip.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
    expect(phases).toEqual([
      'START',
      'RED 1.1',
      'GREEN 1.1',
      'RED 1.2',
      expect.stringMatching(/^GREEN 1\.2 ?✗ refused$/),
    ])
    const commits = page.getByRole('region', { name: 'Commits' }).getByRole('list', { name: 'Commits' })
    expect(await commits.locator('> li').count()).toBe(5)
    expect(await commits.locator('> li').last().innerText()).toMatch(
      /feat: negative quantities[\s\S]*failing[\s\S]*GREEN 1\.2 rejected/,
    )
  }

  async function expectChecks(page: Page): Promise<void> {
    const check = page
      .getByRole('region', { name: 'Checks', exact: true })
      .getByRole('article', { name: 'tdd-gate' })
      .first()
    expect(await check.getByRole('heading', { name: 'Findings' }).count()).toBe(1)
    expect(await check.getByRole('table').getByRole('row').count()).toBe(3)
    const annotations = check.getByRole('region', { name: 'Annotations (2)' }).getByRole('listitem')
    expect(await annotations.first().innerText()).toMatch(
      /Error[\s\S]*test\/discount\.test\.js:14[\s\S]*The test was changed after RED\./,
    )
    expect(await annotations.last().innerText()).toMatch(/Warning[\s\S]*src\/discount\.js:2-9/)
    expect(await check.getByText('"conclusion": "failure"').isVisible()).toBe(true)
  }

  /** On a wide and a narrow screen, light and dark: nothing overflows, everything can be read. */
  async function expectEveryPage({ github: { url }, shop, run, refused, address }: Shown): Promise<void> {
    const check = shop.checkRuns.findLast(({ sha }) => sha === refused)
    const pages = {
      'pull-request': address,
      repositories: url,
      repository: `${url}/acme/shop`,
      issue: `${url}/acme/shop/issues/1`,
      run: `${url}/acme/shop/actions/runs/${run.id}`,
      commit: `${url}/acme/shop/commit/${refused}`,
      person: `${url}/acme`,
      check: `${url}/acme/shop/runs/${check?.id}`,
      file: `${url}/acme/shop/blob/${refused}/src/discount.js`,
    }
    await evaluation({}, async ({ page }) => {
      for (const [name, at] of Object.entries(pages)) {
        await page.goto(at)
        for (const [width, colorScheme] of SCREENS) {
          await page.setViewportSize({ width, height: 900 })
          await page.emulateMedia({ colorScheme })
          expect(await page.evaluate(measureOverflow), `${name} at ${width}`).toEqual([])
          expect(await page.evaluate(measureContrast), `${name}, ${colorScheme}`).toEqual([])
          await shot(page, `${name}-${width}-${colorScheme}`)
        }
      }
    })
  }

  async function expectMerged({ github, shop, mona, octokit, refused, number, address }: Shown): Promise<void> {
    await octokit.request('POST /repos/{owner}/{repo}/check-runs', {
      owner: 'acme',
      repo: 'shop',
      name: 'tdd-gate',
      head_sha: refused,
      status: 'completed',
      conclusion: 'success',
    })
    await evaluation({}, async ({ page }) => {
      await page.goto(address)
      expect(await page.getByRole('region', { name: 'No conflicts with base branch' }).innerText()).toContain(
        'Merging can be performed automatically.',
      )
      expect(await github.as(mona).merge(shop, number)).toMatchObject({ status: 200 })
      await page.reload()
      expect(await page.getByRole('region', { name: 'Pull request successfully merged and closed' }).count()).toBe(1)
      expect(await page.getByRole('list', { name: 'Conversation' }).getByRole('listitem').last().innerText()).toMatch(
        /^mona merged this into main as [0-9a-f]{9}/,
      )
      expect(await page.getByRole('list', { name: 'Phases of the commits' }).getByRole('listitem').count()).toBe(5)
      await shot(page, 'merged')
    })
  }
})
