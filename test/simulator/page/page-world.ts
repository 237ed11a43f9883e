/** A pull request to look at: a red, a green and a refused commit, checks with findings, commands and their replies. */
import type { Octokit } from '@octokit/core'
import { openStage, SHOP, type Stage } from '../stage.ts'
import type { WorkflowRun } from '../world.ts'
import { showPages } from './index.ts'

export interface Shown extends Stage {
  readonly number: number
  readonly address: string
  readonly run: WorkflowRun
  readonly refused: string
}

const HOSTILE = '<script>alert("title")</script>'
const TASK = 'Task #1 [shop]: discounts from 100 on'
const PLAN = `Prices change: whoever buys for 100 or more pays ten percent less. Closes #1.

### Subtasks

- [x] **1.1** ten percent off from 100 on
- [ ] **1.2** refuse a negative quantity

<details><summary>Criteria</summary>

| subtask | holds when |
| :-- | :-- |
| 1.1 | \`priceOf(100)\` is 90 and \`priceOf(99)\` is 99 |
| 1.2 | \`priceOf(-1)\` throws a \`RangeError\` |

</details>

<!-- only for programs -->`

const OPINION = `I would merge it.
\`\`\`mermaid
graph LR; red --> green
\`\`\`
${HOSTILE}<img src=x onerror="alert(1)">

[a link](javascript:alert(1)) ${'wide'.repeat(80)}`

const ACCEPTED = `### tdd-gate: in progress

**RED 1.1 accepted: make 2 tests pass**

| subtask | title | phase | RED at |
| :-- | :-- | :-- | :-- |
| \`1.1\` | ten percent off from 100 on | red | \`251b88c66\` |`

const REFUSED = `### tdd-gate: failure

**GREEN 1.2 rejected by green-keeps-tests**

| subtask | title | phase | RED at | GREEN at | attempts |
| :-- | :-- | :-- | :-- | :-- | --: |
| \`1.1\` | ten percent off from 100 on | done | \`251b88c66\` | \`bb35acd1d\` | 1 |
| \`1.2\` | refuse a negative quantity | red | \`cdade26f7\` | - | 1 |

#### Findings

- ❌ \`green-keeps-tests\`: the test of subtask 1.2 was changed by the commit that should make it pass.
  - file \`test/discount.test.js\`
  - → Put the test back as it was at RED, and change production code only.

\`\`\`sh
git checkout cdade26f7 -- test/discount.test.js
git commit --amend
\`\`\``

const LOG = `##[group]Run npm test
\u001b[36;1mnpm test\u001b[0m
##[endgroup]
✔ gives nothing below 100 (0.61 ms)
✖ refuses a negative quantity (1.04 ms)
##[error]test/discount.test.js:14: expected a RangeError
TDD-GATE RESULT: failure
why: green-keeps-tests`

/** The story up to a refused commit, at the head of an open pull request whose check is required. */
export async function openShown(): Promise<Shown> {
  const stage = await openStage()
  const { github, shop, mona, ada, bob, gate, octokit } = stage
  showPages(github)
  await github.as(mona).protect(shop, 'main', [{ context: 'tdd-gate', appId: gate.app.id }])
  await github.as(mona).openIssue(shop, { title: 'Discounts', body: '- [ ] ten percent\n- [ ] no negative quantities' })
  const clone = await github.as(ada).clone(shop)
  await clone.branch('shop/task-1-discounts')
  await clone.commit('chore(task-1): start\n\nPhase: start')
  await clone.push()
  const number = await github.as(ada).openPull(shop, { head: 'shop/task-1-discounts', title: TASK, body: PLAN })
  await github.as(mona).label(shop, number, 'tdd')
  const push = async (subject: string, phase: string, task: string, text: string) => {
    const files = { [phase === 'red' ? 'test/discount.test.js' : 'src/discount.js']: text }
    const sha = await clone.commit(`${subject}\n\nTask: ${task}\nPhase: ${phase}`, files)
    await clone.push()
    return sha
  }
  await check(
    octokit,
    await push('test: ten percent off from 100 on', 'red', '1.1', 'a\n'),
    'action_required',
    'RED 1.1 accepted: make 2 tests pass',
    ACCEPTED,
  )
  await check(
    octokit,
    await push('feat: ten percent off from 100 on', 'green', '1.1', 'b\n'),
    'action_required',
    'GREEN 1.1 accepted: write a failing test for 1.2',
    ACCEPTED,
  )
  await command(
    stage,
    number,
    '/tdd status',
    '**GREEN 1.1 accepted.** Next: write a failing test for subtask 1.2, @ada.',
  )
  await check(
    octokit,
    await push('test: negative quantities', 'red', '1.2', 'c\n'),
    'action_required',
    'RED 1.2 accepted: make 1 test pass',
    ACCEPTED,
  )
  const refused = await push('feat: negative quantities', 'green', '1.2', `<b>\n${'long'.repeat(100)}\n`)
  await check(octokit, refused, 'failure', 'GREEN 1.2 rejected by green-keeps-tests', REFUSED)
  await check(octokit, refused, 'success', 'Not the gate', HOSTILE, 'lint')
  await github.as(bob).comment(shop, number, OPINION)
  await command(
    stage,
    number,
    '/tdd override 1.2 it is only a test',
    'Only people with the role maintain or admin may use `/tdd override`.',
  )
  const run = addRun(stage, number, refused)
  await github.settled()
  return { ...stage, number, refused, run, address: `${github.url}/acme/shop/pull/${number}` }
}

async function check(
  octokit: Octokit,
  sha: string,
  conclusion: 'success' | 'failure' | 'action_required',
  title: string,
  summary: string,
  name = 'tdd-gate',
) {
  const annotations = [
    {
      path: 'test/discount.test.js',
      start_line: 14,
      end_line: 14,
      annotation_level: 'failure' as const,
      title: 'green-keeps-tests',
      message: 'The test was changed after RED.\n-> Put it back.',
    },
    {
      path: 'src/discount.js',
      start_line: 2,
      end_line: 9,
      annotation_level: 'warning' as const,
      title: 'coverage-holds',
      message: 'Lines 2 to 9 are run by no test.',
    },
  ]
  const text = '```json\n{ "schema": "tdd-gate/state", "head": "GREEN 1.2", "conclusion": "failure" }\n```'
  const output = { title, summary, ...(conclusion === 'failure' ? { text, annotations } : {}) }
  const actions =
    conclusion === 'failure'
      ? [{ label: 'Measure again', description: 'Run the tests of this head again', identifier: 'again' }]
      : []
  await octokit.request('POST /repos/{owner}/{repo}/check-runs', {
    ...SHOP,
    name,
    head_sha: sha,
    status: 'completed',
    conclusion,
    output,
    actions,
  })
}

/** A person comments a command, the App evaluates and replies. */
async function command({ github, shop, ada, octokit }: Stage, number: number, words: string, reply: string) {
  const id = await github.as(ada).comment(shop, number, words)
  await octokit.request('POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions', {
    ...SHOP,
    comment_id: id,
    content: 'eyes',
  })
  await octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
    ...SHOP,
    issue_number: number,
    body: reply,
  })
}

/** As the Actions runner leaves one; no webhook reports it. */
function addRun({ github: { world }, shop, ada }: Stage, number: number, sha: string): WorkflowRun {
  const app = [...world.apps.values()].find(({ slug }) => slug === 'github-actions')
  if (app === undefined) throw new Error('GitHub Actions is missing')
  const now = world.now()
  const suite = { id: world.nextId(), app, sha, branch: 'shop/task-1-discounts', createdAt: now }
  const run: WorkflowRun = {
    id: world.nextId(),
    number: 1,
    attempt: 1,
    name: 'tdd-gate',
    path: '.github/workflows/tdd-gate.yml',
    event: 'pull_request',
    headBranch: suite.branch,
    headSha: sha,
    headRepositoryId: shop.id,
    actor: ada,
    status: 'completed',
    conclusion: 'failure',
    createdAt: now,
    startedAt: now,
    updatedAt: now,
    suite,
    pulls: [number],
    referencedWorkflows: [],
    logs: new Map([['measure', LOG]]),
    summaries: new Map([['measure', '#### Measured\n\n| commit | phase |\n| --- | --- |\n| `f34796107` | green |']]),
  }
  const output = { title: null, summary: null, text: null }
  shop.checkRuns.push({
    id: world.nextId(),
    suite,
    app,
    sha,
    name: 'measure',
    status: 'completed',
    conclusion: 'success',
    externalId: '',
    detailsUrl: '',
    startedAt: now,
    completedAt: now,
    output,
    annotations: [],
    actions: [],
  })
  shop.runs.push(run)
  shop.artifacts.push({
    id: world.nextId(),
    run,
    name: 'tdd-gate-evidence-1',
    bytes: Buffer.from('PK'),
    createdAt: now,
    isExpired: false,
  })
  return run
}
