/** Honest work that is told by its history: corrections, reverts, merges, subtasks. */
import type { TestRepository } from '../repository.ts'
import type { Cases, Language } from './model.ts'
import { CASES, FUNCTIONS, getCycle, type HonestKind, type HonestStep, MORE, WITH_HALVE, WITH_HALVES } from './words.ts'

const revert = (count: number) => async (repository: TestRepository) => {
  const commits = Array.from({ length: count }, (_, index) => `HEAD${'~'.repeat(index)}`)
  await repository.git('-c', 'user.name=Mona', '-c', 'user.email=mona@example.com', 'revert', '--no-edit', ...commits)
}

/** Merges a base on which others went on. */
const mergeMain =
  (...step: Exclude<HonestStep, (...all: never) => unknown>) =>
  async (repository: TestRepository) => {
    await repository.checkout('main')
    await repository.commit(...step)
    await repository.checkout('work')
    await repository.merge('main', { message: "Merge branch 'main' into work" })
  }

/** The kinds, in the words of a language. */
export function getKindsOfHistories(language: Language): readonly HonestKind[] {
  return [...getCorrections(language), ...getReverts(language), ...getSubtasks(language)]
}

function getCorrections(language: Language): readonly HonestKind[] {
  const { code, tests, skip } = language
  const { red, green } = getCycle(language)
  const wrong: Cases = { ...CASES, halves: ['halve', 4, 3] }
  const three = ['next', 3, 5] as const
  const fixed = code({ ...FUNCTIONS, double: 'n + n + 1 - 1' })
  return [
    {
      about: 'a fixup of GREEN',
      commits: [red, green, ['fixup! feat: halve', code(WITH_HALVE, { parameter: 'amount' })]],
    },
    {
      about: 'a fixup of RED',
      commits: [['test: halve', tests(wrong)], ['fixup! test: halve', tests(WITH_HALVES)], green],
    },
    {
      about: 'a squash of GREEN',
      commits: [
        red,
        ['feat: halve', code({ ...WITH_HALVE, halve: 'n - 1' })],
        ['squash! feat: halve', code(WITH_HALVE)],
      ],
    },
    {
      about: 'plain subjects for RED and GREEN',
      commits: [
        ['wip', red[1]],
        ['more wip', green[1]],
      ],
    },
    {
      about: 'a review that adds a case, in one commit',
      commits: [
        red,
        green,
        [
          'address review',
          { ...code({ ...WITH_HALVE, next: 'n + 3' }), ...tests({ ...WITH_HALVES, 'counts on': ['next', 1, 4] }) },
        ],
      ],
    },
    {
      about: 'a review that asks for a further test',
      commits: [red, green, ['address review', tests({ ...WITH_HALVES, 'halves six': ['halve', 6, 4] })]],
    },
    {
      about: 'a refactoring after GREEN',
      commits: [red, green, ['refactor: double', code({ ...WITH_HALVE, double: 'n + n' })]],
    },
    { about: 'other numbers in a test', commits: [['better numbers', tests({ ...CASES, doubles: ['double', 3, 6] })]] },
    {
      about: 'a test of a known bug that runs again, with its fix',
      base: skip(CASES, 'counts from three', three),
      commits: [
        [
          'fix: count from three',
          { ...code({ ...FUNCTIONS, next: '(n * 3 + 1) / 2' }), ...tests({ ...CASES, 'counts from three': three }) },
        ],
      ],
    },
    {
      about: 'a skipped test that runs again',
      base: skip(CASES, 'doubles one', ['double', 1, 2]),
      commits: [['run a test again', tests({ ...CASES, 'doubles one': ['double', 1, 2] })]],
    },
    {
      about: 'code that is cherry-picked with its test',
      commits: [
        [
          'fix next\n\n(cherry picked from commit 0123456789abcdef0123456789abcdef01234567)\n',
          { ...code({ ...FUNCTIONS, next: 'n + 2' }), ...tests({ ...CASES, 'counts on': ['next', 1, 3] }) },
        ],
      ],
    },
    {
      about: 'simpler code in two commits',
      commits: [
        ['simplify', code({ ...FUNCTIONS, double: 'n + n' })],
        ['simplify more', fixed],
      ],
    },
    { about: 'a cycle whose GREEN closes an issue', commits: [red, ['halve\n\nCloses #3\n', green[1]]] },
    { about: 'an empty commit', commits: [red, green, ['run CI again', {}]] },
  ]
}

function getReverts(language: Language): readonly HonestKind[] {
  const { code, tests } = language
  const { red, green } = getCycle(language)
  const feature = { ...code(WITH_HALVE), ...tests(WITH_HALVES) }
  const elsewhere = { ...code({ third: 'n - 3' }, { file: MORE }), ...tests({ thirds: ['third', 4, 1] }, MORE) }
  const document = ['docs: sums', { 'README.md': 'Sums.\n' }] as const
  return [
    { about: 'a cycle that is reverted', commits: [red, green, revert(2)] },
    {
      about: 'a GREEN that is reverted and written anew',
      commits: [red, ['feat: halve', code({ ...WITH_HALVE, halve: 'n + n - 4 - n + 2' })], revert(1), green],
    },
    {
      about: 'simpler code that is reverted',
      commits: [['simplify', code({ ...FUNCTIONS, double: 'n + n' })], revert(1)],
    },
    {
      about: 'a feature of the base that is reverted by hand',
      base: feature,
      commits: [
        [
          'Revert "feat: halve"\n\nThis reverts commit 0123456789abcdef0123456789abcdef01234567.\n',
          { ...code(FUNCTIONS), ...tests(CASES) },
        ],
      ],
    },
    { about: 'a merge of a document of the base', commits: [red, green, mergeMain(...document)] },
    { about: 'a merge of a document between RED and GREEN', commits: [red, mergeMain(...document), green] },
    { about: 'a merge of code of the base', commits: [red, green, mergeMain('feat: third', elsewhere)] },
    {
      about: 'a merge of code of the base after a feature with its tests',
      commits: [['feat: halve', feature], mergeMain('feat: third', elsewhere)],
    },
  ]
}

function getSubtasks({ code, tests }: Language): readonly HonestKind[] {
  const both = { ...WITH_HALVE, third: 'n - 3' }
  const withBoth: Cases = { ...WITH_HALVES, thirds: ['third', 4, 1] }
  const [more, thirds] = [code({ third: 'n - 3' }, { file: MORE }), tests({ thirds: ['third', 4, 1] }, MORE)]
  return [
    {
      about: 'two features with their tests in one commit',
      commits: [['halve and third', { ...code(both), ...tests(withBoth) }]],
    },
    {
      about: 'two features in two files with their tests in one commit',
      commits: [['feat: halve and third', { ...code(WITH_HALVE), ...tests(WITH_HALVES), ...more, ...thirds }]],
    },
    {
      about: 'two REDs and one GREEN',
      commits: [
        ['test: halve', tests(WITH_HALVES)],
        ['test: third', tests(withBoth)],
        ['feat: both', code(both)],
      ],
    },
    {
      about: 'two REDs and two GREENs',
      commits: [
        ['test: halve', tests(WITH_HALVES)],
        ['test: third', tests(withBoth)],
        ['feat: halve', code(WITH_HALVE)],
        ['feat: third', code(both)],
      ],
    },
    {
      about: 'one RED and two GREENs',
      commits: [
        ['test: halve and third', tests(withBoth)],
        ['feat: halve', code(WITH_HALVE)],
        ['feat: third', code(both)],
      ],
    },
    { about: 'a new file with its test under a plain subject', commits: [['Add third', { ...more, ...thirds }]] },
    {
      about: 'a feature and simpler code with a test in one commit',
      commits: [['halve, and simplify', { ...code({ ...WITH_HALVE, double: 'n + n' }), ...tests(WITH_HALVES) }]],
    },
  ]
}
