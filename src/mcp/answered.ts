/** Waits for the answers that a client still expects: it may close its end as soon as it has asked. */
import type { Transport } from '@modelcontextprotocol/server'

interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: { readonly requestId?: unknown }
}

/**
 * Follows the requests of an open transport.
 * @returns a function that resolves when each request has its answer, or was cancelled
 */
export function followRequests(transport: Transport): () => Promise<void> {
  const open = new Set<unknown>()
  const waiting = new Set<() => void>()
  const settle = (id: unknown) => {
    open.delete(id)
    if (open.size === 0) for (const done of waiting) done()
  }
  const { onmessage } = transport
  const send = transport.send.bind(transport)
  transport.onmessage = (message, extra) => {
    const { id, method, params } = message as Message
    if (method !== undefined && id !== undefined) open.add(id)
    onmessage?.(message, extra)
    if (method === 'notifications/cancelled') settle(params?.requestId)
  }
  transport.send = async (message, options) => {
    const { id, method } = message as Message
    await send(message, options)
    if (method === undefined) settle(id)
  }
  return () => new Promise((done) => (open.size === 0 ? done() : waiting.add(done)))
}
