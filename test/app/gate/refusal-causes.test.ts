/** The check says why GitHub refused a write, and who ends it. */
import { describe, expect, test } from 'vitest'
import { getFields } from '../../../src/app/telemetry/log.ts'
import type { Route } from '../../../src/github/routes.ts'
import { getRefusalCause } from '../../../src/github/status.ts'
import { type RefusalCause, refusalCauses } from '../../../src/github/texts.ts'
import { openWorld } from '../../support/github/story-world.ts'

const CHECKS = 'POST /repos/{owner}/{repo}/check-runs'
const COMMENT = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
const LABELS = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}'

interface Refused {
  readonly status?: number
  readonly answer: object
  readonly isArchived?: boolean
}

const REFUSED: readonly (readonly [RefusalCause, Refused])[] = [
  ['permission-missing', { answer: { message: 'Resource not accessible by integration' } }],
  ['conversation-locked', { answer: { message: 'Unable to create comment because issue is locked.' } }],
  ['repository-archived', { answer: { message: 'No' }, isArchived: true }],
  ['installation-suspended', { answer: { message: 'This installation owned by octocat suspended your access.' } }],
  ['address-not-allowed', { answer: { message: 'The organization has an IP allow list enabled.' } }],
  ['repository-blocked', { answer: { message: 'Repository access blocked', block: { reason: 'tos' } } }],
  ['not-found', { status: 404, answer: { message: 'Not Found' } }],
  ['content-refused', { status: 422, answer: { message: 'Validation Failed' } }],
]

async function openJudged() {
  const world = openWorld()
  const pull = world.open(1)
  pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' })
  await world.judge(1)
  const refuse = (route: Route, { status = 403, answer, isArchived = false }: Refused) => {
    world.isArchived = isArchived
    world.failures.splice(0, world.failures.length, { route, status, answer })
  }
  const head = () => pull.facts().head
  return { world, pull, head, refuse, summary: () => world.gateOf(head())?.output.summary ?? '' }
}

test('the check names the cause of each refused write, and who ends it, as long as it lasts', async () => {
  const { world, refuse, summary } = await openJudged()
  for (const [at, [cause, refused]] of REFUSED.entries()) {
    world.comments.length = 0
    for (const pull of world.pulls.values()) pull.labels = []
    refuse(at % 2 === 0 ? LABELS : COMMENT, refused)
    await world.look(1)
    const said = cause === 'permission-missing' ? 'pull-requests: write' : refusalCauses[cause].means
    expect(summary(), cause).toContain(said)
    const others = REFUSED.filter(([other]) => other !== cause).map(([other]) => refusalCauses[other].means)
    expect(
      others.filter((other) => summary().includes(other)),
      cause,
    ).toEqual([])
  }
})

test('a refused check has its cause in the log of the operator', async () => {
  const { world, refuse } = await openJudged()
  for (const [cause, refused] of REFUSED) {
    refuse(CHECKS, refused)
    const error = await world.look(1).catch((reason: unknown) => reason)
    expect(getRefusalCause(error)).toBe(cause)
    expect(getFields(error)).toMatchObject({ code: 'github-refused', cause, next: expect.any(String) })
  }
})

describe('a pull request that GitHub lets the App read in part', () => {
  const READS = [
    ['the base is missing', 'base-missing', 'GET /repos/{owner}/{repo}/compare/{basehead}', 404],
    ['runs are not shown', 'permission-missing', 'GET /repos/{owner}/{repo}/actions/runs', 403],
  ] as const

  test.each(READS)('%s: the check says why, nothing is judged, and the event is tried again', async (...row) => {
    const [, cause, route, status] = row
    const { world, head, summary } = await openJudged()
    world.failures.push({ route, status })
    await expect(world.look(1)).rejects.toMatchObject({ code: 'github-refused' })
    expect(world.gateOf(head())).toMatchObject({ conclusion: 'action_required', status: 'completed' })
    expect(summary()).toContain(cause === 'base-missing' ? refusalCauses[cause].means : 'actions: read')
    expect(world.comments).toEqual([])
    await world.look(1)
    expect(world.gateOf(head())?.output.title).not.toContain('cannot')
  })

  test('a refusal that lasts writes the check once', async () => {
    const { world } = await openJudged()
    const [, , route, status] = READS[0]
    for (let looks = 0; looks < 2; looks += 1) {
      world.failures.push({ route, status })
      await expect(world.look(1)).rejects.toMatchObject({ code: 'github-refused' })
      expect(world.writes()).toHaveLength(looks === 0 ? 1 : 0)
    }
  })

  test('a head that is green stays green, and a pull request that is closed or not shown gets no check', async () => {
    const { world, pull, head } = await openJudged()
    const [, , route, status] = READS[0]
    pull.green({ 'src/cart.ts': 'v1' }, { 'cart.test.ts > adds': 'passed' })
    await world.judge(1)
    await world.look(1)
    expect(world.gateOf(head())?.conclusion).toBe('success')
    world.failures.push({ route, status })
    await expect(world.look(1)).rejects.toThrow()
    expect(world.gateOf(head())?.conclusion).toBe('success')
    world.checks.length = 0
    const shown = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
    world.failures.push({ route: shown, status: 404 }, { route: shown, status: 404 })
    await expect(world.look(1)).rejects.toThrow()
    expect(world.checks).toEqual([])
  })
})
