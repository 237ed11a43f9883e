/** Handles a delivery of GitHub once more, although it was handled before. */
import { unknownDelivery } from '../../core/errors/app.ts'
import { openClients } from '../clients.ts'
import { CLOCK } from '../queue/clock.ts'
import type { EventQueue } from '../queue/event-queue.ts'
import { acceptVerified } from '../receive.ts'
import { listDeliveries } from '../redeliver.ts'
import type { Settings } from '../settings.ts'
import { toFollowingId } from '../telemetry/delivery.ts'

const NEVER = new AbortController().signal

interface Replay {
  readonly delivery: string
  /** The name of the event, such as `pull_request`. */
  readonly event: string
  /** `accepted`, or `nothing to do`. */
  readonly result: string
}

/**
 * Reads a delivery from GitHub, which keeps it for three days, and stores its events under new ids. @throws GateError
 * `bad-usage` for an unknown delivery
 */
export async function replay(guid: string, queue: EventQueue, settings: Settings): Promise<Replay> {
  const { app } = await openClients(settings)
  const found = (await listDeliveries(app, CLOCK, NEVER)).find((one) => one.guid === guid)
  if (found === undefined) throw unknownDelivery(guid)
  const { id, event } = found
  const { data } = await app.request('GET /app/hook/deliveries/{delivery_id}', { delivery_id: id as number })
  const intake = { queue, appId: settings.appId, log: () => undefined, onInstallation: () => undefined }
  const delivery = { delivery: toFollowingId(guid), name: event, payload: data.request.payload }
  return { delivery: guid, event, result: await acceptVerified(delivery, intake) }
}
