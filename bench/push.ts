/** Measures the App's requests for one push, and the time of its verdict beyond the job's own time. */
import type { WorkingClone } from '../test/simulator/working-clone.ts'
import { type Gated, openGated, type Spent, spent } from './gated.ts'
import { atMost, below, type Measure, shown } from './measure.ts'

/** RED and GREEN of each. */
const CYCLES = 3
const GOAL_READS = 10
const GOAL_WRITES = 3
const GOAL_MS = 500

interface Pushed {
  readonly looks: readonly Spent[]
  /** From the push to a check that says what is missing. */
  readonly missingMs: number
  /** From the end of the run to the verdict. */
  readonly verdictMs: number
}

export async function benchPush(_bin: string, folder: string): Promise<readonly Measure[]> {
  await using gated = await openGated(folder)
  const clone = await startTask(gated)
  const pushes: Pushed[] = []
  for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
    const name = `step-${cycle}`
    const trailers = (phase: string) => `Task: 1.${cycle}\nPhase: ${phase}\n`
    const file = (place: string) => ({ [`${place}/${name}.txt`]: `${name}\n` })
    pushes.push(await push(gated, clone, `test: ${name}\n\n${trailers('red')}`, file('checks')))
    pushes.push(await push(gated, clone, `feat: ${name}\n\n${trailers('green')}`, file('src')))
  }
  return [...getRequests(pushes, await reevaluate(gated)), ...getTimes(pushes)]
}

/**
 * GitHub sends several webhooks for one push: the branch, its run, and the App's own writes. Each causes an evaluation.
 */
function getRequests(pushes: readonly Pushed[], again: readonly Spent[]): readonly Measure[] {
  const most = (evaluations: readonly Spent[], of: keyof Spent) =>
    Math.max(...evaluations.map((evaluation) => evaluation[of]))
  const all = pushes.flatMap(({ looks: evaluations }) => evaluations)
  const inAll = (of: keyof Spent) => all.reduce((sum, evaluate) => sum + evaluate[of], 0) / pushes.length
  return [
    atMost('a push: requests that read something new, each time GitHub tells of it', most(all, 'reads'), GOAL_READS),
    atMost('  requests that write', most(all, 'writes'), GOAL_WRITES),
    shown('times, with two runs of the workflow', all.length / pushes.length, ''),
    shown('requests that read, all together', inAll('reads'), ''),
    shown('requests that write, all together', inAll('writes'), ''),
    atMost('evaluated again without a change: requests that read', most(again, 'reads'), GOAL_READS),
    atMost('  requests that write', most(again, 'writes'), 0),
  ]
}

/** The least: what is more is the machine's other business. */
function getTimes(pushes: readonly Pushed[]): readonly Measure[] {
  const least = (of: 'missingMs' | 'verdictMs') => Math.min(...pushes.map((one) => one[of]))
  return [
    below('from the end of the run to the verdict', least('verdictMs'), GOAL_MS, 'ms'),
    below('from a push to a check that says what is missing', least('missingMs'), GOAL_MS, 'ms'),
  ]
}

async function startTask({ github, shop, ada, settled }: Gated): Promise<WorkingClone> {
  const body = Array.from({ length: CYCLES }, (_, i) => `- [ ] step ${i + 1}`).join('\n')
  const issue = await github.as(ada).openIssue(shop, { title: 'Steps', body })
  await github.as(ada).comment(shop, issue, '/tdd start')
  await settled()
  const branch = [...shop.issues.values()].findLast(({ pull }) => pull !== null)?.pull?.headBranch
  if (branch === undefined) throw new Error('no task was started')
  const clone = await github.as(ada).clone(shop)
  await clone.git('checkout', '--quiet', branch)
  return clone
}

type Files = Readonly<Record<string, string>>

async function push(gated: Gated, clone: WorkingClone, message: string, files: Files): Promise<Pushed> {
  const { github, moments, settled } = gated
  await clone.commit(message, files)
  const from = github.exchanges.length
  moments.checked.length = 0
  moments.measured = Number.NaN
  await clone.push()
  await settled()
  const [first = Number.NaN] = moments.checked
  const verdict = moments.checked.find((at) => at > moments.measured) ?? Number.NaN
  return { looks: spent(gated, from), missingMs: first - moments.pushed, verdictMs: verdict - moments.measured }
}

/** GitHub says once more what it said. */
async function reevaluate(gated: Gated): Promise<readonly Spent[]> {
  const { github, settled } = gated
  const result = github.deliveries.log.findLast(({ action }) => action === 'synchronize')
  if (result === undefined) throw new Error('GitHub sent no push event')
  const from = github.exchanges.length
  github.deliveries.send(result)
  await settled()
  const evaluations = spent(gated, from)
  if (evaluations.length === 0) throw new Error('no evaluation ran')
  return evaluations
}
