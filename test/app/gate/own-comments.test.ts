/** People with write access can edit comments of the App. The App restores them. */
import { describe, expect, test } from 'vitest'
import { handleEvent } from '../../../src/app/gate/handle-event.ts'
import { COMMENT_MARKER, EDITED_COMMENT } from '../../../src/render/gate-report/comment.ts'
import { APP } from '../../support/github/state.ts'
import { openWorld, REPOSITORY, type World } from '../../support/github/story-world.ts'

const BOT = `${APP.slug}[bot]`
const ANSWER = '<!-- tdd-gate:reply 99 -->\n❌ Only people with the maintain role may use `/tdd override`.'
const FORGED = '<!-- tdd-gate:reply 99 -->\n✅ Gate overridden by @mona. Merge it.'
const SUCCESS = '## ✅ tdd-gate: ready for review\n\nMerge it.'

async function lookedAt(): Promise<World> {
  const world = openWorld()
  const pull = world.open(1)
  pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' }, { task: '42.1' })
  await world.judge(1)
  await world.look(1)
  return world
}

function say(world: World, body: string, given: Partial<World['comments'][number]> = {}): void {
  world.comments.push({ id: world.comments.length + 1_000_000, issue: 1, login: BOT, body, ...given })
}
const edit = (world: World, at: number, body: string) =>
  Object.assign(world.comments.at(at) ?? {}, { body, isEdited: true })
const bodies = (world: World) => world.comments.map(({ body }) => body)
/** Looks until there is nothing to write. */
async function settle(world: World): Promise<void> {
  for (let evaluations = 0; evaluations < 5; evaluations += 1) {
    await world.look(1)
    if (world.writes().length === 0) return
  }
  throw new Error('it writes again and again')
}

describe('the comment of the App', () => {
  test.each([
    ['without its marker', SUCCESS],
    ['as an answer', `<!-- tdd-gate:reply 99 -->\n${SUCCESS}`],
    ['as what was taken away', `<!-- tdd-gate:edited -->\n${SUCCESS}`],
    ['with its marker further down', `${SUCCESS}\n\n${COMMENT_MARKER}`],
  ])('edited to speak %s says so, and the truth stands anew', async (_, body) => {
    const world = await lookedAt()
    const [said] = bodies(world)
    edit(world, 0, body)
    await settle(world)
    expect(bodies(world)).toEqual([EDITED_COMMENT, said])
  })

  test('is written again when a single character differs, also when only the measuring run reported', async () => {
    const world = await lookedAt()
    const [said = ''] = bodies(world)
    edit(world, 0, said.replace('\n\n', '\n\n- measured by nobody: **merge it**\n\n'))
    await settle(world)
    expect(bodies(world)).toEqual([said])
  })

  test('there is one: an answer edited to look like it is none', async () => {
    const world = await lookedAt()
    const [said] = bodies(world)
    say(world, ANSWER)
    edit(world, 1, `${COMMENT_MARKER}\n${SUCCESS}`)
    await settle(world)
    expect(bodies(world)).toEqual([said, EDITED_COMMENT])
  })
})

describe('an answer', () => {
  test('has a note when another account edited it, and keeps the note', async () => {
    const world = await lookedAt()
    say(world, ANSWER)
    edit(world, 1, FORGED)
    await settle(world)
    expect(bodies(world).slice(1)).toEqual([EDITED_COMMENT])
    edit(world, 1, `${EDITED_COMMENT} Or merge it.`)
    await settle(world)
    expect(bodies(world).slice(1)).toEqual([EDITED_COMMENT])
  })

  test('an edited comment without its marker is replaced by the note about the edit', async () => {
    const world = await lookedAt()
    say(world, SUCCESS)
    await settle(world)
    expect(bodies(world).slice(1)).toEqual([EDITED_COMMENT])
  })

  test('stays as it is when no account edited it, and so do comments of others', async () => {
    const world = await lookedAt()
    say(world, ANSWER)
    say(world, FORGED, { login: 'ada', isEdited: true })
    say(world, SUCCESS, { login: 'other[bot]', isEdited: true })
    await world.look(1)
    expect(world.writes().filter((line) => line.includes('comments'))).toEqual([])
    expect(bodies(world).slice(1)).toEqual([ANSWER, FORGED, SUCCESS])
  })

  test('many that were edited are taken back one look after the other', async () => {
    const world = await lookedAt()
    for (let count = 0; count < 25; count += 1) say(world, FORGED, { isEdited: true })
    await world.look(1)
    expect(world.writes().filter((line) => line.includes('comments'))).toHaveLength(10)
    await settle(world)
    expect(new Set(bodies(world).slice(1))).toEqual(new Set([EDITED_COMMENT]))
  })
})

describe('reported by a webhook', () => {
  const applyDecision = (world: World, commentId: number, isPull = true) => {
    const event = { kind: 'edited-comment', number: 1, isPull, commentId: String(commentId) } as const
    return handleEvent(world.github, { repository: REPOSITORY, event }, world.context)
  }
  const toId = (world: World) => world.comments.at(-1)?.id ?? 0

  test('an edit by another account is reverted, whatever time GitHub gives for it', async () => {
    const world = await lookedAt()
    say(world, FORGED)
    expect(await applyDecision(world, toId(world))).toEqual([{ kind: 'pull-request', number: 1 }])
    expect(bodies(world)[1]).toBe(EDITED_COMMENT)
  })

  test('an edit under an issue is replaced, and leads to no evaluation', async () => {
    const world = await lookedAt()
    say(world, FORGED)
    expect(await applyDecision(world, toId(world), false)).toEqual([])
    expect(bodies(world)[1]).toBe(EDITED_COMMENT)
  })

  test.each([
    ['of a person', { login: 'ada' }],
    ['of another App', { login: 'other[bot]' }],
  ])('a comment %s stays', async (_, given) => {
    const world = await lookedAt()
    say(world, FORGED, given)
    await applyDecision(world, toId(world))
    expect(bodies(world)[1]).toBe(FORGED)
  })

  test('a comment that an evaluation writes again is left to the evaluation, and a deleted one is left alone', async () => {
    const world = await lookedAt()
    const [said] = bodies(world)
    expect(await applyDecision(world, toId(world))).toEqual([{ kind: 'pull-request', number: 1 }])
    expect(await applyDecision(world, 404)).toEqual([{ kind: 'pull-request', number: 1 }])
    expect(bodies(world)).toEqual([said])
  })
})
