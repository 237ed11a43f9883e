/** Kinds of honest work whose repairs differ, in each runner; `test/runners/honest-kinds/` follows all of them. */
import { expect, test } from 'vitest'
import { type Choice, followKinds } from '../support/told/follow-kinds.ts'
import { getHonestKinds } from '../support/told/kinds.ts'
import { LANGUAGES } from '../support/told/languages.ts'

const CHOICE: Readonly<Record<string, Choice>> = {
  'node:test': {
    commits: [
      'a feature with its tests in one commit',
      'two features, each with its tests in one commit',
      'a GREEN that corrects a wrong expectation of its RED',
      'a GREEN that breaks a test, and its correction',
    ],
    'pull-request': ['a function that is renamed with the name of its test'],
  },
  Vitest: {
    commits: ['a feature with its tests below another commit', 'code long before its tests'],
    'pull-request': [
      'a known bug in a skipped test',
      'a helper that is extracted from tests',
      'a merge of a document between RED and GREEN',
    ],
  },
  pytest: {
    commits: ['better names inside of functions after a review', 'a file that moves with its tests'],
    'pull-request': [
      'a test that is skipped with a reason',
      'a feature with its tests and a setting',
      'a constant that changes with its test, under chore',
    ],
  },
  'go test': {
    commits: [
      'a GREEN under the number of another subtask',
      'a test of a known bug that runs again, with its fix',
      'a merge of code of the base after a feature with its tests',
    ],
    'pull-request': ['a function that is extracted from others', 'a cycle that is reverted'],
  },
  RSpec: {
    commits: ['simpler code after a review', 'a GREEN that is called REFACTOR'],
    'pull-request': [
      'a test that is skipped with a reason',
      'a helper that comes with a feature and its tests',
      'one RED and two GREENs',
    ],
  },
  PHPUnit: {
    commits: ['a review that adds a case, in one commit', 'a fixup of RED', 'a GREEN with a further test'],
    'pull-request': ['a fix that changes a test in one commit', 'a feature and simpler code with a test in one commit'],
  },
}

test('each choice is one of the kinds', () => {
  for (const language of LANGUAGES) {
    const names = getHonestKinds(language).map(({ about }) => about)
    const chosen = Object.values(CHOICE[language.name] ?? {}).flat()
    expect(chosen).toHaveLength(5)
    expect(chosen.filter((about) => !names.includes(about))).toEqual([])
  }
})

for (const language of LANGUAGES) followKinds(language, CHOICE[language.name])
