/** The story: from an issue to a merged pull request, with everything in between that should not pass and does not. */
import type { DemoCommit } from '../../src/operations/demo/project.ts'
import type { WorkingClone } from '../simulator/working-clone.ts'
import type { Issue, User } from '../simulator/world.ts'
import { ATTEMPT, CHEAT, GREEN, ISSUE, RED, SECOND_GREEN, SECOND_RED } from './commits.ts'
import { getPull, replyTo, type Stage, until, verdict } from './stage.ts'

/** @throws Error where GitHub or the gate did not do what the time line says */
export async function play(stage: Stage): Promise<void> {
  const { world, tell } = stage
  const { github, people } = world
  tell({
    who: 'GitHub',
    does: 'has four people',
    says: [
      'olga administers the shop',
      'mona maintains it',
      'ada writes to it',
      'agent is a program that writes to it',
    ],
  })
  await protect(stage)
  const issue = await openTask(stage)
  const clone = await github.as(people.agent).clone(world.shop)
  await clone.git('checkout', '--quiet', issue.pull?.headBranch ?? '')
  const { number } = issue

  await push(stage, clone, [RED])
  await judged(stage, clone, 'action_required', /^RED 1\.1 accepted/)
  await push(stage, clone, [CHEAT], 'and weakens the test')
  await judged(stage, clone, 'failure', /^GREEN 1\.1 rejected by green-keeps-tests/)
  await github.as(people.ada).markReady(world.shop, number)
  await merge(stage, number, people.ada, 405)
  await override(stage, clone, { who: people.ada, number, reason: 'the tests are green', isGranted: false })

  await clone.git('reset', '--quiet', '--hard', 'HEAD~1')
  await push(stage, clone, [GREEN, SECOND_RED], 'instead of the cheat')
  await judged(stage, clone, 'action_required', /^RED 1\.2 accepted/)
  await override(stage, clone, { who: people.mona, number, reason: 'discounts are due today', isGranted: true })
  await judged(stage, clone, 'success', /^Overridden by @mona/)

  await push(stage, clone, [ATTEMPT])
  await loseReplica(stage)
  await judged(stage, clone, 'action_required', /^GREEN 1\.2 attempt 1 of 3/)
  await merge(stage, number, people.ada, 405)
  await push(stage, clone, [SECOND_GREEN])
  await judged(stage, clone, 'success', /2 subtasks done/)
  await merge(stage, number, people.ada, 200)
  await until(world, 'the closed issue', () => world.shop.issues.get(1)?.state === 'closed' || undefined)
  await world.rest()
  const dead = await world.app.dead()
  must(dead.length === 0, `dead letters: ${dead.join('; ')}`)
  tell({ who: 'GitHub', does: 'closes issue #1', isGood: true })
  tellHandled(stage)
}

/** With `--postgres`: what the killed process had in progress is taken over by the other one. */
async function loseReplica({ world: { replicas }, tell }: Stage): Promise<void> {
  if (replicas === null) return
  const working = await replicas.lose()
  tell({ who: 'operator', does: 'kills one of the two processes of the App', says: [`events in progress: ${working}`] })
}

function tellHandled({ world: { replicas }, tell }: Stage): void {
  if (replicas === null) return
  const [killed, other] = replicas.handled()
  const says = [`the killed process handled ${killed} events, the other one ${other}`, 'no event was lost']
  tell({ who: 'operator', does: 'counts', says, isGood: true })
}

async function protect({ world: { github, shop, gate, people }, tell }: Stage): Promise<void> {
  await github.as(people.olga).request('PATCH /repos/{owner}/{repo}', {
    owner: shop.owner.login,
    repo: shop.name,
    allow_squash_merge: true,
    allow_merge_commit: false,
    allow_rebase_merge: false,
  })
  await github.as(people.olga).protect(shop, 'main', [{ context: 'tdd-gate', appId: gate.app.id }])
  tell({ who: 'olga', does: 'protects main: the check tdd-gate, of this App and no other, must pass' })
}

async function openTask({ world, tell }: Stage): Promise<Issue> {
  const { github, shop, people } = world
  const number = await github.as(people.mona).openIssue(shop, ISSUE)
  const items = ISSUE.body.split('\n').filter((line) => line.startsWith('- [ ]'))
  tell({ who: 'mona', does: `opens issue #${number}: ${ISSUE.title}`, says: items.map((item) => item.slice(6)) })
  const comment = await github.as(people.ada).comment(shop, number, '/tdd start')
  tell({ who: 'ada', does: 'comments: /tdd start' })
  const pull = await until(world, 'the pull request', () => getPull(world))
  const url = `${github.url}/${shop.fullName}/pull/${pull.number}?live`
  tell({ who: 'tdd-gate', does: `opens branch ${pull.pull?.headBranch} and draft #${pull.number}: ${pull.title}`, url })
  await verdict({ world, tell }, pull.pull?.headSha ?? '', { conclusion: 'action_required', title: /^START accepted/ })
  const { isDone, text } = await replyTo(world, comment)
  must(isDone, `/tdd start: ${text}`)
  return pull
}

async function push(stage: Stage, clone: WorkingClone, commits: readonly DemoCommit[], how = ''): Promise<void> {
  const subjects: string[] = []
  for (const { message, files } of commits) {
    const sha = await clone.commit(`${message}\n`, files)
    const [subject = ''] = message.split('\n')
    const [, phase = ''] = /Phase: (\w+)/.exec(message) ?? []
    subjects.push(`${sha.slice(0, 9)} ${phase.toUpperCase()} ${subject}`)
  }
  await clone.push('--force-with-lease')
  stage.tell({ who: 'agent', does: `pushes${how === '' ? '' : ` ${how}`}`, says: subjects })
}

async function judged(
  stage: Stage,
  clone: WorkingClone,
  conclusion: 'success' | 'failure' | 'action_required',
  title: RegExp,
): Promise<void> {
  await verdict(stage, await clone.git('rev-parse', 'HEAD'), { conclusion, title })
}

async function merge({ world, tell }: Stage, number: number, who: User, wanted: 200 | 405): Promise<void> {
  const { status, message } = await world.github.as(who).merge(world.shop, number, 'squash')
  tell({ who: who.login, does: 'presses Squash and merge' })
  must(status === wanted, `the merge: ${status} ${message}`)
  tell({ who: 'GitHub', does: status === 200 ? 'merges' : 'refuses', says: [message], isGood: status === 200 })
}

interface Wish {
  readonly who: User
  readonly number: number
  readonly reason: string
  readonly isGranted: boolean
}

async function override({ world, tell }: Stage, clone: WorkingClone, wish: Wish): Promise<void> {
  const { who, number, reason, isGranted } = wish
  const head = await clone.git('rev-parse', '--short=9', 'HEAD')
  const words = `/tdd override ${head} ${reason}`
  const comment = await world.github.as(who).comment(world.shop, number, words)
  tell({ who: who.login, does: `comments: ${words}` })
  const { text, isDone } = await replyTo(world, comment)
  must(isDone === isGranted, `the override by ${who.login}: ${text}`)
  tell({ who: 'tdd-gate', does: isDone ? 'grants it' : 'refuses it', says: [text], isGood: isDone })
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}
