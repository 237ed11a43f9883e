/** The workflow by which projects tell a chat about verdicts: read from its page, and run as GitHub and its shell would. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listen } from '../support/listen.ts'
import { checkWebhook, completeWebhook } from '../support/webhook-contract.ts'
import { getDocument, refusals, type Step } from '../support/workflow-rules.ts'
import { diagnosed, evaluated } from '../support/workflows.ts'

const PAGE = 'docs/how-to/notifications.md'
const [ofApp = '', ofAction = ''] = [...readFileSync(PAGE, 'utf8').matchAll(/```yaml\n([\s\S]*?)```/g)].map(
  ([, yaml = '']) => yaml,
)
const TITLE = `GREEN 7.1 rejected: "$(touch /tmp/x)" 'a' \\ é`
const CHECK = completeWebhook('check-run-completed', {
  action: 'completed',
  check_run: {
    name: 'tdd-gate',
    app: { id: 123456 },
    status: 'completed',
    conclusion: 'failure',
    html_url: 'https://github.com/acme/shop/runs/7',
    output: { title: TITLE, summary: null, text: null, annotations_count: 0, annotations_url: 'https://example.com/a' },
    pull_requests: [],
  },
}) as { readonly check_run: object }
const RUN = completeWebhook('workflow-run-completed', {
  action: 'completed',
  workflow_run: {
    name: 'tdd-gate',
    event: 'pull_request',
    conclusion: 'failure',
    display_title: TITLE,
    html_url: 'https://github.com/acme/shop/runs/7',
  },
}) as { readonly workflow_run: object }

test.each([
  ['check-run-completed', CHECK],
  ['workflow-run-completed', RUN],
])('the webhook %s is one that GitHub describes', (name, payload) => {
  expect(checkWebhook(name, payload)).toEqual([])
})

describe.each([
  ['with the App', ofApp, CHECK],
  ['without the App', ofAction, RUN],
])('%s', (_, yaml, event) => {
  const file = { path: '.github/workflows/tell.yml', text: yaml }
  const { jobs, on } = getDocument(file)
  const job = jobs['tell']

  test("GitHub's own parsers find no fault, and it does nothing that is refused", async () => {
    expect(await diagnosed(file)).toEqual([])
    // It starts with secrets, whatever a pull request holds: so it checks out no code.
    expect(refusals(file)).toEqual(event === CHECK ? [] : ['privileged-trigger: workflow_run'])
    expect(yaml).not.toContain('uses:')
    expect(getDocument(file).permissions).toEqual({})
    expect(Object.keys(on)).toEqual([event === CHECK ? 'check_run' : 'workflow_run'])
  })

  test('it tells the verdict, its reason and its place, and no text of an author is obeyed', async () => {
    const bodies: string[] = []
    const chat = await listen(async (request, response) => {
      bodies.push(await text(request))
      response.end()
    })
    onTestFinished(chat.close)
    const step = job?.steps?.[0] as Step
    const context = { github: { event }, secrets: { CHAT_WEBHOOK: chat.url } }
    const env = Object.fromEntries(
      Object.entries(step.env ?? {}).map(([name, value]) => [name, String(evaluated(value, context))]),
    )
    await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', step.run ?? 'false'], {
      env: { PATH: process.env['PATH'], ...env },
    })
    expect(bodies.map((body) => JSON.parse(body))).toEqual([
      { text: `tdd-gate: failure, ${TITLE} https://github.com/acme/shop/runs/7` },
    ])
  })
})

test.each([
  ['the check of the App', CHECK.check_run, true],
  ['a check of the same name by another App', { ...CHECK.check_run, app: { id: 7 } }, false],
  ['another check of the App', { ...CHECK.check_run, name: 'tdd-gate (records)' }, false],
])('it runs for %s: %#', (_, check_run, isTold) => {
  const condition = String(getDocument({ path: '', text: ofApp }).jobs['tell']?.if)
  expect(evaluated(condition, { github: { event: { check_run } } })).toBe(isTold)
})
