import { expect, test } from 'vitest'
import { canaryNotes } from '../../../src/test-runner/canary/canary.ts'
import { getRunner } from '../../../src/test-runner/runners/index.ts'

const suiteOf = (command: string) => ({
  config: { name: '', directory: '.', setup: null, build: null, command, reports: ['{reports}/a.xml'], coverage: [] },
  runner: getRunner(command),
})

test.each([
  ['python3 -m pytest {files}', 'test_a.py', []],
  ['php {assets}/phpunit-files.php {reports} {files}', 'tests/ATest.php', []],
  ['mvn -B {files} test', 'src/test/java/ATest.java', []],
  ['tap --reporter=tap {files} > {reports}/a.tap', 'test/a.js', []],
  ['node {assets}/script-files.mjs perl {reports}/perl.ndjson {timeout} {files}', 't/a.t', []],
  ['make test', 'test_a.py', ['No canary ran for `make test`']],
])('readers learn what the canary of `%s` does not see', (command, file, words) => {
  expect(canaryNotes(suiteOf(command), [file])).toEqual(words.map((word) => expect.stringContaining(word)))
})
