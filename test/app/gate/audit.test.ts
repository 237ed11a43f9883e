/** The audit log has each decision once, with the person who changed it. */
import { expect, test } from 'vitest'
import { handleEvent } from '../../../src/app/gate/handle-event.ts'
import type { AuditEntry } from '../../../src/core/model/audit.ts'
import { openWorld, REPOSITORY } from '../../support/github/story-world.ts'

test('an evaluation records its verdict before the check is written', async () => {
  const world = openWorld()
  const story = world.open(1)
  story.commit({ 'doc.md': 'v1' })
  await world.judge(1)
  const entries: AuditEntry[] = []
  const written: number[] = []
  const record = async (entry: AuditEntry) => {
    entries.push(entry)
    written.push(world.writes().length)
  }
  const event = { kind: 'pull-request', number: 1 } as const
  await handleEvent(world.github, { repository: REPOSITORY, event }, { ...world.context, record })
  const { head } = story.facts()
  expect(entries).toEqual([
    {
      kind: 'verdict',
      repository: 'acme/shop',
      number: 1,
      head,
      conclusion: world.gateOf(head)?.conclusion,
      title: expect.any(String),
      rules: [],
      overriddenBy: null,
    },
  ])
  expect(written).toEqual([0])
})
