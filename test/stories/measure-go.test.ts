import { printStory } from '../support/runner-story.ts'

const test = (name: string, body: string) =>
  `package shop\n\nimport "testing"\n\nfunc ${name}(t *testing.T) { ${body} }\n`

printStory({
  runner: 'go',
  needs: ['go', 'version'],
  project: {
    'go.mod': 'module example.com/shop\n\ngo 1.19\n',
    'shop/add.go': 'package shop\n\nfunc Add(a, b int) int { return a + b }\n',
    'shop/add_test.go': test('TestAdd', 'if Add(1, 2) != 3 { t.Fatal("no") }'),
    'other/other.go': 'package other\n',
    'other/other_test.go': test('TestOther', '').replace('shop', 'other'),
  },
  situations: {
    'all passes': {
      files: {},
      outcomes: { 'other > TestOther': 'passed', 'shop > TestAdd': 'passed' },
    },
    'a test fails in the package that is run': {
      files: { 'shop/new_test.go': test('TestNew', 't.Fatal("not yet")') },
      only: ['shop/new_test.go'],
      outcomes: { 'shop > TestAdd': 'passed', 'shop > TestNew': 'assertion' },
    },
    'a function is missing': {
      files: { 'shop/new_test.go': test('TestNew', 'Sub(1)') },
      outcomes: { 'other > TestOther': 'passed' },
      loadErrors: { shop: 'Sub' },
    },
    'a function is missing, and nothing else is run': {
      files: { 'shop/new_test.go': test('TestNew', 'Sub(1)') },
      only: ['shop/new_test.go'],
      loadErrors: { shop: 'Sub' },
    },
    'a function is missing, and a configured command leaves the words of the compiler on the console': {
      files: { 'shop/new_test.go': test('TestNew', 'Sub(1)') },
      command: 'go test -json {files:-./...} > {reports}/go.json',
      outcomes: { 'other > TestOther': 'passed' },
      loadErrors: { shop: 'Sub' },
    },
    'a test hangs': {
      files: { 'shop/new_test.go': test('TestNew', 'select {}') },
      timeoutSeconds: 8,
      problems: ['timeout'],
    },
  },
})
