/** Whatever becomes of webhooks and of the App on the way, what GitHub shows at the end is the same. */
import { expect, test } from 'vitest'
import { chaos, onTime } from '../../github/faults.ts'
import { type AppStory, green, openAppStory, red } from '../../support/app-story.ts'
import { startProcess } from '../../support/killable-app.ts'

const ODDS = { late: 0.25, doubled: 0.25, lost: 0.25 }

interface Disturbance {
  /** After each thing that people do. */
  readonly between?: (step: number) => Promise<void>
}

/** A task is started, paused, resumed and worked on. */
async function work(story: AppStory, { between = async () => undefined }: Disturbance = {}): Promise<number> {
  const { github, shop, ada, mona } = story
  const issue = await github.as(ada).openIssue(shop, { title: 'Sums', body: '- [ ] one' })
  await github.as(ada).comment(shop, issue, '/tdd start')
  await between(1)
  await story.settled()
  const pull = [...shop.issues.values()].find((each) => each.pull !== null)
  const number = pull?.number ?? 0
  const clone = await story.agent(ada, pull?.pull?.headBranch ?? '')
  await github.as(ada).comment(shop, number, '/tdd pause lunch')
  await between(2)
  await red(clone, 'one', '1.1')
  await between(3)
  await github.as(mona).comment(shop, number, '/tdd resume')
  await between(4)
  await green(clone, 'one', '1.1')
  await between(5)
  await story.settled()
  return number
}

/** What people see, without what is another one each time. */
function shown({ shop, checkOf, gate }: AppStory, number: number) {
  const plain = (text: string) =>
    text
      .replace(/[0-9a-f]{64}|[0-9a-f]{40}|\b[0-9a-f]{9}\b/g, 'SHA')
      .replace(/127\.0\.0\.1:\d+/g, 'HOST')
      .replace(/(run |runs\/|reply |"id": ")\d+/g, '$1N')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/[\d.]+ m?s\b|"durationMs": \d+/g, 'SPAN')
  const { conclusion, output } = checkOf(number) ?? { conclusion: 'none', output: null }
  const pull = shop.issues.get(number)
  const said = [...shop.comments.values()].filter(({ author }) => author === gate.app.bot)
  return {
    check: [conclusion, plain(output?.title ?? '')],
    comments: said.map(({ issue, body }) => `#${issue} ${plain(body)}`).toSorted(),
    labels: [...(pull?.labels ?? [])].toSorted(),
    body: plain(pull?.body ?? ''),
    decisions: shop.checkRuns.filter(({ name }) => name === 'tdd-gate/decision').map(({ output: { title } }) => title),
    open: pull?.state,
  }
}

let calm: ReturnType<typeof shown> | null = null
async function shownInCalm() {
  if (calm !== null) return calm
  const story = await openAppStory({ isMeasured: false })
  calm = shown(story, await work(story))
  expect(calm).toMatchObject({ check: ['action_required', 'No evidence for SHA yet'], open: 'open' })
  expect(calm.decisions).toHaveLength(2)
  expect(calm.comments).toHaveLength(4)
  return calm
}

/** GitHub never sends again by itself: whoever comes back asks for what failed, and looks at everything. */
async function comeBack({ app, settled }: AppStory) {
  await settled()
  await app.stop()
  await app.start()
  await settled()
}

test.each([1, 2, 3])('webhooks lost, doubled and late, by seed %i', async (seed) => {
  const expected = await shownInCalm()
  const story = await openAppStory({ isMeasured: false })
  story.github.faults.schedule = chaos(seed, ODDS)
  const number = await work(story, { between: () => comeBack(story) })
  story.github.faults.schedule = onTime
  expect(shown(story, number)).toEqual(expected)
})

test('the App away whenever somebody does something', async () => {
  const expected = await shownInCalm()
  const story = await openAppStory({ isMeasured: false })
  await story.app.stop()
  const between = async () => {
    await story.github.settled()
    await story.app.start()
    await story.settled()
    await story.app.stop()
  }
  const number = await work(story, { between })
  expect(shown(story, number)).toEqual(expected)
  await story.app.start()
})

test('a process of the App killed in the midst of its work', async () => {
  const expected = await shownInCalm()
  const story = await openAppStory({ isMeasured: false })
  await story.app.stop()
  let running = await startProcess(story)
  const between = async () => {
    await story.github.settled()
    await running.kill()
    running = await startProcess(story)
    await running.says('swept', 'pull requests to look at')
    await story.settled()
  }
  const number = await work(story, { between })
  expect(shown(story, number)).toEqual(expected)
  await running.kill()
  await story.app.start()
})
