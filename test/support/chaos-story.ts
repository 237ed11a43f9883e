/** One task from its issue to the merge, by people who wait for answers, whatever becomes of webhooks and of the App meanwhile. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckRun, Issue, Repository } from '../simulator/world.ts'
import type { AppStory } from './app-story.ts'

/** The App, wherever it runs. */
export interface Life {
  readonly isDead: () => boolean
  /** Stops the App, and starts another one on the same queue, which has evaluated everything. */
  readonly comeBack: () => Promise<void>
  /** Nothing is under way, or it died over it. */
  readonly rest: () => Promise<void>
}

/** The actions of people; the same commits wherever the task begins in the same way. */
export interface Judged {
  readonly story: AppStory
  readonly shop: Repository
  readonly life: Life
  /** Brings the next commit of the work to a branch. */
  readonly push: (branch: string, what: 'red' | 'green') => Promise<void>
}

/** GitHub never sends again by itself: without an answer it waits until the App evaluates everything. */
const MAX_WAITS = 6

/** @returns the number of the pull request @throws Error when an answer never comes */
export async function live({ story, shop, life, push }: Judged): Promise<number> {
  const { github, ada, mona } = story
  const until = async (what: string, isSo: () => boolean) => {
    await heal(life)
    for (let waits = 0; !isSo(); waits += 1) {
      if (waits === MAX_WAITS) throw new Error(`it never came: ${what}`)
      await life.comeBack()
      await heal(life)
    }
  }
  const say = async (who: typeof ada, number: number, text: string) => {
    const id = await github.as(who).comment(shop, number, text)
    await until(`an answer to ${text}`, () => said(shop).some(({ body }) => body.includes(`tdd-gate:reply ${id} `)))
  }
  const issue = await github.as(ada).openIssue(shop, { title: 'Sums', body: '- [ ] one' })
  await say(ada, issue, '/tdd start')
  const { number, pull } = pullIn(shop)
  const branch = pull?.headBranch ?? ''
  await push(branch, 'red')
  await say(ada, number, '/tdd pause lunch')
  await say(mona, number, '/tdd resume')
  await push(branch, 'green')
  github.as(ada).markReady(shop, number)
  await until('a green check', () => getCheck(story, shop)?.conclusion === 'success')
  const { status, message } = await github.as(mona).merge(shop, number, 'squash')
  if (status !== 200) throw new Error(`it was not merged: ${message}`)
  await until('the end of the issue', () => shop.issues.get(issue)?.state === 'closed')
  return number
}

/** Restarts the App every time. */
async function heal(life: Life): Promise<void> {
  await life.rest()
  while (life.isDead()) {
    await life.comeBack()
    await life.rest()
  }
}

export function pullIn(shop: Repository): Issue {
  const pull = [...shop.issues.values()].find((each) => each.pull !== null)
  if (pull === undefined) throw new Error('no pull request was opened')
  return pull
}

export function getCheck({ gate }: AppStory, shop: Repository): CheckRun | undefined {
  const head = pullIn(shop).pull?.headSha
  return shop.checkRuns.findLast(({ name, sha, app }) => name === 'tdd-gate' && sha === head && app === gate.app)
}

function said(shop: Repository) {
  return [...shop.comments.values()].filter(({ author }) => author.type === 'Bot')
}

/** Returns what people see in the end, without ids that differ each time. */
export function shown(story: AppStory, shop: Repository) {
  const { pull, state, labels, body, number } = pullIn(shop)
  const check = getCheck(story, shop)
  return {
    number,
    state,
    isMerged: pull?.mergedAt !== null,
    labels: [...labels].toSorted(),
    body: plain(body),
    check: [check?.conclusion, plain(check?.output.title ?? ''), plain(check?.output.summary ?? '')],
    // A process that died before its answer words the next answer differently.
    comments: said(shop)
      .map(({ issue, body: text }) => `#${issue} ${text.includes('tdd-gate:reply') ? getSign(text) : plain(text)}`)
      .toSorted(),
    reactions: [...shop.comments.values()].flatMap(({ reactions }) => reactions.map(({ content }) => content)),
    decisions: shop.checkRuns.filter(({ name }) => name === 'tdd-gate/decision').map(({ output: { title } }) => title),
    tasks: shop.checkRuns.filter(({ name }) => name === 'tdd-gate/task').length,
    issues: shop.issues.size,
  }
}

const getSign = (reply: string) =>
  reply
    .replace(/<!--.*-->/, '')
    .trim()
    .slice(0, 1)

function plain(text: string): string {
  return text
    .replace(/[0-9a-f]{64}|[0-9a-f]{40}|\b[0-9a-f]{9}\b/g, 'SHA')
    .replace(/127\.0\.0\.1:\d+/g, 'HOST')
    .replace(/acme\/(?:shop(?:-\d+)?|killed)/g, 'acme/shop')
    .replace(/([Rr]un `?|runs\/|reply |"id": ?")\d+/g, '$1N')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/[\d.]+ m?s\b|"durationMs": \d+/g, 'SPAN')
}

/** Every head of which the App has ever said, in a repository, that it may pass. */
export function everGreen({ github, gate }: AppStory, shop: Repository): readonly string[] {
  const written = github.exchanges.filter(
    ({ method, path, by }) =>
      method !== 'GET' && by === gate.app.bot.login && path.startsWith(`/repos/${shop.fullName}/check-runs`),
  )
  const checks = written.map(({ text }) => JSON.parse(text || '{}'))
  const passed = checks.filter(({ name, conclusion }) => name === 'tdd-gate' && conclusion === 'success')
  return [...new Set(passed.map(({ head_sha }) => String(head_sha)))]
}

/** Compares with another repository that contains the commits: a person who pushes only names them. */
export async function likeness({ github, mona, ada, gate }: AppStory, like: Repository, name: string) {
  const shop = await github.repository({ owner: 'acme', name, isPrivate: true })
  writeFileSync(join(shop.folder, 'objects/info/alternates'), `${like.folder}/objects\n`)
  github.grant(shop, mona, 'admin')
  github.grant(shop, ada, 'write')
  gate.installOn(shop)
  return shop
}
