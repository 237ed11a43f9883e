/** Runs `tdd-gate report`: shows what the gate reads from reports of tests and coverage. */
import { getReportExit, type ReportAnswer, type ReportTools, report } from '../../operations/report/report.ts'
import { toReportChunks } from '../../render/test-report/report-json.ts'
import { toReportText } from '../../render/test-report/report-text.ts'
import { toErrorTexts } from '../../render/text/error.ts'
import type { CliCommand } from '../command.ts'
import type { Io } from '../io.ts'

const MAX_REFUSALS = 20

export function createReportCommand(tools: ReportTools): CliCommand {
  return {
    configure: (command) =>
      command
        .argument('<files...>', 'reports: files, folders, globs, or - for a pipe')
        .option(
          '--format <format>',
          `format, when it cannot be detected from the content: ${[...tools.formats.tests, ...tools.formats.coverage].join(', ')}`,
        )
        .option('--json', 'print one JSON object'),
    run: async (io, { operands, options }) => {
      const format = options['format']
      const answer = await report(
        {
          inputs: operands,
          cwd: process.cwd(),
          stdin: process.stdin,
          signal: io.signal,
          ...(typeof format === 'string' ? { format } : {}),
        },
        tools,
      )
      await (options['json'] ? printJson(io, answer) : printText(io, answer))
      return getReportExit(answer)
    },
  }
}

async function printJson(io: Io, { run, coverage, refusals, merged }: ReportAnswer): Promise<void> {
  for (const chunk of toReportChunks(run, coverage, refusals, merged)) await io.print(chunk)
}

/** Prints what was read, then what was not. */
async function printText(io: Io, { run, coverage, refusals, merged }: ReportAnswer): Promise<void> {
  const evaluation = io.isTerminal ? io : { paint: io.paint, width: Number.POSITIVE_INFINITY }
  await io.print(toReportText(run, coverage, evaluation, merged))
  if (refusals.length > 0) await io.printError(toErrorTexts(refusals, MAX_REFUSALS))
}
