/**
 * Runs `tdd-gate demo`: a real project with real history; accepts honest work, and rejects each cheat for its own
 * reason.
 */
import { delimiter, dirname } from 'node:path'
import { EXIT } from '../../operations/operation.ts'
import { toDemoLine, toDemoSummary } from '../../render/demo-text.ts'
import { toVerifyText } from '../../render/gate-report/verify-text.ts'
import type { CliCommand } from '../command.ts'
import { createProgress } from '../progress.ts'

export function createDemoCommand(): CliCommand {
  return {
    configure: (command) => command,
    run: async (io) => {
      const { demo } = await import('../../operations/demo/demo.ts')
      // The tests of the demo run with the Node that runs this, whatever else is on the PATH.
      process.env['PATH'] = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`
      const isTerminal = process.stderr.isTTY === true
      const progress = createProgress({ stream: process.stderr, now: () => performance.now() })
      const onProgress = isTerminal ? progress.show : () => undefined
      const printed: Promise<void>[] = []
      const results = await demo({ onProgress, signal: io.signal }, (result) => {
        const line = { ...result, conclusion: result.verification.decision.conclusion }
        const page =
          result.isHonest || !result.isAsExpected
            ? toVerifyText(result.verification.decision, { ...result.verification, ...io })
            : ''
        progress.clear()
        printed.push(io.print(toDemoLine(line, io) + (page && `\n${page}\n`)))
      }).finally(() => progress.end())
      await Promise.all(printed)
      await io.print(`\n${toDemoSummary(results)}`)
      return results.every(({ isAsExpected }) => isAsExpected) ? EXIT.SUCCESS : EXIT.BROKEN
    },
  }
}
