import { expect, test } from 'vitest'
import {
  createCommand,
  getEnforcement,
  isRequired,
  type Protection,
  protectionGaps,
  rulesetFor,
  stayingRulesetFor,
} from '../../../src/core/status/protection.ts'

const check = { name: 'tdd-gate', appId: 7, repository: 'acme/shop' }
const sound: Protection = {
  branch: 'main',
  checks: [{ context: 'tdd-gate', appId: 7 }],
  bypass: [],
  unseen: [],
  isDeletable: false,
  mergesByLast: false,
  allowsSquash: true,
  allowsOtherMerges: false,
}

test('a check required from this App alone, without bypasses and with squash merges only, has no gap', () => {
  expect(protectionGaps(sound, check)).toEqual([])
})

test.each([
  ['nothing required', { checks: [] }, 'does not require the check'],
  ['another check required', { checks: [{ context: 'ci', appId: 7 }] }, 'does not require the check'],
  ['required from any App', { checks: [{ context: 'tdd-gate', appId: null }] }, 'from any App'],
  ['required from another App', { checks: [{ context: 'tdd-gate', appId: 8 }] }, 'from any App'],
  ['a role can bypass it', { bypass: ['RepositoryRole 5, always'] }, 'RepositoryRole 5, always'],
  ['a branch that can be deleted', { isDeletable: true }, 'everyone with write access can delete `main`'],
  ['a queue that asks the last of a group alone', { mergesByLast: true }, 'the check only of a group'],
  ['other merges allowed', { allowsOtherMerges: true }, 'without squashing'],
  ['no squash at all', { allowsSquash: false, allowsOtherMerges: true }, 'does not allow squash merges'],
] as const)('%s is a gap with its fix', (_, change, words) => {
  const [gap, ...more] = protectionGaps({ ...sound, ...change }, check)
  expect(more).toEqual([])
  expect(gap?.message).toContain(words)
  expect(gap?.suggestion.text).not.toBe('')
})

test('the commands of a fix work in a shell unchanged, and its words contain them', () => {
  const gaps = protectionGaps({ ...sound, checks: [], allowsOtherMerges: true }, check)
  expect(gaps.map(({ suggestion }) => suggestion.commands.length)).toEqual([1, 1])
  for (const { suggestion } of gaps) expect(suggestion.text).toContain(`\`${suggestion.commands[0]}\``)
})

test('what GitHub does not tell is not called a gap', () => {
  expect(protectionGaps({ ...sound, allowsSquash: null, allowsOtherMerges: null }, check)).toEqual([])
})

test.each([
  ['administrators of a classic protection', { unseen: ['administrators'] }],
  ['the bypass list of a ruleset', { unseen: ['bypass list'] }],
  ['whether it may be deleted', { isDeletable: null }],
] as const)('%s may be hidden: that is reported, and the check still counts as required', (_, change) => {
  const hidden = { ...sound, ...change }
  expect(protectionGaps(hidden, check)).toMatchObject([
    {
      about: 'hidden',
      message: expect.stringContaining('GitHub does not show'),
      suggestion: expect.objectContaining({ text: expect.stringMatching(/\w/) }),
    },
  ])
  expect(isRequired(getEnforcement(hidden, check))).toBe(true)
})

test('where nothing is required, who goes past, who deletes and what a queue asks does not matter', () => {
  const open: Protection = { ...sound, checks: [], unseen: ['administrators'], isDeletable: true, mergesByLast: true }
  expect(protectionGaps(open, check).map(({ about }) => about)).toEqual(['check'])
})

test('one pinned requirement is enough beside a loose one', () => {
  const checks = [{ context: 'tdd-gate', appId: null }, ...sound.checks]
  expect(protectionGaps({ ...sound, checks }, check)).toEqual([])
})

const posted = (command: string) =>
  JSON.parse(/echo '(.*)' \| gh api -X POST repos\/acme\/shop\/rulesets --input -/.exec(command)?.[1] ?? '')

test('the command creates the ruleset that closes the gap', () => {
  expect(posted(createCommand(rulesetFor('main', check), check))).toEqual(rulesetFor('main', check))
})

test('the command for a branch that can be deleted keeps it, and asks for nothing that is there already', () => {
  const [gap] = protectionGaps({ ...sound, isDeletable: true }, check)
  expect(gap?.suggestion.text).toContain('`/tdd protect`')
  const ruleset = posted(gap?.suggestion.commands[0] ?? '')
  expect(ruleset).toEqual(stayingRulesetFor('main', check))
  expect(getTypes(ruleset)).toEqual(['deletion', 'creation'])
})

const getTypes = ({ rules }: Pick<ReturnType<typeof rulesetFor>, 'rules'>) => rules.map(({ type }) => type)

test('a ruleset forbids to delete the branch and re-create it without the check', () => {
  const { rules } = rulesetFor('release/1', check)
  expect(getTypes({ rules })).toEqual(['deletion', 'creation', 'required_status_checks'])
  expect(JSON.stringify(rules)).not.toContain('"do_not_enforce_on_create":true')
})

test('a ruleset is named after its branch and what it is for: GitHub takes a name once', () => {
  const names = ['main', 'release/1'].flatMap((branch) => [rulesetFor(branch, check), stayingRulesetFor(branch, check)])
  expect(new Set(names.map(({ name }) => name)).size).toBe(4)
})

test.each([
  ['sound', {}, true],
  ['with others who go past', { bypass: ['RepositoryRole 5, always'] }, true],
  ['without the check', { checks: [] }, false],
  ['with the check from any App', { checks: [{ context: 'tdd-gate', appId: null }] }, false],
] as const)('protection %s: is the check required from this App alone?', (_, change, wanted) => {
  const enforcement = getEnforcement({ ...sound, ...change }, check)
  expect(enforcement).toMatchObject({ branch: 'main', check })
  expect(isRequired(enforcement)).toBe(wanted)
})
