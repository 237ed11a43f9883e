import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toReportHtml } from '../../../src/render/gate-report/report-html.ts'
import { anchor, html, NOTHING, sentence } from '../../../src/render/text/html.ts'
import { getBytes } from '../../../src/render/text/markdown.ts'
import { anyText } from '../../support/any-text.ts'
import { ACCEPTED, judged, REJECTED, sha } from '../../support/decision.ts'
import { ADDS, BROKEN, EVIL_WORDS, FAILED, GOING_ON, hostileReport, hugeReport, report } from '../sample.ts'

const VOID = new Set(['meta'])

/** The tags of a page in order; throws where one is not closed in its turn. */
function getTags(page: string): readonly string[] {
  const open: string[] = []
  const tags = [...page.replace(/^<!doctype html>/, '').matchAll(/<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/g)]
  for (const [tag, slash, name = ''] of tags) {
    if (slash === '/') expect(open.pop(), tag).toBe(name)
    else if (!VOID.has(name)) open.push(name)
  }
  expect(open).toEqual([])
  return tags.map(([tag]) => tag)
}

/** Without styles, every `<` of the page belongs to a tag, and no tag holds what is not ours. */
function expectHarmless(page: string): void {
  const body = page.replace(/<style>[\s\S]*?<\/style>/, '')
  expect(body.split('<')).toHaveLength(getTags(body).length + 2)
  expect(body).not.toMatch(
    /<(?:script|img|svg|iframe|object|link|form|base|a [^>]*href="(?!https:\/\/|#c-|#findings))/i,
  )
  expect(body).not.toMatch(/\p{Cf}|\u2028/u)
  for (const tag of getTags(body)) {
    const names = [...tag.replace(/"[^"]*"/g, '""').matchAll(/\s([^\s=>]+)/g)].map(([, name]) => name)
    for (const name of names)
      expect(name).toMatch(
        /^(?:class|id|href|title|rel|role|tabindex|value|max|scope|colspan|lang|charset|open|name|content|http-equiv|aria-[a-z]+)$/,
      )
  }
}

describe('templates', () => {
  test.each([
    ['markup', '<b>"\'&`', '&lt;b&gt;&quot;&#39;&amp;&#96;'],
    ['what cannot be seen', 'a\u202e\u200bb\u001b[1m', 'ab'],
    ['lines', 'a\nb', 'a b'],
  ])('%s is escaped', (_, text, expected) => {
    expect(html`<p title="${text}">${text}</p>`.html).toBe(`<p title="${expected}">${expected}</p>`)
  })

  test('only what a template made stays as it is', () => {
    expect(html`${html`<b>${1}</b>`}${[html`<i></i>`, NOTHING]}`.html).toBe('<b>1</b><i></i>')
  })
  test.each([
    ['Restore them: `git checkout a -- b`; then go.', 'Restore them: <code>git checkout a -- b</code>; then go.'],
    ['`a` and (`b`).', '<code>a</code> and (<code>b</code>).'],
    ['`<b>` is `"x"`', '<code>&lt;b&gt;</code> is <code>&quot;x&quot;</code>'],
    ['no `end <i>', 'no &#96;end &lt;i&gt;'],
    ['in`side and `a`b', 'in&#96;side and &#96;a&#96;b'],
  ])('code between backticks is code: %s', (text, expected) => {
    expect(sentence(text).html).toBe(expected)
  })

  test.each([
    ['https://a.b/c?d=1', '<a href="https://a.b/c?d=1" rel="noreferrer">w</a>'],
    ['javascript:alert(1)', 'w'],
    ['https://a.b/" onclick="x', 'w'],
    ['', 'w'],
  ])('a link to %j', (address, expected) => {
    expect(anchor('w', address).html).toBe(expected)
  })
})

describe('the report page', () => {
  test('findings of one commit stand under one line that names it', () => {
    expect(toReportHtml(BROKEN).match(/>at <a href="#c-b+">/g)).toHaveLength(1)
  })

  test('the phase of an attempt is marked as one, and looks neither accepted nor rejected', () => {
    const decision = { ...REJECTED, commits: [judged({ sha: sha('b'), phase: 'green', verdict: 'attempt' })] }
    const page = toReportHtml(report({ decision }))
    expect(page).toContain('class="step green refused attempt"')
    expect(page).toContain('class="commit card green refused attempt"')
  })

  test('needs nothing: no script, no address but links, and a policy that would refuse them', () => {
    const page = toReportHtml(BROKEN)
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(page).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`,
    )
    expect(page).not.toMatch(/<script|@import|url\(|src=/)
    expect(page).toContain('@media (prefers-color-scheme: dark)')
    expectHarmless(page)
  })

  test('says the conclusion, the next step, findings, subtasks, commits and where it comes from', () => {
    const reused = new Map([[sha('a'), { runId: '6', url: 'https://github.com/acme/shop/actions/runs/6' }]])
    const page = toReportHtml({ ...BROKEN, reused, notes: ['vitest was detected'] })
    for (const words of [
      '<span class="badge failure">failure</span>',
      '<h1>GREEN 42.1 rejected by green-keeps-tests at bbbbbbbbb</h1>',
      'Take the test file back and make its test pass.',
      '<pre>git checkout aaaaaaaaa -- test/cart.test.ts\n</pre>',
      '<strong>green-keeps-tests</strong>',
      '<td><code>42.1</code></td><td class="prose">Add an item</td>',
      `<li class="commit card green refused" id="c-${sha('b')}">`,
      'coverage: lines',
      'value="90" max="100" aria-hidden="true"></progress><span>90%</span>',
      'test/cart.test.ts &gt; cart &gt; adds: assertion, expected 1 to be 2',
      '<a href="https://github.com/acme/shop/actions/runs/6" rel="noreferrer">measured in an earlier run</a>',
      '<dt>trust</dt><dd>attested: a token of the run vouches for it</dd>',
      '<dt>note</dt><dd>vitest was detected</dd>',
    ]) {
      expect(page).toContain(words)
      // The title says it already.
      expect(page.split('green-keeps-tests at bbbbbbbbb')).toHaveLength(3)
    }
  })

  test('says why before what to do, and names the test and the lines of a proved subtask', () => {
    const page = toReportHtml(BROKEN)
    expect(page.indexOf('id="findings"')).toBeLessThan(page.indexOf('id="next"'))
    const done = { id: '42.1', title: 'Add', status: 'done', attempts: 1, drivers: [ADDS, 'b'] } as const
    const lines = [{ path: 'src/a.ts', first: 1, last: 3, by: 'driver' }] as const
    const decision = { ...ACCEPTED, commits: [judged({ phase: 'green', subtask: '42.1', lines })], subtasks: [done] }
    expect(toReportHtml(report({ decision }))).toContain(
      '<td><code>adds</code> and 1 more (fail without 1 piece of code, taken away whole)</td><td>1</td>',
    )
  })

  test('a commit leads to its findings, which stand once', () => {
    const page = toReportHtml(BROKEN)
    expect(page.split('<strong>green-keeps-tests</strong>')).toHaveLength(2)
    expect(page).toContain('<a href="#findings">2 findings</a>')
  })

  test('short lists are open, long ones folded', () => {
    const page = toReportHtml(report({ decision: { ...REJECTED, commits: [judged({ proved: Array(9).fill('a') })] } }))
    expect(page).toContain('<details><summary>Failing, as it must be (9)</summary>')
    expect(page).toContain('<details open><summary>Tests (1)</summary>')
  })

  test('tests that turned as expected are shown once', () => {
    const comparison = { newlyFailing: ['b', 'a'], fixed: [], broken: ['c'], vanished: [], silenced: [] }
    const page = toReportHtml(
      report({ decision: { ...REJECTED, commits: [judged({ proved: ['a', 'b'], comparison })] } }),
    )
    expect(page).toContain('Failing, as it must be (2)')
    expect(page).not.toContain('Tests newly failing')
    expect(page).toContain('Tests broken (1)')
  })

  test('every commit of the strip leads to its card', () => {
    const page = toReportHtml(report({ decision: GOING_ON }))
    const targets = [...page.matchAll(/<a class="step [^>]*href="#([^"]+)"/g)].map(([, id]) => id)
    expect(targets).toEqual([`c-${sha('a')}`, `c-${sha('b')}`, `c-${sha('c')}`])
    for (const id of targets) expect(page.split(`id="${id}"`)).toHaveLength(2)
  })

  test('a superseded commit stays visible, and is not among the findings', () => {
    const commits = [judged({ verdict: 'rejected', isSuperseded: true, findings: REJECTED.commits[1]?.findings ?? [] })]
    const page = toReportHtml(report({ decision: { ...REJECTED, commits, next: null } }))
    expect(page).toContain('class="commit card red refused superseded"')
    expect(page).not.toContain('id="findings"')
    expect(page).toContain('<strong>green-keeps-tests</strong>')
  })

  test('an error is shown without a decision', () => {
    const page = toReportHtml(FAILED)
    expect(page).toContain('<h2>Nothing was judged</h2><p><strong>shallow-clone</strong></p><p>History is cut off.</p>')
    expectHarmless(page)
  })
})

describe('whatever names say', () => {
  const structure = getTags(toReportHtml(hostileReport('x'))).map((tag) => tag.replace(/"[^"]*"/g, '""'))

  test.each(EVIL_WORDS)('the page keeps its structure: %j', (evil) => {
    const page = toReportHtml(hostileReport(evil))
    expectHarmless(page)
    expect(getTags(page).map((tag) => tag.replace(/"[^"]*"/g, '""'))).toEqual(structure)
  })

  test('no other text comes alive in the page', () => {
    const part = fc.oneof(fc.constantFrom(...EVIL_WORDS, '<', '>', '"', "'", '&', '\n'), anyText({ maxLength: 8 }))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        expectHarmless(toReportHtml(hostileReport(parts.join(''))))
      }),
      { numRuns: 25 },
    )
  })

  test('a huge branch with huge suites makes a page that a browser opens', () => {
    const page = toReportHtml(hugeReport())
    expect(getBytes(page)).toBeLessThan(20_000_000)
    expect(page).toContain('and 49992 more')
  })
})

test('a word without an end breaks where the page does', () => {
  const page = toReportHtml(hostileReport('W'.repeat(300)))
  expect(page).toMatch(/body \{[^}]*overflow-wrap: anywhere/)
  expect(page).toMatch(/\.prose \{[^}]*overflow-wrap: anywhere[^}]*min-width/)
  expect(page).toContain(`<td class="prose">${'W'.repeat(300)}</td>`)
})

test('what was not judged has no level of trust', () => {
  expect(toReportHtml(FAILED)).not.toContain('<dt>trust</dt>')
})
