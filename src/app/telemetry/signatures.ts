/**
 * Tells operators about webhooks that their secret did not sign: otherwise a wrong secret looks like a quiet day. Anyone
 * can send such requests, so the log names them rarely, and nothing depends on them.
 */
import { type Log, logRarely } from './log.ts'
import { signatureTexts } from './texts.ts'

interface Refused {
  readonly event: string
  readonly delivery: string
  /** False: GitHub has no secret for this App. */
  readonly isSigned: boolean
  /** The number of the App in the header of the delivery; null: none. */
  readonly target: number | null
}

export interface SignatureWatch {
  readonly refused: (webhook: Refused) => void
  readonly verified: () => void
  /** A line for health checks from a refused webhook on, until one is verified; null: there is nothing to tell. */
  readonly getLine: () => string | null
}

export function watchSignatures(log: Log, now: () => number, appId: number): SignatureWatch {
  const rarely = logRarely(log, now)
  let isLastRefused = false
  return {
    refused: ({ isSigned, target, ...webhook }) => {
      isLastRefused = true
      const isOurs = target === null || target === appId
      const cause = signatureTexts[!isOurs ? 'otherApp' : isSigned ? 'otherSecret' : 'unsigned']
      rarely('warn', 'webhook refused', { ...cause, ...webhook, target })
    },
    verified: () => {
      isLastRefused = false
    },
    getLine: () => (isLastRefused ? signatureTexts.lastRefused : null),
  }
}
