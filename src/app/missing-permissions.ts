/** Logs the permissions that an installation lacks: once, and again after a change. */
import { type Installation, installationGaps, type Needs } from '../core/status/installation.ts'
import { formatGap } from '../core/status/protection.ts'
import type { Log } from './telemetry/log.ts'

export type LogMissingPermissions = (id: number, installation: Installation) => void

export function logMissingPermissions(needs: Needs, log: Log): LogMissingPermissions {
  const result = new Map<number, string>()
  return (id, installation) => {
    const gaps = installationGaps(needs, installation).map(formatGap)
    const text = gaps.join('\n')
    const isNew = text !== result.get(id)
    result.set(id, text)
    if (isNew && gaps.length > 0) log('warn', 'installation lacks', { installation: id, gaps })
  }
}
