/**
 * The correlation id of everything that a webhook leads to: GitHub's id of the delivery. It is the part before the first
 * slash of the id of each event, so that every process finds it without asking another one.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

interface DeliveryWork {
  readonly delivery: string
  /** The webhook itself, not an event that follows from it. */
  readonly isArrival: boolean
}

const storage = new AsyncLocalStorage<DeliveryWork>()

/** Runs the work of an event. Each line of the log that it writes has the id of the delivery. @param id of the event */
export function inDelivery<T>(id: string, work: () => T, isArrival = false): T {
  return storage.run({ delivery: toDelivery(id), isArrival }, work)
}

/** Undefined: no delivery led here. */
export function getDelivery(): DeliveryWork | undefined {
  return storage.getStore()
}

/** Returns the id of the delivery, or of the sweep, that led to an event. */
export function toDelivery(id: string): string {
  return id.split('/', 1)[0] ?? id
}

/** Creates the id of an event that follows from another one. @param from absent: nothing of GitHub led to it */
export function toFollowingId(from?: string): string {
  return from === undefined ? `${OWN}${randomUUID()}` : `${toDelivery(from)}/${randomUUID()}`
}

const OWN = 'app-'

/** Returns whether the App itself began this work, such as a sweep. */
export function isOwn(delivery: string): boolean {
  return delivery.startsWith(OWN)
}
