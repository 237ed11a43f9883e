/**
 * A verdict is read in a minute: in three states of a pull request each output says no sentence twice, and what is not
 * folded has few lines.
 */
import { describe, expect, test } from 'vitest'
import type { Evidence } from '../../../src/core/model/evidence.ts'
import type { Decision, HeldLines } from '../../../src/core/model/finding.ts'
import { toCheckOutput } from '../../../src/render/gate-report/check-output.ts'
import { toComment } from '../../../src/render/gate-report/comment.ts'
import { toReportHtml } from '../../../src/render/gate-report/report-html.ts'
import { toResultBlock } from '../../../src/render/gate-report/result-block.ts'
import type { RunReport } from '../../../src/render/gate-report/run-report.ts'
import { toStepSummary } from '../../../src/render/gate-report/step-summary.ts'
import { toVerifyText } from '../../../src/render/gate-report/verify-text.ts'
import { packReport, unpackReport } from '../../../src/render/web/packed-report.ts'
import { toPullContent } from '../../../src/render/web/pull-page.ts'
import { aPlan, aSubtask } from '../../core/rules/support.ts'
import { openPull, type Pull } from '../../core/story.ts'
import { failingTest, report } from '../sample.ts'

const TAKES = 'test/discount.test.js > takes ten percent off from 100 on'
const NOTHING = 'test/discount.test.js > gives nothing below 100'
const REFUSES = 'test/cart.test.js > refuses a negative quantity'
const IDS: ReadonlySet<string> = new Set([TAKES, NOTHING, REFUSES].flatMap((id) => [id, id.split(' > ').at(-1) ?? id]))
const first = aSubtask('1.1', { title: 'Ten percent off from 100 on' })
const plan = aPlan(first, aSubtask('1.2', { title: 'Negative quantities are refused' }))
const DISCOUNT = ['export function discount(total) {', '  return total < 100 ? 0 : total / 10', '}']
const LINES: readonly HeldLines[] = [
  { path: 'src/discount.js', first: 1, last: 1, by: 'driver', test: NOTHING, piece: { first: 1, last: 3 } },
  { path: 'src/discount.js', first: 2, last: 2, by: 'in-part', test: NOTHING, unnoticed: [{ from: '<', to: '<=' }] },
  { path: 'src/discount.js', first: 3, last: 3, by: 'driver', test: NOTHING, piece: { first: 1, last: 3 } },
]
const CART_LINES: readonly HeldLines[] = [
  { path: 'src/cart.js', first: 1, last: 1, by: 'driver', test: REFUSES, piece: { first: 1, last: 5 } },
  { path: 'src/cart.js', first: 2, last: 2, by: 'in-part', test: REFUSES, unnoticed: [{ from: '<', to: '<=' }] },
  { path: 'src/cart.js', first: 3, last: 3, by: 'driver', test: REFUSES },
  { path: 'src/cart.js', first: 4, last: 5, by: 'driver', test: REFUSES, piece: { first: 1, last: 5 } },
]
const CART = [
  'export function addToCart(cart, line) {',
  '  if (line.quantity < 0)',
  "    throw new RangeError('quantity')",
  '  return [...cart, line]',
  '}',
]
const ANSWERS = Array.from({ length: 8 }, (_, n) => ({
  call: `discount(${n * 50})`,
  answer: String(n < 2 ? 0 : n * 5),
}))

const more = { task: '1.1', subject: 'feat: discounts' }
const PASSED = { [TAKES]: 'passed', [NOTHING]: 'passed' } as const

function openTask(): Pull {
  const pull = openPull({ plan })
  const tests = { [TAKES]: 'failed', [NOTHING]: 'failed' } as const
  pull.red({ 'test/discount.test.js': 'v1' }, tests, { task: '1.1', subject: 'test: discounts' })
  return pull
}

const weak = (path: string, from: string, to: string) => ({
  evidence: (measured: Evidence): Evidence => ({
    ...measured,
    mutants: { tried: 4, untried: 0, survived: [{ path, line: 2, from, to }] },
  }),
})

function getSuccess(): Decision {
  const pull = openTask()
  pull.green({ 'src/discount.js': 'v1' }, PASSED, { ...more, ...weak('src/discount.js', '<', '<=') })
  pull.red(
    { 'test/cart.test.js': 'v1' },
    { [REFUSES]: 'failed' },
    { task: '1.2', subject: 'test: negative quantities' },
  )
  const refuse = { task: '1.2', subject: 'feat: refuse negative quantities' }
  pull.green({ 'src/cart.js': 'v1' }, { [REFUSES]: 'passed' }, { ...refuse, ...weak('src/cart.js', '<', '<=') })
  const { commits, ...decision } = pull.decision()
  const answers = [{ path: 'src/discount.js', line: 1, rows: ANSWERS }]
  const added = new Map([
    [1, { lines: LINES, answers }],
    [3, { lines: CART_LINES }],
  ])
  const shown = commits.map((one, at) => ({ ...one, ...added.get(at) }))
  return { ...decision, commits: shown }
}

function getRejected(): Decision {
  const pull = openTask()
  pull.green({ 'src/discount.js': 'v1', 'test/discount.test.js': 'v2' }, PASSED, more)
  return pull.decision()
}

const STATES: readonly (readonly [string, Decision, string])[] = [
  ['that waits for GREEN', openTask().decision(), 'RED 1.1 accepted: make 2 tests pass'],
  ['that is rejected', getRejected(), 'GREEN 1.1 rejected by green-keeps-tests at '],
  ['that passes with two warnings', getSuccess(), '4 commits accepted with 2 warnings, 2 subtasks done'],
]

/** A diagram is one thing to look at, and so is the change. */
const toMarkdown = (text: string) =>
  text.replace(/```(?:mermaid|diff)[\s\S]*?```/g, 'a picture').replace(/<details>[\s\S]*/, '')
const toAll = (text: string) => text.replace(/<!--[\s\S]*?-->/g, '')
/** From the innermost on: a list that is open may stand in what is folded. */
function withoutFolded(page: string): string {
  const left = page.replace(/<details( open)?[^>]*>((?:(?!<details)[\s\S])*?)<\/details>/g, (_, open, inner) =>
    open === undefined ? '' : inner,
  )
  return left === page ? page : withoutFolded(left)
}
/** What a browser shows, a block a line. The strip of all commits is one, and so is a file of the change. */
const toShown = (page: string) =>
  page
    .replace(/<section class="card patch[\s\S]*?<\/section>/g, '<p>the change</p>')
    .replace(/<pre>[\s\S]*?<\/pre>/g, (text) => text.replaceAll('\n', '<p>'))
    .replaceAll('\n', ' ')
    .replace(/<(?:style|title)>[\s\S]*?<\/(?:style|title)>/g, '')
    .replace(/<ol class="strip"[\s\S]*?<\/ol>/g, '<p>strip</p>')
    .replace(BLOCK, '\n')
    .replace(/<[^>]*>/g, ' ')
const BLOCK =
  /<\/?(?:h\d|p|li|ul|ol|tr|table|thead|tbody|section|header|main|footer|div|pre|dl|dt|dd|details|summary|html|head|body)\b[^>]*>/g

const toOpenPage = (page: string) => toShown(withoutFolded(page))
const same = (text: string) => text

interface Output {
  readonly name: string
  readonly toText: (of: RunReport, decision: Decision) => string
  /** What a reader sees who unfolds everything; and who does not. */
  readonly toWhole: (text: string) => string
  readonly toOpen: (text: string) => string
}

const page = {
  address: '/r/acme/shop/pull/1',
  title: 'Discounts',
  isOpen: true,
  at: '2026-01-02T03:04:05Z',
  entries: [],
}
const OUTPUTS: readonly Output[] = [
  {
    name: 'the check',
    toText: (of) => `${toCheckOutput(of).title}\n${toCheckOutput(of).summary}`,
    toWhole: same,
    toOpen: toMarkdown,
  },
  { name: 'the comment', toText: (of) => toAll(toComment(of)), toWhole: same, toOpen: toMarkdown },
  { name: 'the log of the job', toText: toResultBlock, toWhole: same, toOpen: same },
  { name: 'the step summary', toText: toStepSummary, toWhole: same, toOpen: toMarkdown },
  { name: 'the report', toText: toReportHtml, toWhole: toShown, toOpen: toOpenPage },
  {
    name: "the App's page",
    toText: (of) => toPullContent({ ...page, packed: unpackReport(packReport(of))! }).html,
    toWhole: toShown,
    toOpen: toOpenPage,
  },
  {
    name: 'the terminal',
    toText: (_, decision) =>
      toVerifyText(decision, {
        base: 'b'.repeat(40),
        head: 'c'.repeat(40),
        sequence: 'commits',
        notes: [],
        width: 100,
      }),
    toWhole: same,
    toOpen: same,
  },
]
const MAX_LINES = 25

describe.each(STATES)('of a pull request %s', (_, decision, title) => {
  const sha = decision.commits.at(-1)?.sha ?? ''
  const file = 'test/discount.test.js'
  const failing = [
    failingTest({ id: TAKES, file, message: 'expected undefined to be 10' }),
    failingTest({ id: NOTHING, file, message: 'expected undefined to be 0' }),
  ]
  const green = decision.commits[1]?.sha ?? ''
  const toRows = (lines: readonly string[]) =>
    lines.map((text, at) => ({ kind: 'added' as const, number: at + 1, text }))
  const second = decision.commits[3]?.sha ?? ''
  const told = report({
    decision,
    head: sha,
    failing: new Map([[sha, decision.conclusion === 'success' ? [] : failing]]),
    patches: new Map([
      [green, [{ path: 'src/discount.js', rows: toRows(DISCOUNT) }]],
      [second, [{ path: 'src/cart.js', rows: toRows(CART) }]],
    ]),
  })

  test.each(OUTPUTS)(
    '$name says the verdict, no sentence twice, nothing of attempts that nobody made, and at most 25 lines before what is folded',
    (output) => {
      const text = output.toText(told, decision)
      const shown = output.toOpen(text)
      if (output.name !== 'the terminal') expect(shown.replaceAll('`', '')).toContain(title)
      expect(findRepeated(output.toWhole(text))).toEqual([])
      if (title.includes('warnings') && output.name !== 'the terminal' && output.name !== 'the log of the job')
        expect(text).toContain('(fail without 1 piece of code, taken away whole)')
      for (const words of ['failed attempts', '(fix, green)', 'attempt 1 of', '(make-tests-pass'])
        expect(text).not.toContain(words)
      if (title.startsWith('GREEN') && output.toOpen === toMarkdown)
        expect(text).toMatch(/or says what to do by hand[\s\S]*\| red \|[^\n]*\| rejected: \[`c0002cccc`\]/)
      if (title.startsWith('RED') && output.toOpen === toMarkdown) {
        expect(text).toContain('git push\n```')
        expect(text).toContain('`Phase: green`, which `tdd-gate commit` adds.')
      }
      if (title.includes('warnings') && output.toOpen === toMarkdown) {
        expect(shown).toContain('The 2 warnings block nothing: a reviewer decides whether they need a test.')
        expect(shown).toContain('→ as above')
        expect(text).toMatch(/driver alone │ {3}3 {5}throw/)
        expect(text).toContain('Nothing judges these answers: read whether they are right.')
      }
      const lines = shown.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line))
      expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(MAX_LINES)
    },
  )
})

test("the App's page leads to the commits whose lines are held, says how many lines hold, and leads to no others", () => {
  const toPage = (decision: Decision) =>
    toPullContent({ ...page, packed: unpackReport(packReport(report({ decision })))! }).html
  const toSection = (decision: Decision) =>
    /<section aria-labelledby="lines">[\s\S]*?<\/section>/.exec(toPage(decision))
  const success = getSuccess()
  const [section = ''] = toSection(success) ?? []
  const leads = [...section.matchAll(/pull\/1\/commit\/(\w+)/g)].map(([, sha]) => sha)
  expect(leads).toEqual([success.commits[1]?.sha, success.commits[3]?.sha])
  expect(section).toContain('3 lines in 1 piece (driver)')
  expect(section).toContain('1 of them held in part')
  expect(section).toContain('5 lines in 2 pieces (driver)')
  expect(toSection(getRejected())).toBeNull()
})

/** Sentences of four words or more. The name of a test is none. */
function findRepeated(text: string): readonly string[] {
  const words = text.replace(/<[^>]*>/g, '\n').replaceAll(/[`*|]/g, ' ')
  const sentences = words
    .split(/\n|(?<=[.!?])\s/)
    .map((sentence) =>
      sentence
        .replace(/^[\s#>→-]+/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((sentence) => sentence.split(' ').length > 3 && !IDS.has(sentence.replaceAll('&gt;', '>')))
  return sentences.filter((sentence, at) => sentences.indexOf(sentence) < at)
}
