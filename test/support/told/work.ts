/** Ordinary pieces of honest work on code and its tests, told once for every runner. */
import type { Cases, Language } from './model.ts'
import {
  CASES,
  FUNCTIONS,
  getCycle,
  type HonestKind,
  WITH_HALVE as halved,
  WITH_HALVES as withHalved,
} from './words.ts'

/** The kinds, in the words of a language. */
export function getKindsOfWork(language: Language): readonly HonestKind[] {
  const { code, tests, skip, settings } = language
  const { red, green } = getCycle(language)
  const wrong: Cases = { ...CASES, halves: ['halve', 4, 3] }
  const docs = ['docs: more', { 'README.md': 'Sums.\n' }] as const
  const fixed = { double: 'n + n', next: 'n + 2' }
  const withFixed: Cases = { ...CASES, 'counts on': ['next', 1, 3] }
  const renamed = { twice: 'n * 2', next: 'n + 1' }
  const other = { file: 'more' } as const
  const shop = (commits: HonestKind['commits'], about: string): HonestKind => ({ about, commits })
  return [
    shop([['feat: halve', { ...code(halved), ...tests(withHalved) }]], 'a feature with its tests in one commit'),
    shop([['Add halve', { ...code(halved), ...tests(withHalved) }]], 'a feature with its tests under a plain subject'),
    shop(
      [['feat: halve', { ...code(halved), ...tests(withHalved) }], docs],
      'a feature with its tests below another commit',
    ),
    shop([['fix: next', { ...code(fixed), ...tests(withFixed) }]], 'a fix that changes a test in one commit'),
    shop(
      [['fix next', { ...code({ ...FUNCTIONS, next: 'n + 2' }), ...tests(withFixed) }]],
      'a fix with its test under a plain subject',
    ),
    shop(
      [
        ['feat: halve', { ...code(halved), ...tests(withHalved) }],
        ['feat: third', { ...code({ third: 'n - 3' }, other), ...tests({ thirds: ['third', 4, 1] }, 'more') }],
      ],
      'two features, each with its tests in one commit',
    ),
    shop([green, red], 'code before its tests'),
    shop([green, docs, red, docs], 'code long before its tests'),
    shop([red, ['feat: halve', { ...code(halved), ...tests(withHalved) }]], 'a RED and a GREEN'),
    shop(
      [
        ['test: halve', tests(wrong)],
        ['feat: halve', { ...code(halved), ...tests(withHalved) }],
      ],
      'a GREEN that corrects a wrong expectation of its RED',
    ),
    shop(
      [['test: halve', tests(wrong)], ['test: correct halve', tests(withHalved)], green],
      'a wrong expectation that is corrected before GREEN',
    ),
    shop(
      [['test: halve', tests(wrong)], green, ['test: correct halve', tests(withHalved)]],
      'a wrong expectation that is corrected after GREEN',
    ),
    shop(
      [red, green, ['address review', code(halved, { parameter: 'amount' })]],
      'better names inside of functions after a review',
    ),
    shop([red, green, ['simplify', code({ ...halved, double: 'n + n' })]], 'simpler code after a review'),
    shop([['simplify', code({ ...FUNCTIONS, double: 'n + n' })]], 'simpler code alone'),
    shop([['simplify', code({ ...FUNCTIONS, double: 'n + n' })], red, green], 'simpler code before a cycle'),
    shop(
      [['extract plus', code({ ...FUNCTIONS, plus: 'n + 2', double: 'plus(n) + n - 2', next: 'plus(n) - 1' })]],
      'a function that is extracted from others',
    ),
    shop([['Explain double', code(FUNCTIONS, { comment: 'Twice as much.' })]], 'a comment in code'),
    shop(
      [['rename double', { ...code(renamed), ...tests({ doubles: ['twice', 2, 4], 'counts on': ['next', 1, 2] }) }]],
      'a function that is renamed with its uses in tests',
    ),
    {
      about: 'a function that is renamed with the name of its test',
      base: tests({ double: ['double', 2, 4], 'counts on': ['next', 1, 2] }),
      commits: [
        ['rename double', { ...code(renamed), ...tests({ twice: ['twice', 2, 4], 'counts on': ['next', 1, 2] }) }],
      ],
    },
    shop(
      [['test: rename', tests({ 'makes twice as much': ['double', 2, 4], 'counts on': ['next', 1, 2] })]],
      'a test that is renamed',
    ),
    shop(
      [['more tests', tests({ ...CASES, 'doubles nothing': ['double', 0, 0] })]],
      'a test of what exists, under a plain subject',
    ),
    shop([['test: nothing', tests({ ...CASES, 'doubles nothing': ['double', 0, 0] })]], 'a test of what exists'),
    shop(
      [['test: nothing\n\nPhase: red\n', tests({ ...CASES, 'doubles nothing': ['double', 0, 0] })]],
      'a test of what exists that is called RED',
    ),
    shop(
      [red, ['feat: halve', { ...code(halved), ...tests({ ...withHalved, 'doubles nothing': ['double', 0, 0] }) }]],
      'a GREEN with a further test',
    ),
    shop([red, ['feat: halve', { ...code(halved), 'README.md': 'Sums.\n' }]], 'a GREEN with a document'),
    shop(
      [red, green, ['test: more', tests({ ...withHalved, 'doubles nothing': ['double', 0, 0] })]],
      'a further test after GREEN',
    ),
    shop(
      [
        ['test: halve\n\nTask: 2\n', tests(withHalved)],
        ['feat: halve\n\nTask: 3\n', code(halved)],
      ],
      'a GREEN under the number of another subtask',
    ),
    shop([red, ['refactor: halve', code(halved)]], 'a GREEN under a wrong type'),
    shop([red, ['halve\n\nPhase: refactor\n', code(halved)]], 'a GREEN that is called REFACTOR'),
    shop([['test: halve\n\nPhase: green\n', tests(withHalved)], green], 'a RED that is called GREEN'),
    shop(
      [red, ['feat: halve', code({ ...halved, halve: 'n - 1' })], ['fix: halve', code(halved)]],
      'a GREEN in two steps',
    ),
    shop(
      [red, ['feat: halve', code({ ...halved, next: 'n + 9' })], ['fix: next', code(halved)]],
      'a GREEN that breaks a test, and its correction',
    ),
    shop([['chore: settings', settings]], 'a setting of the project'),
    shop(
      [['feat: halve', { ...code(halved), ...tests(withHalved), ...settings }]],
      'a feature with its tests and a setting',
    ),
    shop(
      [
        [
          'move',
          {
            ...code({ next: 'n + 1' }),
            ...code({ double: 'n * 2' }, other),
            ...tests({ 'counts on': ['next', 1, 2] }),
            ...tests({ doubles: ['double', 2, 4] }, 'more'),
          },
        ],
      ],
      'a function that moves to a file of its own, with its test',
    ),
    shop(
      [['remove next', { ...code({ double: 'n * 2' }), ...tests({ doubles: ['double', 2, 4] }) }]],
      'a function that is removed with its test',
    ),
    shop([['test: known bug', skip(CASES, 'doubles nothing', ['double', 0, 1])]], 'a known bug in a skipped test'),
    shop(
      [['skip a flaky test', skip({ 'counts on': ['next', 1, 2] }, 'doubles', ['double', 2, 4])]],
      'a test that is skipped with a reason',
    ),
  ]
}
