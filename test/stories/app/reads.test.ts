/** What a push costs of GitHub's hourly limit: all evaluations that its webhooks cause, together. */
import { expect, test } from 'vitest'
import { type AppStory, green, openAppStory, red } from '../../support/app-story.ts'

const EVALUATION = 'GET /repos/{owner}/{repo}/actions/runs'
/**
 * A RED has one run of the workflow, and 2 evaluations with 19 reads and 6 or 7 points. A GREEN has two runs, because
 * the App ticks its subtask in the description: 4, 37 and 7. More evaluations come where hints arrive further apart.
 */
const MOST_EVALUATIONS = { red: 2, green: 4 }
const MOST_POINTS = { red: 7, green: 7 }
/** Of one evaluation, on average. */
const MOST = { reads: 10, points: 4 }

/** `points`: the reads that cost a point of the hour. An unchanged answer (304) costs none. */
async function countReads({ github, gate, settled }: AppStory, push: () => Promise<unknown>) {
  const from = github.exchanges.length
  await push()
  await settled()
  const reads = github.exchanges
    .slice(from)
    .filter(({ by, method, route }) => by === gate.app.bot.login && method === 'GET' && !route?.startsWith('GET /app'))
  return {
    evaluations: reads.filter(({ route }) => route === EVALUATION).length,
    reads: reads.length,
    points: reads.filter(({ isUnchanged }) => !isUnchanged).length,
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
  expect([evaluations, reads > 8, points]).toEqual([1, true, 1])
})

test('a push costs at most 7 points, and one of its evaluations four, at the first push and later ones', async () => {
  const story = await openAppStory()
  const { branch } = await story.startTask(['first', 'second'])
  const clone = await story.agent(story.ada, branch)
  for (const [name, task] of [
    ['first', '1.1'],
    ['second', '1.2'],
  ] as const) {
    for (const [phase, push] of Object.entries({ red, green })) {
      const { evaluations, reads, points } = await countReads(story, () => push(clone, name, task))
      expect(evaluations, `${phase} ${name}`).toBeLessThanOrEqual(
        MOST_EVALUATIONS[phase as keyof typeof MOST_EVALUATIONS],
      )
      expect(points, `${phase} ${name}`).toBeLessThanOrEqual(MOST_POINTS[phase as keyof typeof MOST_POINTS])
      expect(points / evaluations, `${phase} ${name}`).toBeLessThanOrEqual(MOST.points)
      expect(reads / evaluations, `${phase} ${name}`).toBeLessThanOrEqual(MOST.reads)
    }
  }
})
