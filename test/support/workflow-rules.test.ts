import { describe, expect, test } from 'vitest'
import { refusals } from './workflow-rules.ts'
import { diagnosed } from './workflows.ts'

const HEAD = `on: pull_request
permissions: {}
jobs:
  a:
    runs-on: ubuntu-24.04
    timeout-minutes: 5
    permissions: {}
    steps:
`
const SHA = '3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1'
const CHECKOUT = `      - uses: actions/checkout@${SHA}
        with: { persist-credentials: false }
`
const GOOD = `${HEAD}${CHECKOUT}      - run: npm test\n`
const OWN = `      - uses: actions/checkout@${SHA}
        with:
          path: tdd-gate
          repository: \${{ job.workflow_repository || 'unknown/unknown' }}
          ref: \${{ job.workflow_sha || 'unknown' }}
          persist-credentials: false
`
const JUDGE = `      - uses: ./tdd-gate
        with: { mode: judge }
`
const KEEP = `      - if: always()
        uses: actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1
        with: { name: 'e-\${{ github.run_attempt }}', path: e }
`
const GATE = `${HEAD.replace('permissions: {}', 'permissions: {}\nconcurrency: { group: g, queue: max }')}${OWN}${JUDGE}${KEEP}`
const TOKEN = GATE.replace('    permissions: {}', '    permissions: { id-token: write }')
/** What it holds is what its caller gives. */
const CALLED = TOKEN.replace('on: pull_request', 'on: workflow_call')
  .replace('permissions: {}\n', '')
  .replace('    permissions: { id-token: write }\n', '')
const NEEDS = `${GOOD}  b:
    needs: a
    if: always()
    runs-on: ubuntu-24.04
    timeout-minutes: 5
    permissions: {}
    steps:
      - if: always() && needs.a.result != 'success'
        run: exit 1
`
/** A change of a good workflow, and the refusal that it must cause. */
const BAD: readonly (readonly [string, string, string | RegExp, string, string])[] = [
  ['an action by its tag', GOOD, SHA, 'v7', 'unpinned: a'],
  ['an action by its branch', GOOD, SHA, 'main', 'unpinned: a'],
  ['an action by a short SHA', GOOD, SHA, '3d3c42e', 'unpinned: a'],
  ['an image by its tag', GOOD, `actions/checkout@${SHA}`, 'docker://alpine:3', 'unpinned: a'],
  ['an action of the checked out branch', GOOD, 'run: npm test', 'uses: ./.github/actions/x', 'unpinned: a'],
  ['a SHA that tells no version', GOOD, ' # v7.0.1', '', 'version: line 9'],
  ['our action without its checkout', GATE, OWN, '', 'unpinned: a'],
  [
    'our action from where an empty SHA leads',
    GATE,
    "job.workflow_sha || 'unknown'",
    'job.workflow_sha',
    'unpinned: a',
  ],
  [
    'our action from the repository of the caller',
    GATE,
    /repository: .*/,
    'repository: ${{ github.repository }}',
    'unpinned: a',
  ],
  ['our action checked out after it ran', GATE, `${OWN}${JUDGE}`, `${JUDGE}${OWN}`, 'unpinned: a'],
  [
    'another workflow by its tag',
    GOOD,
    /runs-on[\s\S]*/,
    'permissions: {}\n    uses: o/r/.github/workflows/x.yml@v1\n',
    'unpinned: a',
  ],
  ['no permissions on top', GOOD, 'permissions: {}\n', '', 'permissions: top'],
  ['permissions on top', GOOD, 'permissions: {}\n', 'permissions: read-all\n', 'permissions: top'],
  ['no permissions of a job', GOOD, '    permissions: {}\n', '', 'permissions: a'],
  ['all permissions of a job', GOOD, '    permissions: {}\n', '    permissions: write-all\n', 'permissions: a'],
  [
    'pull_request_target',
    GOOD,
    'on: pull_request',
    'on: [push, pull_request_target]',
    'privileged-trigger: pull_request_target',
  ],
  [
    'pull_request_target with types',
    GOOD,
    'on: pull_request',
    'on: { pull_request_target: { types: [opened] } }',
    'privileged-trigger: pull_request_target',
  ],
  [
    'workflow_run',
    GOOD,
    'on: pull_request',
    'on: { workflow_run: { workflows: [ci] } }',
    'privileged-trigger: workflow_run',
  ],
  ['a title in a command', GOOD, 'npm test', 'echo "${{ github.event.pull_request.title }}"', 'interpolation: a'],
  ['a branch name in a command', GOOD, 'npm test', 'echo ${{ github.head_ref }}', 'interpolation: a'],
  ['an input in a command', GOOD, 'npm test', 'echo ${{ inputs.shards }}', 'interpolation: a'],
  [
    'an expression as the shell',
    GOOD,
    'run: npm test',
    "run: npm test\n        shell: '${{ inputs.shell }}'",
    'interpolation: a',
  ],
  [
    'an expression as the default shell',
    GOOD,
    'jobs:',
    "defaults: { run: { shell: '${{ github.head_ref }}' } }\njobs:",
    'interpolation: top',
  ],
  [
    'a title in a script',
    GOOD,
    'persist-credentials: false',
    "persist-credentials: false, script: '${{ github.event.issue.title }}'",
    'interpolation: a',
  ],
  ['credentials that stay', GOOD, 'persist-credentials: false', 'fetch-depth: 0', 'credentials: a'],
  [
    'credentials that stay, said aloud',
    GOOD,
    'persist-credentials: false',
    'persist-credentials: true',
    'credentials: a',
  ],
  ['credentials by a text', GOOD, 'persist-credentials: false', "persist-credentials: 'nope'", 'credentials: a'],
  [
    'the head by its name',
    GOOD,
    'persist-credentials: false',
    "persist-credentials: false, ref: '${{ github.head_ref }}'",
    'checkout-by-name: a',
  ],
  [
    'the head by its branch',
    GOOD,
    'persist-credentials: false',
    "persist-credentials: false, ref: '${{ github.event.pull_request.head.ref }}'",
    'checkout-by-name: a',
  ],
  [
    'secrets for another workflow',
    GOOD,
    /runs-on[\s\S]*/,
    `permissions: {}\n    uses: o/r/.github/workflows/x.yml@${SHA}\n    secrets: inherit\n`,
    'secrets: a',
  ],
  ['a token beside tests', GOOD, '    permissions: {}', '    permissions: { id-token: write }', 'token-beside-code: a'],
  ['a token beside our action that measures', TOKEN, 'mode: judge', 'mode: gate', 'token-beside-code: a'],
  ['rights of the caller beside our action that measures', CALLED, 'mode: judge', 'mode: gate', 'token-beside-code: a'],
  ['a token beside a foreign action', TOKEN, KEEP, `${KEEP}      - uses: o/r@${SHA}\n`, 'token-beside-code: a'],
  [
    'a step that may fail',
    GOOD,
    'run: npm test',
    'run: npm test\n        continue-on-error: true',
    'continue-on-error: a',
  ],
  [
    'a job that may fail',
    GOOD,
    'timeout-minutes: 5',
    'timeout-minutes: 5\n    continue-on-error: true',
    'continue-on-error: a',
  ],
  ['no limit of time', GOOD, '    timeout-minutes: 5\n', '', 'timeout: a'],
  ['a machine that the caller chooses', GOOD, 'runs-on: ubuntu-24.04', "runs-on: '${{ inputs.runner }}'", 'runner: a'],
  [
    'a job on a condition',
    GOOD,
    'timeout-minutes: 5',
    "timeout-minutes: 5\n    if: github.actor != 'dependabot[bot]'",
    'skippable: a',
  ],
  ['a job that is skipped when another fails', NEEDS, '    if: always()\n', '', 'skippable: b'],
  ['a job that waits for success', NEEDS, '    if: always()\n', '    if: success()\n', 'skippable: b'],
  ['a job that runs always and forgets the other', NEEDS, " && needs.a.result != 'success'", '', 'skippable: b'],
  ['a job that lets a cancelled one pass', NEEDS, "!= 'success'", "== 'failure'", 'skippable: b'],
  [
    'our action on a condition',
    GATE,
    'uses: ./tdd-gate',
    "uses: ./tdd-gate\n        if: github.event_name == 'push'",
    'skippable: a',
  ],
  ['a newer push that takes the place of one that waits', GATE, ', queue: max', '', 'dropped-push: top'],
  [
    'a newer push that cancels one in progress',
    GATE,
    'queue: max',
    'queue: max, cancel-in-progress: true',
    'dropped-push: top',
  ],
  ['evidence that only a success keeps', GATE, '- if: always()\n        uses', '- uses', 'evidence-lost: a'],
  ['evidence of two attempts under one name', GATE, '-${{ github.run_attempt }}', '', 'evidence-lost: a'],
  [
    'a cache that is restored',
    GOOD,
    CHECKOUT,
    `      - uses: actions/cache@${SHA}\n        with: { path: x, key: x }\n`,
    'cache: a',
  ],
  [
    'a cache of packages',
    GOOD,
    CHECKOUT,
    `      - uses: actions/setup-node@${SHA}\n        with: { cache: npm }\n`,
    'cache: a',
  ],
  [
    'an artifact by its name',
    GOOD,
    CHECKOUT,
    '      - uses: actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1\n        with: { name: e }\n',
    'download-by-name: a',
  ],
]
const as = (text: string) => ({ path: '.github/workflows/x.yml', text })

describe('what is refused', () => {
  test.each([
    ['a plain one', GOOD],
    ['one with our action', GATE],
    ['one with two jobs', NEEDS],
    ['a judge with a token', TOKEN],
    ['a judge with the rights of its caller', CALLED],
  ])('not %s', (_, good) => {
    expect(refusals(as(good))).toEqual([])
  })
  test.each(BAD)('%s', (_, good, from, to, refusal) => {
    const bad = good.replace(from, () => to)
    expect(bad).not.toBe(good)
    expect(refusals(as(bad))).toEqual([refusal])
  })
})

describe("what GitHub's parsers find", () => {
  test('a good workflow has no finding', async () => {
    for (const good of [GOOD, GATE, NEEDS]) expect(await diagnosed(as(good))).toEqual([])
  })
  test.each([
    ['an unknown key', 'timeout-minutes', 'timeout-minuets', 'Unexpected value'],
    ['an unknown permission', '    permissions: {}', '    permissions: { content: read }', 'Unexpected value'],
    ['half an expression', 'npm test', 'echo ${{ github.', 'expression'],
    ['an unknown context', 'npm test', 'echo ${{ githob.sha }}', 'githob'],
    ['an input that an action does not take', 'persist-credentials', 'persist-credential', 'persist-credential'],
    ['an unknown action', 'actions/checkout@', 'actions/chekout@', 'Unable to resolve action'],
    ['jobs that need each other', 'timeout-minutes: 5', 'timeout-minutes: 5\n    needs: a', ''],
  ])('%s', async (_, from, to, message) => {
    const bad = GOOD.replace(from, () => to)
    expect(bad).not.toBe(GOOD)
    expect((await diagnosed(as(bad))).join('\n')).toContain(message)
    expect(await diagnosed(as(bad))).not.toEqual([])
  })
})
