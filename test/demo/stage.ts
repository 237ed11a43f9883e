/** Reads the demo's GitHub: the App's check on a commit, its replies; and waits for them. */
import { setTimeout as pause } from 'node:timers/promises'
import type { CheckRun, Comment, Issue } from '../simulator/world.ts'
import type { Step, ToldCheck } from './step.ts'
import type { DemoWorld } from './world.ts'

export type Report = (step: Partial<Step> & Pick<Step, 'who' | 'does'>) => void

export interface Stage {
  readonly world: DemoWorld
  readonly tell: Report
}

/** The expected result, in the words of the time line; the demo fails without it. */
export interface Wanted {
  readonly conclusion: 'success' | 'failure' | 'action_required'
  readonly title: RegExp
}

/** How often the demo reads the state while GitHub, its runner and the App work. */
const LOOK_MS = 25
const SHORT = 9

/** @throws Error when GitHub has come to rest and it is not there */
export async function until<T>(world: DemoWorld, what: string, evaluation: () => T | undefined): Promise<T> {
  let isQuiet = false
  const quiet = world.rest().then(() => {
    isQuiet = true
  })
  for (;;) {
    const wasQuiet = isQuiet
    const found = evaluation()
    if (found !== undefined) return found
    if (wasQuiet) throw new Error(`${what}: it did not come. ${lastWords(world)}`)
    await Promise.race([quiet, pause(LOOK_MS)])
  }
}

/** Waits for the App's check on a commit, and reports it with the next step. */
export async function verdict({ world, tell }: Stage, sha: string, wanted: Wanted): Promise<void> {
  const { conclusion, title } = wanted
  const run = await until(world, `the check ${title}, ${conclusion}, at ${sha.slice(0, SHORT)}`, () => {
    const found = getCheck(world, sha)
    return found?.conclusion === conclusion && title.test(found.output.title ?? '') ? found : undefined
  })
  tell({ who: 'tdd-gate', does: 'judges', says: getReasons(run), check: toldCheck(run), next: getNext(run) })
}

/** Newest last: GitHub counts the newest. */
export function getCheck({ shop, gate }: DemoWorld, sha: string): CheckRun | undefined {
  return shop.checkRuns.findLast((run) => run.name === 'tdd-gate' && run.sha === sha && run.app === gate.app)
}

/** The App's reply to a comment, once it has signed the comment too. */
export function replyTo(world: DemoWorld, commentId: number): Promise<{ text: string; isDone: boolean }> {
  return until(world, 'the reply', () => {
    const comments = [...world.shop.comments.values()]
    const reply = comments.find(({ body, viaApp }) => viaApp !== null && body.includes(`tdd-gate:reply ${commentId} `))
    const sign = comments
      .find(({ id }) => id === commentId)
      ?.reactions.find(({ content }) => content === '+1' || content === '-1')
    return reply && sign ? { text: getWords(reply), isDone: sign.content === '+1' } : undefined
  })
}

export function getPull({ shop }: DemoWorld): Issue | undefined {
  return [...shop.issues.values()].find(({ pull }) => pull !== null)
}

/** The first paragraph, without the mark that the time line has anyway. */
function getWords({ body }: Comment): string {
  const text = body.replace(/<!--.*?-->/gs, '').trim()
  return (text.split('\n\n')[0] ?? '').replace(/^[✅❌]\s*/u, '').replaceAll('`', '')
}

function toldCheck({ conclusion, output, sha }: CheckRun): ToldCheck {
  return { conclusion: conclusion ?? '', title: output.title ?? '', commit: sha.slice(0, SHORT) }
}

/** Findings stand at file and line. */
function getReasons({ annotations, conclusion }: CheckRun): string[] {
  return conclusion === 'failure' ? annotations.slice(0, 1).map(({ title, message }) => `${title}: ${message}`) : []
}

/** The check's text is the state for programs: an agent reads there what to do. */
function getNext({ output }: CheckRun): string | null {
  const [, json = 'null'] = /```json\n([\s\S]*?)\n```/.exec(output.text ?? '') ?? []
  const state = JSON.parse(json) as { next: { title: string; commands: string[] } | null } | null
  return state?.next ? state.next.title : null
}

function lastWords(world: DemoWorld): string {
  const checks = world.shop.checkRuns.filter(({ app }) => app === world.gate.app)
  const said = checks.map(({ sha, conclusion, output }) => `${sha.slice(0, SHORT)} ${conclusion}: ${output.title}`)
  const comments = [...world.shop.comments.values()].slice(-1).map(getWords)
  return [...said.slice(-2), ...comments, ...world.app.complaints.slice(-2)].join('; ')
}
