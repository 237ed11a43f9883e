/** What keeps a merge from needing the gate, and what mends that: said by somebody who administers the repository. */
import { expect, test } from 'vitest'
import { PERMISSIONS } from '../../github/stage.ts'
import { openAppStory } from '../../support/app-story.ts'

const ASKED = Object.fromEntries(Object.entries(PERMISSIONS).filter(([name]) => name !== 'administration'))

test('before, a merge needs nothing; after, GitHub refuses it', async () => {
  const story = await openAppStory({ isMeasured: false, permissions: ASKED })
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
  expect((await say(bob, first, '/tdd status')).reply).toContain('The gate is not enforced on `main`')
  expect(await github.as(ada).merge(shop, first)).toMatchObject({ status: 200 })

  expect((await say(ada, second, '/tdd protect')).reply).toContain('Only people with the admin role')
  const byHand = await say(mona, second, '/tdd protect')
  expect(byHand.reply).toMatch(/`echo '.*' \| gh api -X POST repos\/acme\/shop\/rulesets --input -`/)
  expect([byHand.reactions, shop.rulesets]).toEqual([['eyes', '-1'], []])

  const [installation] = github.world.installations.values()
  if (installation) gate.accept(installation, { ...ASKED, administration: 'write' })
  await settled()
  expect((await say(mona, second, '/tdd protect')).reply).toContain('✅ `main` requires `tdd-gate` now')
  expect(await github.as(ada).merge(shop, second)).toMatchObject({ status: 405 })
  expect((await say(bob, second, '/tdd status')).reply).toContain('`main` requires `tdd-gate` from this App alone')
  expect((await say(mona, second, '/tdd protect')).reply).toContain('already')
  expect(shop.rulesets).toHaveLength(1)
})
