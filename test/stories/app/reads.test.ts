/** What a push costs of GitHub's hourly limit: all evaluations that its webhooks cause, together. */
import { expect, test } from 'vitest'
import { type AppStory, green, openAppStory, red } from '../../support/app-story.ts'

const EVALUATION = 'GET /repos/{owner}/{repo}/actions/runs'
/**
 * A RED has one run of the workflow, and 2 evaluations with 19 reads, 6 or 7 points and 5 writes. A GREEN has two runs,
 * because the App ticks its subtask in the description: 4, 37, 7 and 6. More come where hints arrive further apart.
 */
const MOST = { red: { evaluations: 2, writes: 5 }, green: { evaluations: 4, writes: 6 } }
const MOST_READS = 10
/** How often a push pays for a route: once for what it changed, and for runs once for each state that is seen. */
const MOST_POINTS: Readonly<Record<string, number>> = {
  'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls': 1,
  'GET /repos/{owner}/{repo}/compare/{basehead}': 1,
  'GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts': 1,
  'GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs': 1,
  'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}': 1,
  // The records of the task, at its first push.
  'GET /repos/{owner}/{repo}/commits/{ref}/check-runs': 1,
}
const MOST_RUNS = { red: 2, green: 3 }

/** `points`: the reads that cost a point of the hour. An unchanged answer (304) costs none. */
async function countReads({ github, gate, settled }: AppStory, push: () => Promise<unknown>) {
  const from = github.exchanges.length
  await push()
  await settled()
  const own = github.exchanges
    .slice(from)
    .filter(({ by, route }) => by === gate.app.bot.login && !/ \/app/.test(route ?? ''))
  const reads = own.filter(({ method }) => method === 'GET')
  const paid = Map.groupBy(
    reads.filter(({ isUnchanged }) => !isUnchanged),
    ({ route }) => route ?? '',
  )
  return {
    evaluations: reads.filter(({ route }) => route === EVALUATION).length,
    reads: reads.length,
    writes: own.length - reads.length,
    points: [...paid].map(([route, { length }]) => [route, length] as const),
  }
}

test('after a restart, an unchanged pull request costs one point for its owner and no other, although the App has a new token', async () => {
  const story = await openAppStory()
  const { branch } = await story.startTask(['first'])
  await red(await story.agent(story.ada, branch), 'first', '1.1')
  await story.settled()
  const restart = () => countReads(story, () => story.app.stop().then(story.app.start))
  // The first sweep keeps the evidence, the second one reads that; nothing changes afterwards.
  for (let i = 0; i < 2; i += 1) await restart()
  const { evaluations, reads, points } = await restart()
  // Its owner has no settings: an answer with 404 is never unchanged. It is asked for once in five minutes.
  expect([evaluations, reads > 8, points]).toEqual([1, true, [['GET /repos/{owner}/{repo}/contents/{path}', 1]]])
})

test('a push pays once for each fact that it changed, at the first push and later ones', async () => {
  const story = await openAppStory()
  const { branch } = await story.startTask(['first', 'second'])
  const clone = await story.agent(story.ada, branch)
  for (const [name, task] of [
    ['first', '1.1'],
    ['second', '1.2'],
  ] as const) {
    for (const [phase, push] of [
      ['red', red],
      ['green', green],
    ] as const) {
      const { evaluations, reads, writes, points } = await countReads(story, () => push(clone, name, task))
      const most: typeof MOST_POINTS = { ...MOST_POINTS, [EVALUATION]: MOST_RUNS[phase] }
      expect(
        points.filter(([route, count]) => count > (most[route] ?? 0)),
        `${phase} ${name}`,
      ).toEqual([])
      expect(evaluations, `${phase} ${name}`).toBeLessThanOrEqual(MOST[phase].evaluations)
      expect(writes, `${phase} ${name}`).toBeLessThanOrEqual(MOST[phase].writes)
      expect(reads / evaluations, `${phase} ${name}`).toBeLessThanOrEqual(MOST_READS)
    }
  }
})
