import { expect, test } from 'vitest'
import { detectFormat } from '../../../src/reports/detect.ts'
import { tap } from '../../../src/reports/formats/tap.ts'
import { getCpuMs } from '../../support/cpu.ts'
import { parseText, recorded } from '../../support/recorded.ts'

const PERL = recorded('perl-tap/out/subtest-first.tap').toString()

test.each([
  ['a subtest before all others, of perl', PERL],
  ['the same with the ends of lines of Windows', PERL.replaceAll('\n', '\r\n')],
  ['a subtest as old perl tells it', '    # Subtest: s\n    ok 1 - a\n    1..1\nok 1 - s\n1..1\n'],
  ['subtests two deep', '# Subtest: a\n    # Subtest: b\n        ok 1 - c\n        1..1\n    ok 1 - b\n'],
  ['a pragma', 'pragma +strict\n1..1\nok 1 - a\n'],
  ['a pragma after the version', 'TAP version 13\npragma +strict\n1..1\nok 1 - a\n'],
  ['a bail-out and nothing else', 'Bail out! no database\n'],
  ['what npm says before it', '\n> p@1.0.0 test\n> node --test\n\nTAP version 13\nnot ok 1 - a\n1..1\n'],
  ['what npm says before a stream without a version', '> p@1 test\n> tape *.js\n\nnot ok 1 a\n1..1\n'],
  ['what yarn says before it', 'yarn run v1.22.19\n$ node --test\nTAP version 13\nok 1 - a\n1..1\n'],
  ['empty lines of Windows', '\r\n\r\nTAP version 13\r\nok 1 - a\r\n1..1\r\n'],
  ['colours', '\u001b[32mok 1 - a\u001b[0m\n1..1\n'],
])('%s is recognised', (_, text) => {
  expect(detectFormat(text)).toBe('tap')
  expect(() => parseText(tap, text)).not.toThrow()
})

test.each([
  ['Markdown with an example', '# How to read TAP\n\n    1..1\n    ok 1 - a\n'],
  ['a quotation', '> ok then\n> not ok\n'],
  ['what npm says of something else', '> p@1 build\n> tsc\n\nerror TS1: no\nok 1 - a\n'],
  ['results of Go', 'ok  \texample.com/cart\t0.01s\n'],
  ['words', 'Bail out of here\n'],
  ['comments and nothing else', '# a\n# b\n'],
  ['an indented list', '  ok 1\n'],
])('%s is no TAP', (_, text) => {
  expect(detectFormat(text)).toBeNull()
})

test.each(['# \n', '> a\n', '\n', ' ', '    # Subtest: s\n', '\u001b[3', 'pragma +a\n'])(
  'a head of %j costs next to nothing',
  (piece) => {
    const head = piece.repeat(65_536 / piece.length)
    expect(getCpuMs(() => tap.looksLike(head))).toBeLessThan(500)
  },
)
