/** Writes the prompt of a work unit: rules of the project, context of the task, and what to do in this phase. */
import { short } from '../core/model/commit.ts'
import type { WorkUnit } from '../core/model/finding.ts'
import type { Plan } from '../core/model/plan.ts'
import type { DriverFailure, NextUnit } from './next-unit.ts'
import { formatNext } from './text/format.ts'
import { commandLine, plain } from './text/text.ts'

const MAX_LISTED = 50

const INSTRUCTIONS: Readonly<Record<string, string>> = {
  red: 'Cover the usual case, the edges, and wrong input. One test shows one behaviour, and its name says which. Call the interface that the production code should have.',
  green: 'Later tests demand the rest.',
  refactor: 'Improve names, structure and repetition. No behaviour changes.',
}

/** Returns the general instruction of a phase, which the step itself does not give; empty for others. */
export function getInstruction({ phase, acceptance }: Pick<WorkUnit, 'phase' | 'acceptance'>): string {
  const source = phase === 'red' && acceptance.length > 0 ? 'Take the cases from the acceptance criteria. ' : ''
  return source + (INSTRUCTIONS[phase] ?? '')
}

type Unit = Omit<NextUnit, 'prompt'>

/**
 * Writes the step as one text. Every value from the judged branch stands on one line, so it cannot pose as a line of
 * the prompt. The rules come from the base branch, and keep their lines.
 */
export function toPrompt(unit: Unit, plan: Pick<Plan, 'id' | 'title'> | null, rules: readonly string[]): string {
  const { context } = unit
  const blocks = [
    ...rules.map((text) => text.trim().split('\n')),
    plan === null ? [] : [`Task ${plain(plan.id, 80)}: ${plain(plan.title)}`],
    [formatNext(unit), plain(unit.instructions, 4_000), unit.phaseInstruction],
    unit.phase === 'red' || unit.phaseInstruction === ''
      ? []
      : listed(
          'About the subtask',
          context.description.split('\n').filter((line) => line.trim() !== ''),
        ),
    listed('Acceptance criteria', unit.acceptance),
    listed('Tests of this step', unit.drivers),
    listed('Why they fail', unit.driverFailures.map(formatFailure)),
    ...unit.driverFailures.map(formatCode),
    listed('Earlier attempts', context.earlierAttempts.map(formatAttempt)),
    unit.frozen.length > 0
      ? listed('Files that stay as they are', unit.frozen)
      : listed('Files of this step', unit.files),
    unit.phase === 'red' ? listed('Tests to take as an example', context.nearbyTests) : [],
    listed('Changed lines that no test runs', context.leastCovered),
    facts(unit),
    listed(
      'What stands in the way',
      // A step that corrects what stands in the way says so itself.
      unit.preconditions
        .filter(({ ok, message }) => !ok && message !== unit.title)
        .map(({ message, fix }) => `${message}: ${fix}`),
    ),
    unit.commands.length === 0 ? [] : ['Then run:', ...unit.commands.map((command) => commandLine(command, ''))],
  ].map((block) => block.filter((line) => line !== ''))
  const shown = blocks.filter((block) => block.length > 0)
  return `${shown.map((block) => block.join('\n')).join('\n\n')}\n`
}

function facts({ phase, context }: Unit): readonly string[] {
  const { mayEdit, testConvention, testCommands } = context
  return [
    mayEdit.length === 0 ? '' : `You may change: ${mayEdit.join(', ')}.`,
    phase === 'red' && testConvention !== null ? `Test files are called ${plain(testConvention)}.` : '',
    ...testCommands.map(({ suite, directory, command }) => {
      const where = directory === '.' ? '' : ` (in ${plain(directory)})`
      return `Tests${suite === '' ? '' : ` of ${plain(suite, 80)}`} run with: ${plain(command, 1_000)}${where}`
    }),
  ]
}

function formatFailure({ id, kind, message, file, line }: DriverFailure): string {
  const place = file === null ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`
  return `${id}: ${kind}: ${message}${place}`
}

function formatCode({ file, frame = [] }: DriverFailure): readonly string[] {
  return frame.length === 0 ? [] : [`${plain(file ?? '')}:`, ...frame]
}

function formatAttempt({ attempt, commit, subject, stillFailing }: Unit['context']['earlierAttempts'][number]): string {
  return `${attempt}: ${short(commit)} ${subject}; still failing: ${stillFailing.join(', ')}`
}

function listed(title: string, values: readonly string[]): readonly string[] {
  if (values.length === 0) return []
  const more = values.length > MAX_LISTED ? [`- +${values.length - MAX_LISTED} more`] : []
  return [`${title}:`, ...values.slice(0, MAX_LISTED).map((value) => `- ${plain(value, 4_000)}`), ...more]
}
