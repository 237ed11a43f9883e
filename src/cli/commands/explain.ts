/** Runs `tdd-gate explain`: shows a rule, its reason, and how a project changes its level. */
import { explain } from '../../operations/explain.ts'
import { type ExplainedRule, toExplainList, toExplainPage } from '../../render/explain.ts'
import { jsonLine } from '../../render/text/log-line.ts'
import { type CliCommand, EXIT } from '../command.ts'

export function createExplainCommand(rules: readonly ExplainedRule[]): CliCommand {
  return {
    configure: (command) =>
      command.argument('[rule]', 'code of a rule; omitted: all rules').option('--json', 'print one JSON object'),
    run: async (io, { operands, options }) => {
      const code = operands[0] ?? null
      const found = explain(rules, code)
      if (options['json']) await io.print(jsonLine({ schemaVersion: 1, rules: found.map(toJson) }))
      else if (code === null) await io.print(toExplainList(found, io))
      else for (const rule of found) await io.print(toExplainPage(rule, io))
      return EXIT.SUCCESS
    },
  }
}

function toJson({ code, about, why, phases, level }: ExplainedRule): ExplainedRule {
  return { code, about, why, phases, level }
}
