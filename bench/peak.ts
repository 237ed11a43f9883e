/** The most memory that this program held. */
import { readFileSync } from 'node:fs'

const KILOBYTE = 1024

/** Returns the peak of this program alone: `resourceUsage` starts with the memory of the parent that forked it. */
export function peakBytes(): number {
  const kilobytes =
    process.platform === 'linux'
      ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
      : undefined
  return Number(kilobytes ?? process.resourceUsage().maxRSS) * KILOBYTE
}
