/** Tests gaps in branch protection and their fixes, with an administrator's commands. */
import { expect, test } from 'vitest'
import { PERMISSIONS } from '../../simulator/stage.ts'
import { openAppStory } from '../../support/app-story.ts'

const { administration: _, ...ASKED } = PERMISSIONS
const { merge_queues: _queues, ...OLD } = ASKED
const LACKS = '`merge_queues: read` is not granted'

test('before, a merge needs nothing; after, GitHub refuses it', async () => {
  const story = await openAppStory({ isMeasured: false, permissions: OLD })
  const { github, shop, ada, bob, mona, gate, say, settled } = story
  const clone = await github.as(ada).clone(shop)
  const open = async (name: string) => {
    await clone.branch(name)
    await clone.commit(`docs: ${name}`, { [`${name}.md`]: '1\n' })
    await clone.push()
    const number = await github.as(ada).openPull(shop, { head: name })
    await settled()
    return number
  }
  const [first, second] = [await open('one'), await open('two')]
  const { reply: before } = await say(bob, first, '/tdd status')
  expect(before).toContain('GitHub does not enforce the gate on `main`')
  const [installation] = github.world.installations.values()
  expect(before).toContain(LACKS)
  expect(before).toContain(`${github.url}/organizations/acme/settings/installations/${installation?.id}`)
  const getComplaints = () => story.app.complaints.filter((line) => line.startsWith('installation lacks'))
  const earlier = getComplaints().length
  await story.app.stop()
  await story.app.start()
  expect(getComplaints().slice(earlier)).toEqual([expect.stringContaining(LACKS)])
  expect(await github.as(ada).merge(shop, first)).toMatchObject({ status: 200 })

  expect((await say(ada, second, '/tdd protect')).reply).toContain('Only people with the admin role')
  const byHand = await say(mona, second, '/tdd protect')
  expect(byHand.reply).toMatch(/`echo '.*' \| gh api -X POST repos\/acme\/shop\/rulesets --input -`/)
  expect([byHand.reactions, shop.rulesets]).toEqual([['eyes', '-1'], []])

  if (installation) gate.accept(installation, { ...ASKED, administration: 'write' })
  await settled()
  expect((await say(mona, second, '/tdd protect')).reply).toContain('✅ `main` now requires `tdd-gate`')
  expect(await github.as(ada).merge(shop, second)).toMatchObject({ status: 405 })
  expect((await say(bob, second, '/tdd status')).reply).toMatch(
    /`main` requires `tdd-gate` from this App alone[\s\S]*The installation grants all permissions that the App needs/,
  )
  expect((await say(mona, second, '/tdd protect')).reply).toContain('already')
  expect(shop.rulesets).toHaveLength(1)
})
