/** Takes webhooks from a channel, such as those of smee.io, where GitHub cannot reach this machine. */
import { request } from 'node:http'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { z } from 'zod'
import { parseAnyJson } from '../../core/util/parse-json.ts'
import { MAX_BODY_BYTES } from '../body.ts'
import { getFields, type Log } from '../telemetry/log.ts'

/** Between two requests for the channel. */
const AGAIN_MS = 5_000
/** What the App reads of a delivery: https://docs.github.com/webhooks/webhook-events-and-payloads#delivery-headers */
const HEADERS = ['x-github-event', 'x-github-delivery', 'x-hub-signature-256', 'x-github-hook-installation-target-id']
/** A delivery as smee.io sends it: headers beside the body. */
const Delivered = z.looseObject({ body: z.looseObject({}) })

interface ChannelOptions {
  /** `https://smee.io/abc` */
  readonly channel: string
  /** The address of this App for webhooks. */
  readonly target: string
  /** Resolves after `ms`, or at once when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly log: Log
}

/**
 * Passes on to this App what a channel says, until it is stopped. The App checks the signature, as it does of any other
 * webhook. An address that answers with no stream of events is a public one of the App, and is asked once.
 */
export function openChannel({ channel, target, sleep, log }: ChannelOptions): { readonly stop: () => Promise<void> } {
  const ending = new AbortController()
  const { signal } = ending
  const tell = (error: unknown): 'again' => {
    if (!signal.aborted) log('warn', 'channel of webhooks failing', { channel, ...getFields(error) })
    return 'again'
  }
  const listenOnce = async (): Promise<'again' | 'no-channel'> => {
    const answer = await fetch(channel, { headers: { accept: 'text/event-stream' }, signal })
    if (answer.ok && !answer.headers.get('content-type')?.startsWith('text/event-stream')) {
      await answer.body?.cancel()
      return 'no-channel'
    }
    if (!answer.ok || answer.body === null) throw new Error(`the channel answers with ${answer.status}`)
    log('info', 'takes webhooks from a channel', { channel })
    const events = answer.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream({ maxBufferSize: MAX_BODY_BYTES, onError: 'terminate' }))
    for await (const { event, data } of events) if (event === undefined) await passOn(data, target, signal).catch(tell)
    return 'again'
  }
  const listen = async () => {
    while (!signal.aborted) {
      if ((await listenOnce().catch(tell)) === 'no-channel') return log('warn', 'no channel of webhooks', { channel })
      await sleep(AGAIN_MS, signal)
    }
  }
  const listening = listen()
  return {
    stop: async () => {
      ending.abort()
      await listening
    },
  }
}

/** What is no delivery of GitHub is left out. The answer of the App changes nothing: a channel keeps no delivery. */
async function passOn(data: string, target: string, signal: AbortSignal): Promise<void> {
  const delivered = Delivered.safeParse(parseAnyJson(data))
  if (!delivered.success) return
  const { body, ...said } = delivered.data
  const known = HEADERS.flatMap((name) => (typeof said[name] === 'string' ? [[name, said[name]] as const] : []))
  const headers = { 'content-type': 'application/json', ...Object.fromEntries(known) }
  await new Promise<void>((resolve, reject) => {
    // Without an agent no proxy stands between the App and itself.
    const asking = request(target, { method: 'POST', headers, agent: false, signal }, (answer) =>
      answer.resume().once('close', resolve),
    )
    asking.once('error', reject).end(JSON.stringify(body))
  })
}
