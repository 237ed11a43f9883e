/** What a collector of OpenTelemetry gets from the App: one trace for each delivery. */
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { sign } from '@octokit/webhooks-methods'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../support/listen.ts'
import { createEnvironment, SECRET } from '../environment.ts'
import { launch } from '../launch.ts'
import { place } from '../queue/conformance.ts'

const RUN = {
  action: 'completed',
  installation: { id: 7 },
  workflow_run: { head_sha: 'a'.repeat(40) },
  repository: { id: 99, name: 'shop', owner: { login: 'acme' } },
}

interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[]
  readonly status: { readonly code?: number }
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: OtlpSpan['attributes'] }
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[]
  }[]
}

/** Takes traces as JSON over HTTP: https://opentelemetry.io/docs/specs/otlp/#otlphttp */
async function startCollector() {
  const exports: Export[] = []
  const paths = new Set<string>()
  const { url, close } = await listen(async (request, response) => {
    paths.add(request.url ?? '')
    exports.push((await json(request)) as Export)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  onTestFinished(close)
  return {
    url,
    paths,
    services: () =>
      exports.flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ resource }) => resource.attributes)),
    spans: () =>
      exports.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
  }
}

async function run(env: Readonly<Record<string, string>>) {
  const folder = place()
  const { env: own } = await createEnvironment(folder)
  const app = launch(folder, { ...own, ...env }, join(folder, 'done'), 'slow')
  const { port } = await app.says('listening')
  const body = JSON.stringify(RUN)
  const send = async (signature: string, delivery: string) => {
    const headers = {
      'x-github-event': 'workflow_run',
      'x-github-delivery': delivery,
      'x-hub-signature-256': signature,
    }
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }
    return (await fetch(`http://127.0.0.1:${port}/`, init)).status
  }
  expect(await send(`sha256=${'0'.repeat(64)}`, 'forged')).toBe(401)
  expect(await send(await sign(SECRET, body), 'd1')).toBe(202)
  await app.says('event handled')
  app.child.kill('SIGTERM')
  expect(await app.exit).toBe(0)
}

test('a collector gets one trace of a delivery: the webhook, each event that follows, and each request to GitHub', async () => {
  const collector = await startCollector()
  await run({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  expect([...collector.paths]).toEqual(['/v1/traces'])
  expect(collector.services()).toContainEqual({ key: 'service.name', value: { stringValue: 'tdd-gate' } })
  const spans = collector.spans()
  const webhook = spans.find(({ name }) => name === 'webhook workflow_run')
  const ofDelivery = spans.filter(({ traceId }) => traceId === webhook?.traceId)
  const head = ofDelivery.find(({ name }) => name === 'event head')
  expect(webhook?.parentSpanId ?? '').toBe('')
  expect(head?.parentSpanId).toBe(webhook?.spanId)
  const asked = ofDelivery.filter(({ name }) => name === 'GET /repos/{owner}/{repo}')
  expect(asked.length).toBeGreaterThanOrEqual(50)
  expect(asked[0]).toMatchObject({ parentSpanId: head?.spanId, kind: 3 })
  const attribute = { key: 'tdd_gate.delivery', value: { stringValue: 'd1' } }
  expect(head?.attributes).toContainEqual(attribute)
  expect(JSON.stringify(spans)).not.toMatch(/forged|ghs_|BEGIN RSA/)
})

test('a service name of the environment wins', async () => {
  const collector = await startCollector()
  await run({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own`, OTEL_SERVICE_NAME: 'gate-eu' })
  expect([...collector.paths]).toEqual(['/own'])
  expect(collector.services()).toContainEqual({ key: 'service.name', value: { stringValue: 'gate-eu' } })
})

test('a collector that does not answer stops nothing', async () => {
  await run({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
})
