/** Waits, without sleeping, until nothing is under way. */
import type { Exchange } from './answer-api.ts'
import type { Deliveries } from './deliveries.ts'
import type { World } from './world.ts'

export type Baseline = (...others: readonly (() => Promise<unknown>)[]) => Promise<void>

/** Late webhooks are sent when there is nothing else to wait for; as long as anything new happens, it begins again. */
export function createBaselines({ underWay }: World, exchanges: readonly Exchange[], deliveries: Deliveries): Baseline {
  const happened = () => exchanges.length + deliveries.log.length + underWay.size
  return async (...others) => {
    for (let before = -1; before !== happened(); ) {
      before = happened()
      while (underWay.size > 0 || deliveries.releaseLate()) await Promise.all(underWay)
      for (const other of others) await other()
    }
  }
}
