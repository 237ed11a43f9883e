/** Holds everything that went over the wire against GitHub's descriptions; it compiles schemas, so it is slow at first. */
import { checkAnswer } from '../support/github/contract.ts'
import { checkWebhook } from '../support/webhook-contract.ts'
import type { Exchange } from './answer-api.ts'
import type { Judged } from './hooks.ts'
import type { World } from './world.ts'

/** Gives the problems of the world, with those of whatever came since it was asked last. */
export function createJudge(
  { problems }: World,
  exchanges: readonly Exchange[],
  webhooks: readonly Judged[],
): () => readonly string[] {
  let seen = { exchanges: 0, webhooks: 0 }
  return () => {
    for (const { route, status, text } of exchanges.slice(seen.exchanges)) {
      if (route !== null && text !== '') problems.push(...checkAnswer(route, status, JSON.parse(text)))
    }
    for (const { name, body } of webhooks.slice(seen.webhooks)) problems.push(...checkWebhook(name, JSON.parse(body)))
    seen = { exchanges: exchanges.length, webhooks: webhooks.length }
    return problems
  }
}
