import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toMenu } from '../scripts/markdown.ts'
import { measureOverflow } from './simulator/page/in-browser.ts'

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const SCREENSHOTS = resolve('screenshots')
const ADDRESS = 'http://docs.test'
/** Nothing listens there: a build that needs the network fails. */
const NO_NETWORK = { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' }
const WIDTHS = [390, 1280]
/** For a machine that does much else: building takes ten seconds of one core, the pages as many. */
const LIMIT = 300_000
/** Whose screenshots are kept: one page of each kind. */
const SHOWN = ['index.md', 'start/first-branch.md', 'reference/rules.md', 'explanation/threats.md', 'pictures.md']
const site = mkdtempSync(join(tmpdir(), 'tdd-gate-site-'))

const pages = globSync('**/*.md', { cwd: 'docs' }).toSorted()
const toHtml = (page: string) => page.replace(/\.md$/, '.html')
const toName = (page: string) => page.replace(/\.md$/, '').replaceAll('/', '-')

beforeAll(async () => {
  const program = resolve('node_modules/vitepress/bin/vitepress.js')
  await promisify(execFile)(process.execPath, [program, 'build', 'docs', '--outDir', site], {
    env: { ...process.env, ...NO_NETWORK },
  })
}, LIMIT)
afterAll(() => rmSync(site, { recursive: true, force: true }))

test('a map with groups of links is a menu', () => {
  expect(toMenu('# A\n\n## Start\n\nTwo:\n\n- [One](start/one.md)\n- [Two](start/two.md)\n\n## See\n')).toEqual([
    {
      text: 'Start',
      items: [
        { text: 'One', link: '/start/one' },
        { text: 'Two', link: '/start/two' },
      ],
    },
  ])
})

test('the site is built without the network and has every page', () => {
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter((page) => !existsSync(join(site, toHtml(page))))).toEqual([])
})

test('a link that leaves the docs leads to the repository on GitHub', () => {
  expect(readFileSync(join(site, 'reference/app.html'), 'utf8')).toContain(
    'href="https://github.com/tdd-gate/tdd-gate/blob/main/src/github/routes.ts"',
  )
})

describe.skipIf(!existsSync(CHROMIUM))('in a browser without a network', () => {
  let browser: Browser
  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true })
    browser = await chromium.launch({ executablePath: CHROMIUM })
  })
  afterAll(() => browser?.close())

  async function open(options: BrowserContextOptions, visit: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext(options)
    const complaints: string[] = []
    await context.route('**', (route) => {
      const { origin, pathname } = new URL(route.request().url())
      const path = join(site, pathname.endsWith('/') ? `${pathname}index.html` : pathname)
      if (origin === ADDRESS && existsSync(path)) return route.fulfill({ path })
      complaints.push(route.request().url())
      return route.abort()
    })
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(String(error)))
    await visit(page)
    await context.close()
    expect(complaints).toEqual([])
  }

  test('no page is wider than a phone or a desktop', { timeout: LIMIT }, async () => {
    // The pages are the same without their program, and there is nothing to wait for.
    await open({ javaScriptEnabled: false }, async (page) => {
      for (const name of pages) {
        await page.goto(`${ADDRESS}/${toHtml(name)}`)
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 })
          expect(await page.evaluate(measureOverflow), `${name} at ${width}`).toEqual([])
          if (SHOWN.includes(name))
            await page.screenshot({ path: join(SCREENSHOTS, `docs-${width}-${toName(name)}.png`) })
        }
      }
    })
  })

  test('the search finds a rule by its code and leads to its anchor', async () => {
    await open({ viewport: { width: 1280, height: 900 } }, async (page) => {
      await page.goto(`${ADDRESS}/index.html`)
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('searchbox').fill('red-has-driver')
      await page.getByRole('option').first().waitFor()
      await page.screenshot({ path: join(SCREENSHOTS, 'docs-search.png') })
      await page.keyboard.press('Enter')
      await page.waitForURL(/rules\.html#red-has-driver$/)
      await page.getByRole('heading', { name: 'red-has-driver' }).waitFor()
    })
  })
})
