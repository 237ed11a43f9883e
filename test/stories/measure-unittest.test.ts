import { printStory } from '../support/runner-story.ts'

const test = (body: string, head = '') =>
  `import unittest\n${head}\n\nclass NewTest(unittest.TestCase):\n    def test_new(self):\n        ${body}\n`
const NEW = 'tests/test_new.py'

printStory({
  runner: 'unittest',
  needs: ['python3', '--version'],
  project: {
    'shop/__init__.py': '',
    'shop/cart.py': 'def add(a, b):\n    return a + b\n',
    'tests/test_cart.py': test('self.assertEqual(add(1, 2), 3)', 'from shop.cart import add\n'),
  },
  situations: {
    'a module is missing, and the others run': {
      files: { [NEW]: test('pass', 'from shop.sub import sub\n') },
      outcomes: { 'tests/test_cart.py > NewTest > test_new': 'passed' },
      loadErrors: { [NEW]: 'shop.sub' },
    },
    'an assertion fails, others are skipped or expected to fail': {
      files: {
        [NEW]: `${test('self.assertEqual(1, 2)')}\n    @unittest.skip('later')\n    def test_skip(self):\n        pass\n\n    @unittest.expectedFailure\n    def test_xfail(self):\n        self.fail()\n\n    def test_parts(self):\n        for n in (1, 2):\n            with self.subTest(n=n):\n                self.assertEqual(n, 1)\n\n    def test_missing(self):\n        shop.basket()\n`,
      },
      only: [NEW],
      outcomes: {
        [`${NEW} > NewTest > test_new`]: 'assertion',
        [`${NEW} > NewTest > test_skip`]: 'skipped',
        [`${NEW} > NewTest > test_xfail`]: 'expected-failure',
        [`${NEW} > NewTest > test_parts`]: 'assertion',
        [`${NEW} > NewTest > test_missing`]: 'missing-symbol',
      },
    },
    'a test ends the process as if all were well': {
      files: { [NEW]: test('__import__("os")._exit(0)') },
      problems: ['incomplete-report'],
    },
  },
})
