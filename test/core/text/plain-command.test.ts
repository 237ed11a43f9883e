import { expect, test } from 'vitest'
import { toPlainCommand } from '../../../src/core/text/plain-command.ts'

test.each([
  [
    'node_modules/.bin/vitest run --reporter=json --outputFile={reports}/vitest.json --retry=0 {files}',
    'node_modules/.bin/vitest run --retry=0',
  ],
  ['go test -json -count=1 -timeout={timeout}s {files:-./...} > {reports}/go.json 2>&1', 'go test -count=1 ./...'],
  [
    'node --test --test-reporter={assets}/node-reporter.mjs --test-reporter-destination={reports}/node.ndjson {files}',
    'node --test',
  ],
  [
    'node_modules/.bin/mocha --require {assets}/r.mjs --reporter {assets}/f.cjs --reporter-option output={reports}/m.xml --retries 0 {files}',
    'node_modules/.bin/mocha --retries 0',
  ],
  [
    'rspec --order defined --format progress --format json --out {reports}/rspec.json {files}',
    'rspec --order defined --format progress',
  ],
  ["make test NAME='a b'", "make test NAME='a b'"],
  ['ruby -Ilib {assets}/minitest.rb {reports}/minitest.ndjson {files}', null],
])('people run %s without what only the gate uses', (command, plain) => {
  expect(toPlainCommand(command)).toBe(plain)
})
