import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_CHECK_ANNOTATIONS, MAX_TEXT_BYTES, toCheckOutput } from '../../src/render/gate-report/check-output.ts'
import { COMMENT_MARKER, MAX_COMMENT_BYTES, toComment } from '../../src/render/gate-report/comment.ts'
import { MAX_PULL_BODY_BYTES, toPullRequestText } from '../../src/render/gate-report/pr-body.ts'
import type { RunReport } from '../../src/render/gate-report/run-report.ts'
import { MIN_STATE_BYTES, toHiddenState, toStateBlock } from '../../src/render/gate-report/state-json.ts'
import { MAX_SUMMARY_BYTES, toStepSummary } from '../../src/render/gate-report/step-summary.ts'
import { getBytes } from '../../src/render/text/markdown.ts'
import { finding, judged, REJECTED, sha } from '../support/decision.ts'
import { shareOf } from '../support/property-runs.ts'
import { withoutCode, withoutFences } from './gfm.ts'
import { BROKEN, EVIL_WORDS, FAILED, GOING_ON, hostileReport, hugeReport, report } from './sample.ts'

const HUGE = hugeReport()
const HOSTILE = hostileReport('世😀'.repeat(5_000))

const PAGES: readonly [string, (report: RunReport) => string, number][] = [
  ['step summary', toStepSummary, MAX_SUMMARY_BYTES],
  ['check summary', (of) => toCheckOutput(of).summary, MAX_TEXT_BYTES],
  ['check text', (of) => toCheckOutput(of).text, MAX_TEXT_BYTES],
  ['comment', toComment, MAX_COMMENT_BYTES],
  ['pull request', toPullRequestText, MAX_PULL_BODY_BYTES],
]

/** The first block of JSON in a page. */
function jsonIn(markdown: string): Record<string, unknown> & { next?: Record<string, unknown> } {
  return JSON.parse(/```json\n([\s\S]*?)\n```/.exec(markdown)?.[1] ?? '')
}

const STATE = /\n<!-- tdd-gate:state (.*) -->\n/

/** The hidden state of a comment. */
function stateIn(markdown: string): Record<string, unknown> {
  return JSON.parse(STATE.exec(markdown)?.[1] ?? '')
}

/** Each new rule counts. */
const COUNTED = /\d+ of \d+(?= rules hold)/
const withoutState = (markdown: string) => markdown.replace(STATE, '\n')

describe('the step summary', () => {
  test('the summary shows a broken rule', () => {
    const reused = new Map([[sha('a'), { runId: '6', url: 'https://github.com/acme/shop/actions/runs/6' }]])
    const summary = toStepSummary({ ...BROKEN, reused, notes: ['vitest was detected'] })
    expect(summary.replace(COUNTED, 'Most')).toMatchInlineSnapshot(`
      "# ❌ tdd-gate: a step needs a fix, not ready to merge

      **GREEN 42.1 rejected by green-keeps-tests at \`bbbbbbbbb\`**

      ## Findings

      - ❌ \`green-keeps-tests\` at [\`bbbbbbbbb\`](https://github.com/acme/shop/commit/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb) (green): \`test/cart.test.ts\` differs from what RED froze.
        - file [\`test/cart.test.ts\`](https://github.com/acme/shop/commit/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb#diff-df9d3ddb25f31b83bcc981da62f95a87acab1462280d9c74ad96c7947ebba493)
        - → Take it back: git checkout \`aaaaaaaaa -- test/cart.test.ts\`
      - ⚠️ \`claims-are-true\` at [\`bbbbbbbbb\`](https://github.com/acme/shop/commit/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb) (green): It says 9.
        - → Take it back: git checkout \`aaaaaaaaa -- test/cart.test.ts\`

      ## Next step

      **Fix commit \`bbbbbbbbb\` (green)**

      Take the test file back and make its test pass.

      - to accept: An item is in the cart
      - test \`test/cart.test.ts > cart > adds\`: assertion, \`expected 1 to be 2 at test/cart.test.ts:12:3\`
      - file \`test/cart.test.ts\`

      \`\`\`sh
      git checkout aaaaaaaaa -- test/cart.test.ts
      \`\`\`

      ## Subtasks

      | subtask | title | phase | RED at | GREEN at | RED, then GREEN | failed attempts |
      | --- | --- | --- | --- | --- | --- | --- |
      | \`42.1\` | Add an item | red | [\`aaaaaaaaa\`](https://github.com/acme/shop/commit/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) | rejected: [\`bbbbbbbbb\`](https://github.com/acme/shop/commit/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb) | - | 1 |
      | \`42.2\` | Remove an item | pending | - | - | - | 0 |

      ## Time line

      \`\`\`mermaid
      flowchart LR
        c0["aaaaaaaaa<br/>RED 42.1<br/>accepted"]:::red
        c1["bbbbbbbbb<br/>GREEN 42.1<br/>rejected"]:::green
        c0 --> c1
        classDef red fill:#ffe3f3,stroke:#bf3989,color:#24292f
        classDef green fill:#dafbe1,stroke:#1a7f37,color:#24292f
        classDef refactor fill:#ddf4ff,stroke:#0969da,color:#24292f
        classDef other fill:#f6f8fa,stroke:#6e7781,color:#24292f
        classDef refused stroke-width:4px,stroke-dasharray:6 4
        class c1 refused
      \`\`\`

      <details><summary>How this was measured, how to reproduce it, and each commit</summary>

      ## Provenance

      - trust: \`attested\`, a token of the run vouches for it
      - measured by [run 7 attempt 1](https://github.com/acme/shop/actions/runs/7), started \`2026-01-02T03:04:05Z\`
      - base \`0000000000000000000000000000000000000000\`, head \`bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\`, sequence commits
      - note: vitest was detected

      ## Reproduce it

      \`\`\`sh
      git fetch origin 0000000000000000000000000000000000000000 bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
      tdd-gate verify --base 0000000000000000000000000000000000000000 --head bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
      \`\`\`

      ## Commits

      | commit | phase | subtask | verdict | proved, or broken | tests | coverage | time | measured |
      | --- | --- | --- | --- | --- | --- | --- | --- | --- |
      | \`aaaaaaaaa\` | red | \`42.1\` | ✓ accepted | 1 fails: adds | 3 tests, 1 failing | - | 1.2 s | [run 6](https://github.com/acme/shop/actions/runs/6) |
      | \`bbbbbbbbb\` | green | \`42.1\` | ✗ rejected | green-keeps-tests | 3 tests, 1 failing | lines 90%, patch 33.3% | 1.2 s | this run |

      ## Tests that turned

      - 🔴 failing at \`aaaaaaaaa\` for \`42.1\`
        - \`test/cart.test.ts > cart > adds\`

      Most rules hold, 1 with a warning. The verdict does not depend on this count.

      </details>
      "
    `)
  })

  test('an error says why and what to do', () => {
    expect(toStepSummary(FAILED)).toMatchInlineSnapshot(`
      "# ❗ tdd-gate: not judged

      **Nothing was judged (shallow-clone): History is cut off.**

      ## Error

      \`shallow-clone\`: History is cut off.

      → git fetch \`--unshallow\`

      <details><summary>How this was measured, how to reproduce it, and each commit</summary>

      ## Provenance

      - measured by [run 7 attempt 1](https://github.com/acme/shop/actions/runs/7), started \`2026-01-02T03:04:05Z\`
      - base \`unknown\`, head \`unknown\`, sequence commits

      ## Reproduce it

      \`\`\`sh
      tdd-gate verify
      \`\`\`

      </details>
      "
    `)
  })

  test('earlier commits of a long branch are counted', () => {
    const commits = Array.from({ length: 400 }, () => judged({}))
    const summary = toStepSummary(report({ decision: { ...REJECTED, commits } }))
    expect(summary).toContain('100 earlier commits: see the report')
    expect(summary.match(/^ {2}c\d+\["/gm)).toHaveLength(20)
  })

  test('a diagram has words of subtasks, nothing else of them', () => {
    const commits = [judged({ subtask: '42.1"]; click c0 "javascript:x" <b> end' })]
    const summary = toStepSummary(report({ decision: { ...REJECTED, commits } }))
    expect(summary).toContain('  c0["aaaaaaaaa<br/>RED 42.1 click c0 javas…<br/>accepted"]:::red\n')
  })
})

describe('the check', () => {
  test.each([
    [report({}), 'success', '2 commits accepted, 1 subtask done'],
    [BROKEN, 'failure', 'GREEN 42.1 rejected by green-keeps-tests at bbbbbbbbb'],
    [report({ decision: GOING_ON }), 'action_required', 'RED 42.2 accepted: make 1 test pass'],
    [report({ decision: { ...REJECTED, conclusion: 'unmeasurable' } }), 'failure', undefined],
    [FAILED, 'failure', 'Nothing was judged (shallow-clone): History is cut off.'],
    [{ ...report({}), error: FAILED.error }, 'failure', undefined],
  ] as const)('%#: it concludes, and its title is the headline', (of, conclusion, title) => {
    const output = toCheckOutput(of)
    expect(output.conclusion).toBe(conclusion)
    if (title) expect(output.title).toBe(title)
  })

  test('its summary does not repeat its title, and tells reviewers what was proved where', () => {
    expect(toCheckOutput(report({ decision: GOING_ON })).summary).toMatchInlineSnapshot(`
      "## Next step

      **Make the drivers of subtask 42.2 pass**

      Change production code only. Commit with \`Task: 42.2\` and \`Phase: green\`.

      - test \`test/cart.test.ts > cart > removes\`
      - leave \`test/cart.test.ts\` as it is

      \`\`\`sh
      git add --all && git commit -m "feat: ..." --trailer "Task: 42.2" --trailer "Phase: green"
      tdd-gate verify
      git push
      \`\`\`

      ## Subtasks

      | subtask | title | phase | RED at | GREEN at | RED, then GREEN | failed attempts |
      | --- | --- | --- | --- | --- | --- | --- |
      | \`42.1\` | Add an item | done | [\`aaaaaaaaa\`](https://github.com/acme/shop/commit/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) | [\`bbbbbbbbb\`](https://github.com/acme/shop/commit/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb) | - | 1 |
      | \`42.2\` | Remove an item | red | [\`ccccccccc\`](https://github.com/acme/shop/commit/cccccccccccccccccccccccccccccccccccccccc) | - | - | 0 |

      <details><summary>How this was measured, how to reproduce it, and each commit</summary>

      ## Provenance

      - trust: \`attested\`, a token of the run vouches for it
      - measured by [run 7 attempt 1](https://github.com/acme/shop/actions/runs/7), started \`2026-01-02T03:04:05Z\`
      - base \`0000000000000000000000000000000000000000\`, head \`bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\`, sequence commits

      ## Reproduce it

      \`\`\`sh
      git fetch origin 0000000000000000000000000000000000000000 bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
      tdd-gate verify --base 0000000000000000000000000000000000000000 --head bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
      \`\`\`

      ## Commits

      | commit | phase | subtask | verdict | proved, or broken | tests | coverage | time | measured |
      | --- | --- | --- | --- | --- | --- | --- | --- | --- |
      | \`aaaaaaaaa\` | red | \`42.1\` | ✓ accepted | 1 fails: adds | 3 tests, 1 failing | - | 1.2 s | this run |
      | \`bbbbbbbbb\` | green | \`42.1\` | ✓ accepted | 1 passes: adds | 3 tests, 1 failing | - | 1.2 s | this run |
      | \`ccccccccc\` | red | \`42.2\` | ✓ accepted | 1 fails: removes | 3 tests, 1 failing | - | 1.2 s | this run |

      ## Tests that turned

      - 🔴 failing at \`aaaaaaaaa\` for \`42.1\`
        - \`test/cart.test.ts > cart > adds\`
      - 🟢 passing at \`bbbbbbbbb\` for \`42.1\`
        - \`test/cart.test.ts > cart > adds\`
      - 🔴 failing at \`ccccccccc\` for \`42.2\`
        - \`test/cart.test.ts > cart > removes\`

      </details>
      "
    `)
  })

  test('the text is the state, for programs', () => {
    const { text } = toCheckOutput(BROKEN)
    expect(text).toMatch(/^```json\n[\s\S]*\n```\n$/)
    expect(jsonIn(text)).toMatchObject({
      schemaVersion: 1,
      conclusion: 'failure',
      head: sha('b'),
      trust: 'attested',
      commits: [
        { sha: sha('a'), phase: 'red', subtask: '42.1', verdict: 'accepted', rules: [] },
        {
          sha: sha('b'),
          rules: [
            { rule: 'green-keeps-tests', level: 'error' },
            { rule: 'claims-are-true', level: 'warn' },
          ],
        },
      ],
      subtasks: [{ id: '42.1', status: 'red', drivers: 1 }, { id: '42.2' }],
      next: { action: 'fix', drivers: ['test/cart.test.ts > cart > adds'] },
    })
  })

  test('annotations as the Checks API takes them: with a path and lines', () => {
    expect(toCheckOutput(BROKEN).annotations).toMatchObject([
      { path: 'test/cart.test.ts', start_line: 1, end_line: 1, annotation_level: 'failure' },
      { path: 'test/cart.test.ts', start_line: 12, end_line: 12, annotation_level: 'failure' },
    ])
    expect(toCheckOutput(hugeReport(10, 10)).annotations.length).toBeLessThanOrEqual(MAX_CHECK_ANNOTATIONS)
  })
})

describe('the comment', () => {
  test('names what is wrong and what comes next, with links to commits, and folds the origin', () => {
    expect(withoutState(toComment(BROKEN))).toMatchInlineSnapshot(`
      "<!-- tdd-gate:comment -->

      ## ❌ tdd-gate: a step needs a fix, not ready to merge

      **GREEN 42.1 rejected by green-keeps-tests at \`bbbbbbbbb\`**

      ## Findings

      - ❌ \`green-keeps-tests\` at [\`bbbbbbbbb\`](https://github.com/acme/shop/commit/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb) (green): \`test/cart.test.ts\` differs from what RED froze.
        - file [\`test/cart.test.ts\`](https://github.com/acme/shop/commit/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb#diff-df9d3ddb25f31b83bcc981da62f95a87acab1462280d9c74ad96c7947ebba493)
        - → Take it back: git checkout \`aaaaaaaaa -- test/cart.test.ts\`
      - ⚠️ \`claims-are-true\` at [\`bbbbbbbbb\`](https://github.com/acme/shop/commit/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb) (green): It says 9.
        - → Take it back: git checkout \`aaaaaaaaa -- test/cart.test.ts\`

      ## Next step

      **Fix commit \`bbbbbbbbb\` (green)**

      Take the test file back and make its test pass.

      - to accept: An item is in the cart
      - test \`test/cart.test.ts > cart > adds\`: assertion, \`expected 1 to be 2 at test/cart.test.ts:12:3\`
      - file \`test/cart.test.ts\`

      \`\`\`sh
      git checkout aaaaaaaaa -- test/cart.test.ts
      \`\`\`

      ## Subtasks

      | subtask | title | phase | RED at | GREEN at | RED, then GREEN | failed attempts |
      | --- | --- | --- | --- | --- | --- | --- |
      | \`42.1\` | Add an item | red | [\`aaaaaaaaa\`](https://github.com/acme/shop/commit/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) | rejected: [\`bbbbbbbbb\`](https://github.com/acme/shop/commit/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb) | - | 1 |
      | \`42.2\` | Remove an item | pending | - | - | - | 0 |

      The whole report is in the artifact of [this run](https://github.com/acme/shop/actions/runs/7).

      <details><summary>How this was measured, and how to reproduce it</summary>

      ## Provenance

      - trust: \`attested\`, a token of the run vouches for it
      - measured by [run 7 attempt 1](https://github.com/acme/shop/actions/runs/7), started \`2026-01-02T03:04:05Z\`
      - base \`0000000000000000000000000000000000000000\`, head \`bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\`, sequence commits

      ## Reproduce it

      \`\`\`sh
      git fetch origin 0000000000000000000000000000000000000000 bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
      tdd-gate verify --base 0000000000000000000000000000000000000000 --head bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
      \`\`\`

      </details>

      "
    `)
  })

  test('has soft words and no red cross while work is in progress', () => {
    const warned = { ...GOING_ON.commits[2]!, findings: [finding({ level: 'error' })], verdict: 'attempt' as const }
    const decision = { ...GOING_ON, commits: [...GOING_ON.commits.slice(0, 2), warned] }
    const comment = toComment(report({ decision }))
    expect(comment).toContain('## ⏳ tdd-gate: work in progress, not ready to merge\n')
    expect(comment).not.toMatch(/❌|in_progress(?!")/)
    expect(comment).toContain('⚠️')
  })

  test('is found again by its first line, and hides only its state beside it', () => {
    for (const of of [BROKEN, FAILED, report({})]) {
      expect(toComment(of).split('\n')[0]).toBe(COMMENT_MARKER)
      expect(
        toComment(of)
          .match(/<!--.*?-->/g)
          ?.map((one) => one.split(' ')[1]),
      ).toEqual(['tdd-gate:comment', 'tdd-gate:state'])
    }
  })

  test('holds its state as JSON for programs, hidden and whole, however much there is to say', () => {
    expect(stateIn(toComment(BROKEN))).toMatchObject({
      conclusion: 'failure',
      head: sha('b'),
      next: { action: 'fix' },
    })
    expect(stateIn(toComment(HUGE))).toMatchObject({ next: { more: { drivers: expect.any(Number) } } })
    expect(stateIn(toComment(hostileReport('--> <!-- `'.repeat(500))))['conclusion']).toBe('failure')
  })
})

test('the text of a pull request: subtasks as a checklist, tests, coverage, commits, and the run', () => {
  expect(toPullRequestText(report({ decision: REJECTED }))).toMatchInlineSnapshot(`
    "## Summary

    GREEN 42.1 rejected by green-keeps-tests at \`bbbbbbbbb\`

    ## Subtasks

    - [ ] \`42.1\` Add an item
    - [ ] \`42.2\` Remove an item

    ## Measured

    - tests: 3 tests, 1 failing
    - coverage: lines 90%, patch 33.3%

    ## Findings

    - ❌ \`green-keeps-tests\` at \`bbbbbbbbb\` (green): \`test/cart.test.ts\` differs from what RED froze.
      - file \`test/cart.test.ts\`
      - → Take it back: git checkout \`aaaaaaaaa -- test/cart.test.ts\`
    - ⚠️ \`claims-are-true\` at \`bbbbbbbbb\` (green): It says 9.
      - → Take it back: git checkout \`aaaaaaaaa -- test/cart.test.ts\`

    ## Tests that turned

    - 🔴 failing at \`aaaaaaaaa\` for \`42.1\`
      - \`test/cart.test.ts > cart > adds\`

    ## Commits

    | commit | phase | subtask | verdict | proved, or broken | tests | coverage | time | measured |
    | --- | --- | --- | --- | --- | --- | --- | --- | --- |
    | \`aaaaaaaaa\` | red | \`42.1\` | ✓ accepted | 1 fails: adds | 3 tests, 1 failing | - | 1.2 s | this run |
    | \`bbbbbbbbb\` | green | \`42.1\` | ✗ rejected | green-keeps-tests | 3 tests, 1 failing | lines 90%, patch 33.3% | 1.2 s | this run |

    ## Report

    [The run that measured this](https://github.com/acme/shop/actions/runs/7) (artifact: report.html, test results, log)
    "
  `)
})

describe('the state as JSON', () => {
  test('fits whatever there is, and says what it left out', () => {
    const worst = hostileReport('\u202e'.repeat(9_000))
    for (const of of [
      worst,
      HUGE,
      FAILED,
      { ...FAILED, error: { code: 'x', message: worst.headBranch, suggestion: '' } },
    ]) {
      expect(getBytes(toStateBlock(of, MIN_STATE_BYTES))).toBeLessThanOrEqual(MIN_STATE_BYTES)
      expect(jsonIn(toStateBlock(of, MIN_STATE_BYTES))['tooLarge']).toBeUndefined()
      expect(getBytes(toHiddenState(of, MIN_STATE_BYTES))).toBeLessThanOrEqual(MIN_STATE_BYTES)
      expect(toHiddenState(of, MIN_STATE_BYTES)).not.toContain('tooLarge')
    }
    expect(jsonIn(toStateBlock(HUGE, MIN_STATE_BYTES))['earlierCommits']).toBeGreaterThan(0)
  })

  test('ids are the ids, whatever is in them', () => {
    expect(jsonIn(toStateBlock(hostileReport('<a>\u202e`@b'), MIN_STATE_BYTES)).next?.['drivers']).toEqual([
      '<a>\u202e`@b',
    ])
  })
})

/** Links of ours: into the repository, to a commit, a file's change in it, or a line. */
const OWN_LINK =
  /\[\u0001\]\(https:\/\/github\.com\/acme\/shop\/(?:commit\/[0-9a-f]{40}(?:#diff-[0-9a-f]{64})?|blob\/[0-9a-f]{40}\/[\w.%~/-]+#L\d+)\)/g

/** The fixed markup that folds a part of a page. */
const FOLD = /^(?:<details><summary>[A-Z][a-z, ]*<\/summary>|<\/details>)$/

describe.each(PAGES)('the %s', (_, toPage, maxBytes) => {
  const headings = (markdown: string) => markdown.split('\n').filter((line) => /^ {0,3}#/.test(line))
  const allowed = new Set([
    ...headings(withoutFences(toPage(BROKEN))),
    ...headings(withoutFences(toPage(hostileReport('x')))),
  ])
  const check = (evil: string) => {
    const markdown = toPage(hostileReport(evil))
    expect(markdown).not.toMatch(/[\p{Cf}\u2028\u2029]/u)
    const left = withoutFences(markdown).split('\n')
    for (const heading of headings(left.join('\n'))) expect([...allowed]).toContain(heading)
    for (const line of left) {
      if (line === COMMENT_MARKER || FOLD.test(line)) continue
      // All of a line that is one HTML comment is hidden: nothing in it ends the comment.
      if (/^<!-- tdd-gate:state [^<>]*(?<!-)-->$/.test(line.replace(' -->', '-->'))) continue
      expect(
        withoutCode(line)
          .replaceAll(OWN_LINK, '')
          .replace(/^- \[[ x]\] /, ''),
      ).not.toMatch(/[@<>[\]\\`]|:\/\/|www\.|#\d|-->|\$/)
      expect(line).not.toMatch(/^\s*(?:[-=*_]{3,}|~{3}|>|\+ |\d+[.)] )/)
    }
  }

  test.each(EVIL_WORDS)('nothing comes alive in it: %j', (evil) => {
    check(evil)
  })

  test('nor any other words', () => {
    const part = fc.oneof(fc.constantFrom(...EVIL_WORDS, '`', '|', '\\', '\n', ' '), fc.string({ maxLength: 8 }))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        check(parts.join(''))
      }),
      { numRuns: shareOf(40) },
    )
  })

  test('a huge branch with huge suites stays within its limit', () => {
    expect(getBytes(toPage(HUGE))).toBeLessThanOrEqual(maxBytes)
    expect(getBytes(toPage(HOSTILE))).toBeLessThanOrEqual(maxBytes)
  })
})

test('what was not judged has no level of trust', () => {
  expect(toStepSummary(FAILED)).not.toContain('trust')
  expect(jsonIn(toCheckOutput(FAILED).text)).toMatchObject({ trust: null })
})
