import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canTarget, fillCommand } from '../../src/test-runner/command.ts'

/** What a real shell makes of the words. */
const getWords = (command: string) => execFileSync('/bin/sh', ['-c', command]).toString().split('\0').slice(0, -1)

test('whatever a file is called, a shell sees exactly its name', () => {
  const name = fc
    .oneof(
      fc.string({ minLength: 1, unit: fc.constantFrom(...`ab'"\\$\`;&|<>(){}*?[]! ~#\n`) }),
      fc.constantFrom('{files}', '{reports}/x', '{assets}', "{files:-'a'}", "'; echo pwned; '", '$&', "$'", '-n'),
    )
    .filter((text) => !text.includes('\0'))
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 16, size: 'max' }), (targets) => {
      expect(
        getWords(fillCommand("printf '%s\\0' {files}", { targets, reports: '/r', assets: '/a', timeoutSeconds: 1 })),
      ).toEqual(targets)
    }),
    // Many names for each shell: starting one is what takes time.
    { numRuns: 20 },
  )
})

test.each([
  ['run {files}', null, 'run '],
  ['run {files}', ['a'], 'run a'],
  ["run {files:-'a b/**' c}", null, "run 'a b/**' c"],
  ["run {files:-'a b/**' c}", ['d e'], "run 'd e'"],
  ['run -timeout={timeout}s {files}', ['a'], 'run -timeout=60s a'],
  ['run > {reports}/x {files}', ['a'], "run >> '/with space'/x a"],
  ['run >{reports}/x 2>&1; run >| "{reports}/y"', null, `run >>'/with space'/x 2>&1; run >> "'/with space'/y"`],
  ['run >> {reports}/x > log 2> {reports}/z', null, "run >> '/with space'/x > log 2>> '/with space'/z"],
  ['run --map="a=>{reports}"', null, `run --map="a=>'/with space'"`],
])('%s for %j', (command, targets, filled) => {
  expect(fillCommand(command, { targets, reports: '/with space', assets: '/a', timeoutSeconds: 60 })).toBe(filled)
})

test.each([
  ['run --shard={shard} {files}', { index: 2, count: 3 }, 'run --shard=2/3 '],
  ['run --shard={shard} {files}', null, 'run '],
  ["run '--shard={shard}' x", null, 'run x'],
  ['run {shard}; report', null, 'run ; report'],
  ["sh -c 'run --shard={shard}' x", null, "sh -c 'run ' x"],
])('%s in shard %j', (command, shard, filled) => {
  expect(fillCommand(command, { targets: null, reports: '/r', assets: '/a', shard, timeoutSeconds: 1 })).toBe(filled)
})

test('what a run is aimed at says nothing of shards, whatever it is called', () => {
  const targets = ['{shard}', 'a={shard}']
  expect(
    getWords(fillCommand("printf '%s\\0' {files}", { targets, reports: '/r', assets: '/a', timeoutSeconds: 1 })),
  ).toEqual(targets)
})

test('a command without the placeholder, or with more files than a shell takes, is not aimed', () => {
  expect(canTarget('run {files}', ['a'])).toBe(true)
  expect(canTarget('run', ['a'])).toBe(false)
  expect(
    canTarget(
      'run {files}',
      Array.from({ length: 20_000 }, (_, n) => `file-${n}`),
    ),
  ).toBe(false)
})
