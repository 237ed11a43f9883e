/**
 * `npm run pictures`: plays the demo up to the refused merge, and takes the pictures of docs/pictures.md from the pages of the local
 * GitHub and from the report that the run kept. Needs Chromium (`CHROMIUM` names it).
 */
import { mkdir } from 'node:fs/promises'
import { type Browser, chromium } from 'playwright-core'
import { openArchive } from '../../src/github/read/evidence/archive.ts'
import { play } from './story.ts'
import { judgeWeakChange } from './weak-change.ts'
import { type DemoWorld, openWorld } from './world.ts'

const FOLDER = new URL('../../docs/pictures/', import.meta.url)
const VIEWPORT = { width: 1280, height: 1000 }
/** Of the comment, which ends with a block for programs. */
const MAX_HEIGHT = 900
const MARGIN = 16
const MAX_REPORT_BYTES = 10_000_000

/** The story has come to where the pictures are taken. */
class Reached extends Error {}

async function playToRefusedMerge(world: DemoWorld): Promise<void> {
  const stop = play({
    world,
    tell: ({ who, does }) => {
      process.stdout.write(`${who} ${does}\n`)
      if (who === 'GitHub' && does === 'refuses') throw new Reached()
    },
  })
  await stop.catch((error: unknown) => {
    if (!(error instanceof Reached)) throw error
  })
}

async function take({ github, shop, gate }: DemoWorld, browser: Browser): Promise<void> {
  const at = `${github.url}/${shop.fullName}`
  const pull = [...shop.issues.values()].find((issue) => issue.pull)
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.goto(`${at}/pull/${pull?.number}`)
  await page.screenshot({ path: toPath('demo') })
  const comment = page.locator('article.comment', { hasText: 'Reproduce it' }).first()
  const { x = 0, y = 0, width = 0, height = 0 } = (await comment.boundingBox()) ?? {}
  await page.screenshot({
    path: toPath('comment'),
    fullPage: true,
    clip: { x, y, width, height: Math.min(height, MAX_HEIGHT) },
  })
  const refused = shop.checkRuns.findLast(({ app, conclusion }) => app === gate.app && conclusion === 'failure')
  await page.goto(`${at}/runs/${refused?.id}`)
  await page.screenshot({ path: toPath('check') })
  // A page of its own: the local GitHub allows its own style sheet only.
  const report = await browser.newPage({ viewport: VIEWPORT })
  await report.setContent(await readReport(shop, refused?.sha ?? ''))
  await report.screenshot({ path: toPath('report') })
}

async function takeHeldLines(world: DemoWorld, browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.setContent(await readReport(...(await judgeWeakChange(world))))
  const {
    x = 0,
    y = 0,
    width = 0,
    height = 0,
  } = (await page.locator('section[aria-labelledby=held]').boundingBox()) ?? {}
  const clip = { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN }
  await page.screenshot({ path: toPath('held'), fullPage: true, clip })
}

const toPath = (name: string) => new URL(`${name}.png`, FOLDER).pathname

/** The report of the run that judged this commit. */
async function readReport({ artifacts }: DemoWorld['shop'], sha: string): Promise<string> {
  const kept = artifacts.findLast(({ name, run }) => name.startsWith('tdd-gate-evidence') && run.headSha === sha)
  if (kept === undefined) throw new Error(`The run of ${sha} kept no report.`)
  const archive = await openArchive(Buffer.from(kept.bytes), () => true)
  return String(archive.read('report.html', MAX_REPORT_BYTES))
}

await mkdir(FOLDER, { recursive: true })
await using world = await openWorld()
await playToRefusedMerge(world)
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' })
await take(world, browser)
  .then(() => takeHeldLines(world, browser))
  .finally(() => browser.close())
