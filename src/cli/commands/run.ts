/** Runs `tdd-gate run`: leads an agent from step to step until nothing is left. */
import type { AgentRun, AgentRunOptions, RunHooks } from '../../operations/run.ts'
import { jsonLine } from '../../render/text/log-line.ts'
import { plain } from '../../render/text/text.ts'
import { toNextJson } from '../../render/work-unit.ts'
import { addBranchOptions, toSessionOptions } from '../branch-options.ts'
import { type CliCommand, EXIT } from '../command.ts'
import { usage } from '../parse.ts'
import { withProgress } from '../progress.ts'

export type RunOperation = (options: AgentRunOptions, hooks: RunHooks) => Promise<AgentRun>

const DEFAULT_STEPS = '30'
const EXIT_OF = {
  done: EXIT.SUCCESS,
  paused: EXIT.UNFINISHED,
  idle: EXIT.UNFINISHED,
  refused: EXIT.BROKEN,
  'out-of-steps': EXIT.UNFINISHED,
}

export function createRunCommand(run: RunOperation): CliCommand {
  return {
    configure: (command) =>
      addBranchOptions(command)
        .requiredOption('--agent <command>', 'shell command that reads the prompt on standard input')
        .option('--max-steps <number>', 'calls of the agent at most', DEFAULT_STEPS)
        .option('--json', 'print one JSON object'),
    run: async (io, { options }) => {
      const { json, agent, maxSteps, ...asked } = options
      const steps = Number(maxSteps)
      if (!Number.isInteger(steps) || steps < 1) throw usage('`--max-steps` needs a whole number from 1.', 'run --help')
      const wanted = { ...toSessionOptions(asked, 'tdd-gate next'), agent: String(agent), maxSteps: steps }
      const done = await withProgress(json, ({ show, clear }) => {
        const onStep = (line: string) => {
          clear()
          if (!json) void io.printError(`${line}\n`)
        }
        return run(wanted, { onProgress: show, onStep, signal: io.signal })
      })
      const { next, ...rest } = toNextJson(done)
      const text = `${done.end} after ${done.steps} steps: ${plain(next?.title ?? 'nothing is left to do')}\n`
      await io.print(json ? jsonLine({ ...rest, next, end: done.end, steps: done.steps }) : text)
      return EXIT_OF[done.end]
    },
  }
}
