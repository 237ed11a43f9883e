/** The App decides with the settings of the owner's `.github` repository, whatever the job of the repository reported. */
import { beforeEach, expect, test } from 'vitest'
import { handleEvent } from '../../../src/app/gate/handle-event.ts'
import type { PullRecord } from '../../../src/core/status/pull-record.ts'
import { createEnabledReader } from '../../../src/github/read/organisation/enabled.ts'
import { readExcusers } from '../../../src/github/read/organisation/excusers.ts'
import { cacheOrganisations, type ReadOrganisation } from '../../../src/github/read/organisation/organisation.ts'
import { cacheConfigs, type ReadConfig } from '../../../src/github/read/pull-request/base-config.ts'
import { APP } from '../../support/github/state.ts'
import { openWorld, REPOSITORY, type World } from '../../support/github/story-world.ts'

const MINUTE_MS = 60_000
let now = 0
let world: World
let reading: { readonly readOrganisation: ReadOrganisation; readonly readConfig: ReadConfig }

beforeEach(() => {
  now = 0
  const opened = openWorld()
  const read = cacheOrganisations({ now: () => now, expected: [] })
  reading = { readOrganisation: read, readConfig: cacheConfigs(read) }
  world = Object.assign(opened, { context: { ...opened.context, ...reading } })
})

async function judged(organisation: string | null, own: string | null = null, author = 'mona') {
  world.organisation = organisation === null ? null : `version: 1\n${organisation}`
  if (own !== null) world.configs.set(world.tip, `version: 1\n${own}`)
  const pull = world.open(1, undefined, { author })
  pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' })
  pull.green({ 'src/cart.ts': 'v1' }, { 'cart.test.ts > adds': 'passed' })
  await world.judge(1)
  const { report } = await world.look(1)
  const gate = world.gateOf(pull.facts().head)
  return { conclusion: gate?.conclusion, title: gate?.output.title ?? '', summary: gate?.output.summary ?? '', report }
}

test.each([
  ['no file', null, null, 'success'],
  ['a default that the repository leaves', 'policy: { refactor: required }', null, 'action_required'],
  [
    'a default that the repository replaces',
    'policy: { refactor: required }',
    'policy: { refactor: optional }',
    'success',
  ],
  [
    'a fixed value that the repository tries to loosen',
    'policy: { refactor: required }\nfixed: policy.refactor',
    'policy: { refactor: optional }',
    'action_required',
  ],
] as const)('with %s the check says so', async (_, organisation, own, conclusion) => {
  const { conclusion: concluded, report } = await judged(organisation, own)
  expect(concluded).toBe(conclusion)
  expect(report.notes.join().includes('acme/.github')).toBe(organisation !== null)
})

test('an invalid file lets nothing pass, and the check names each mistake', async () => {
  const { conclusion, title, summary } = await judged('policy: { refactor: always }')
  expect([conclusion, title]).toEqual(['failure', 'The settings of the organisation are invalid'])
  expect(summary).toContain('acme/.github/tdd-gate.yml:2:21 policy.refactor')
})

test('settings that the operator expects and the App cannot read let nothing pass', async () => {
  const readOrganisation = cacheOrganisations({ now: () => now, expected: ['ACME'] })
  Object.assign(world.context, { readOrganisation, readConfig: cacheConfigs(readOrganisation) })
  const { conclusion, summary } = await judged(null)
  expect(conclusion).toBe('failure')
  expect(summary).toContain('The App cannot read `acme/.github/tdd-gate.yml`')
  expect(summary).toContain('Install the App on `acme/.github`')
  now += 6 * MINUTE_MS
  expect((await judged('policy: {}')).conclusion).toBe('success')
})

test.each([
  ['copilot-swe-agent[bot]', 'agents: { allow: "copilot-swe-agent[bot]" }', 'success'],
  ['Copilot-SWE-Agent[bot]', 'agents: { allow: "copilot-swe-agent[bot]" }', 'success'],
  ['other[bot]', 'agents: { allow: "copilot-swe-agent[bot]" }', 'failure'],
  ['other[bot]', 'agents: { allow: [] }', 'failure'],
  ['other[bot]', '', 'success'],
  ['mona', 'agents: { allow: [] }', 'success'],
  ['mona', 'agents: { accounts: [Mona] }', 'success'],
  ['mona', 'agents: { accounts: [Mona], allow: [] }', 'failure'],
  ['mona', 'agents: { accounts: [Mona], allow: mona }', 'success'],
] as const)('the work of %s with `%s` is a %s', async (author, organisation, conclusion) => {
  const { title, conclusion: concluded } = await judged(organisation, null, author)
  expect([concluded, title.includes(author)]).toEqual([conclusion, conclusion === 'failure'])
})

test('a person may let work of such an agent pass', async () => {
  await judged('agents: { allow: [] }', null, 'other[bot]')
  const { head } = world.pulls.get(1)?.story.facts() ?? { head: '' }
  world.record(head, { kind: 'override' })
  await world.look(1)
  expect(world.gateOf(head)?.conclusion).toBe('success')
})

test('the file is read once in five minutes, and the file of the repository once for each commit', async () => {
  await judged('policy: { refactor: required }', 'policy: {}')
  const first = world.reads()
  await world.look(1)
  const second = world.reads()
  now += 5 * MINUTE_MS
  await world.look(1)
  const third = world.reads()
  const count = (reads: readonly string[]) => reads.filter((read) => read.includes('/contents/')).length
  expect([first, second, third].map(count)).toEqual([2, 0, 1])
})

test('while GitHub does not answer nothing is decided', async () => {
  const failure = { route: 'GET /repos/{owner}/{repo}/contents/{path}', status: 502 } as const
  world.failures.push(...Array.from({ length: 9 }, () => failure))
  await expect(judged('policy: { refactor: required }')).rejects.toMatchObject({ code: 'github-unavailable' })
  expect(world.checks).toEqual([])
})

const excusers = (login: string, isBot = false) =>
  readExcusers(reading, world.github, { owner: 'acme', repo: 'shop' }, { tip: world.tip, login, isBot })

test('members of the named teams may excuse work, and other people with the roles that the settings leave', async () => {
  world.organisation = 'version: 1\noverride: { roles: admin, teams: [tdd-leads] }\nfixed: override.roles'
  world.teams.set('tdd-leads', ['ada'])
  expect(await excusers('ada')).toEqual({ roles: ['admin'], isInTeam: true })
  expect(await excusers('mona')).toEqual({ roles: ['admin'], isInTeam: false })
  world.failures.push({ route: 'GET /orgs/{org}/teams/{team_slug}/memberships/{username}', status: 403 })
  expect(await excusers('ada')).toEqual({ roles: ['admin'], isInTeam: false })
})

test.each([null, 'version: 2'])('no team excuses work where the settings are %s', async (organisation) => {
  world.organisation = organisation
  world.teams.set('tdd-leads', ['ada'])
  expect((await excusers('ada')).isInTeam).toBe(false)
})

test.each([
  ['agents: { accounts: Mona }', 'mona', ['mona']],
  ['', 'coder[bot]', ['coder[bot]']],
  [null, 'coder[bot]', ['coder[bot]']],
  [null, `${APP.slug}[bot]`, []],
  ['', `${APP.slug}[bot]`, []],
  ['policy: { refactor: always }', `${APP.slug}[bot]`, []],
] as const)(
  'with the settings `%s` the tables count the work of %s as that of %j',
  async (organisation, author, agents) => {
    const kept: (PullRecord | null)[] = []
    Object.assign(world.context, { keepPull: async (_: unknown, record: PullRecord | null) => void kept.push(record) })
    await judged(organisation, null, author)
    expect(kept.at(-1)?.summary.agents).toEqual(agents)
  },
)

/** As a webhook brings it. */
async function handled(organisation: string) {
  world.organisation = `version: 1\n${organisation}`
  const pull = world.pulls.get(1)?.story ?? world.open(1)
  if (pull.facts().commits.length === 0) pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' })
  const isEnabled = createEnabledReader(reading.readOrganisation, () => now)
  const event = { kind: 'pull-request', number: 1 } as const
  const next = await handleEvent(world.github, { repository: REPOSITORY, event }, { ...world.context, isEnabled })
  return { next, checks: world.checks.length }
}

test('where the organisation asks for a property, the App writes only to repositories whose property is on', async () => {
  expect(await handled('enabledBy: property')).toEqual({ next: [], checks: 0 })
  Object.assign(world.properties, { 'tdd-gate': 'off' })
  now += 6 * MINUTE_MS
  expect(await handled('enabledBy: property')).toEqual({ next: [], checks: 0 })
  Object.assign(world.properties, { 'tdd-gate': 'on' })
  now += 6 * MINUTE_MS
  expect((await handled('enabledBy: property')).checks).toBe(1)
})

test.each(['enabledBy: installation', '', 'enabledBy: something'])(
  'with `%s` the App works wherever it is installed, and an invalid file switches nothing off',
  async (organisation) => {
    expect((await handled(organisation)).checks).toBe(1)
  },
)
