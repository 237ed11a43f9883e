/** `tdd-gate report`: what the gate sees in reports of tests and coverage. */
import { isFailing, type TestRun } from '../../core/test-run.ts'
import { type ReportTools, report } from '../../operations/report.ts'
import { toReportChunks } from '../../render/report-json.ts'
import { toReportText } from '../../render/report-text.ts'
import { type CliCommand, EXIT } from '../command.ts'

export function createReportCommand(tools: ReportTools): CliCommand {
  return {
    configure: (command) =>
      command
        .argument('<files...>', 'reports: files, folders, globs, or - for a pipe')
        .option(
          '--format <format>',
          `what they are, where their content does not tell: ${[...tools.formats.tests, ...tools.formats.coverage].join(', ')}`,
        )
        .option('--json', 'print one JSON object'),
    run: async (io, { operands, options }) => {
      const format = options['format']
      const { run, coverage } = await report(
        {
          inputs: operands,
          cwd: process.cwd(),
          stdin: process.stdin,
          signal: io.signal,
          ...(typeof format === 'string' ? { format } : {}),
        },
        tools,
      )
      if (options['json']) for (const chunk of toReportChunks(run, coverage)) await io.print(chunk)
      else await io.print(toReportText(run, coverage, io))
      return exitOf(run)
    },
  }
}

/** What shows no failure and is incomplete, or holds no test, as coverage does, proves nothing, whatever else it says. */
function exitOf(run: TestRun): number {
  const isRed = run.cases.some(({ outcome }) => isFailing(outcome))
  if (isRed || run.loadErrors.length + run.hookFailures.length > 0) return EXIT.BROKEN
  if (!run.isComplete) return EXIT.UNMEASURED
  if (run.runErrors.length > 0) return EXIT.BROKEN
  return run.cases.length > 0 ? EXIT.SUCCESS : EXIT.UNMEASURED
}
