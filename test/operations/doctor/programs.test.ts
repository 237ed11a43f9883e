/** Which programs the doctor looks for. */
import { expect, test } from 'vitest'
import { commandsOf, getPrograms } from '../../../src/operations/doctor/programs.ts'
import { suite } from '../../support/measuring.ts'

test.each([
  ['CI=1 npx vitest run', ['vitest']],
  ["find . -path '*/a/*' -delete && ./mvnw -B test", ['find', './mvnw']],
  ['(cd ../core && npm run build) && make -s test | tee log; exit $?', ['npm', 'make', 'tee']],
  ['{ [ -d build ] || meson setup build; } && meson test -C build', ['meson']],
  ['sh -c "a; b && c" > {reports}/x.xml 2>&1', ['sh']],
  ['node {assets}/cargo-files.mjs {reports}/cargo.ndjson {timeout} {files}', ['node', 'cargo']],
  ['node {assets}/cargo-files.mjs nextest {reports}/cargo.ndjson {timeout} {files}', ['node', 'cargo-nextest']],
  ['node {assets}/exunit-files.mjs {reports}/exunit.ndjson {timeout} {files}', ['node', 'elixir']],
  ['node {assets}/exunit-files.mjs eunit {reports}/eunit.ndjson {timeout} {files}', ['node', 'rebar3']],
  ['node {assets}/cmake-files.mjs meson {reports}/meson.ndjson {timeout} {files}', ['node', 'meson']],
  ['$RUNNER test', []],
])('%s starts %j', (command, programs) => {
  expect(getPrograms(command)).toEqual(programs)
})

test.each([
  [
    'set-up, build and tests are looked at',
    { setup: 'pnpm i', build: 'make', command: 'go test' },
    ['pnpm i', 'make', 'go test'],
  ],
  ['what the set-up installs need not be there yet', { setup: 'npm ci', command: 'node_modules/.bin/ava' }, ['npm ci']],
  ['without a set-up it must be there', { command: 'node_modules/.bin/ava' }, ['node_modules/.bin/ava']],
])('%s', (_, more, commands) => {
  expect(commandsOf(suite(more))).toEqual(commands)
})
