/** Runs `tdd-gate explain`: shows a rule, its reason, and how a project changes its level. */
import { explain } from '../../operations/explain.ts'
import { type ExplainedRule, toExplainJson, toExplainList, toExplainPage } from '../../render/explain.ts'
import { jsonLine } from '../../render/text/log-line.ts'
import { type CliCommand, EXIT } from '../command.ts'

export function createExplainCommand(rules: readonly ExplainedRule[]): CliCommand {
  return {
    configure: (command) =>
      command.argument('[rule]', 'code of a rule; omitted: all rules').option('--json', 'print one JSON object'),
    run: async (io, { operands, options }) => {
      const code = operands[0] ?? null
      const found = explain(rules, code)
      if (options['json']) await io.print(jsonLine(toExplainJson(found)))
      else if (code === null) await io.print(toExplainList(found, io))
      else for (const rule of found) await io.print(toExplainPage(rule, io))
      return EXIT.SUCCESS
    },
  }
}
