import { printStory } from '../support/runner-story.ts'

const NEW = 'test/new.bats'

printStory({
  runner: 'bats',
  needs: ['bats', '--version'],
  project: { 'test/old.bats': '@test "adds" { [ $((1 + 2)) -eq 3 ]; }\n' },
  situations: {
    'a command is missing, and a file that ends its process hides no other': {
      files: { [NEW]: '@test "is new" { basket; }\n', 'test/ends.bats': '@test "ends" { kill -9 $$; }\n' },
      outcomes: { 'test/old.bats > adds': 'passed', 'test/new.bats > is new': 'missing-symbol' },
      loadErrors: { 'test/ends.bats': null },
    },
  },
})

printStory({
  runner: 'prove',
  needs: ['perl', '-MTest::More', '-e1'],
  project: { 't/old.t': "use Test::More tests => 1;\nis(1 + 2, 3, 'adds');\n" },
  situations: {
    'a function is missing in one file, and the others run': {
      files: { 't/new.t': "use Test::More;\nok(Basket::new(), 'is new');\ndone_testing;\n" },
      outcomes: { 't/old.t > adds': 'passed' },
      loadErrors: { 't/new.t': 'Basket::new' },
    },
  },
})
