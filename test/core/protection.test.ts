import { expect, test } from 'vitest'
import {
  createCommand,
  enforcementOf,
  isRequired,
  type Protection,
  protectionGaps,
  rulesetFor,
} from '../../src/core/protection.ts'

const check = { name: 'tdd-gate', appId: 7, repository: 'acme/shop' }
const sound: Protection = {
  branch: 'main',
  checks: [{ context: 'tdd-gate', appId: 7 }],
  bypass: [],
  allowsSquash: true,
  allowsOtherMerges: false,
}

test('a check required from this App alone, with nobody going past and only squashes, has no gap', () => {
  expect(protectionGaps(sound, check)).toEqual([])
})

test.each([
  ['nothing required', { checks: [] }, 'does not require the check'],
  ['another check required', { checks: [{ context: 'ci', appId: 7 }] }, 'does not require the check'],
  ['required from anybody', { checks: [{ context: 'tdd-gate', appId: null }] }, 'from anybody'],
  ['required from another App', { checks: [{ context: 'tdd-gate', appId: 8 }] }, 'from anybody'],
  ['somebody goes past', { bypass: ['RepositoryRole 5, always'] }, 'RepositoryRole 5, always'],
  ['other merges allowed', { allowsOtherMerges: true }, 'without squashing'],
  ['no squash at all', { allowsSquash: false, allowsOtherMerges: true }, 'cannot be squashed'],
] as const)('%s is told, with what to do', (_, change, words) => {
  const [gap, ...more] = protectionGaps({ ...sound, ...change }, check)
  expect(more).toEqual([])
  expect(gap?.message).toContain(words)
  expect(gap?.suggestion).not.toBe('')
})

test('what GitHub does not tell is not called a gap', () => {
  expect(protectionGaps({ ...sound, bypass: null, allowsSquash: null, allowsOtherMerges: null }, check)).toEqual([])
})

test('who goes past a classic protection may be hidden: that is told, and the check is required all the same', () => {
  const hidden = { ...sound, bypass: null, isBypassHidden: true }
  expect(protectionGaps(hidden, check)).toMatchObject([
    { about: 'hidden', message: expect.stringContaining('could not be read') },
  ])
  expect(isRequired(enforcementOf(hidden, check))).toBe(true)
})

test('where nothing is required, who goes past does not matter', () => {
  const open = { ...sound, checks: [], bypass: null, isBypassHidden: true }
  expect(protectionGaps(open, check).map(({ about }) => about)).toEqual(['check'])
})

test('one pinned requirement is enough beside a loose one', () => {
  const checks = [{ context: 'tdd-gate', appId: null }, ...sound.checks]
  expect(protectionGaps({ ...sound, checks }, check)).toEqual([])
})

test('the command creates the ruleset that closes the gap', () => {
  const command = createCommand('main', check)
  const json = /echo '(.*)' \| gh api -X POST repos\/acme\/shop\/rulesets --input -/.exec(command)?.[1] ?? ''
  expect(JSON.parse(json)).toEqual(rulesetFor('main', check))
})

test('a ruleset is named after its branch: GitHub takes a name once', () => {
  expect(rulesetFor('main', check).name).not.toBe(rulesetFor('release/1', check).name)
})

test.each([
  ['sound', {}, true],
  ['with others who go past', { bypass: ['RepositoryRole 5, always'] }, true],
  ['without the check', { checks: [] }, false],
  ['with the check from anybody', { checks: [{ context: 'tdd-gate', appId: null }] }, false],
] as const)('protection %s: is the check required from this App alone?', (_, change, wanted) => {
  const enforcement = enforcementOf({ ...sound, ...change }, check)
  expect(enforcement).toMatchObject({ branch: 'main', check })
  expect(isRequired(enforcement)).toBe(wanted)
})
