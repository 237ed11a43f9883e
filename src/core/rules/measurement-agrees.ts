import { START_ADVICE } from '../errors/measuring.ts'
import { type Sha, short } from '../model/commit.ts'
import { formatCommand, type GateCommand, JUDGE } from '../model/gate-command.ts'
import type { Problem, ProblemCode } from '../model/test-run.ts'
import type { Rule } from './rule.ts'

export const measurementAgrees: Rule = {
  code: 'measurement-agrees',
  about: 'Exit code, report and collected tests of every run agree.',
  why: 'A missing, empty, stale or unreadable report is no measurement. Neither is a crash, a timeout, a broken reporter, or an exit code that contradicts the report. The commit never passes and is never RED.',
  choices: 'Make the tests report the same in each run.',
  phases: ['red', 'green', 'refactor', 'neutral', 'merge'],
  level: 'error',
  needsEvidence: false,
  check({ evidence, verify }) {
    const problems = evidence?.problems ?? []
    return problems.length === 0 ? null : explain(problems, verify)
  },
}

/** The finding of a commit that waits for an earlier one. */
export function waitsFor(sha: Sha) {
  const text = `Do first what ${short(sha)} asks for: the gate judges this commit after it.`
  return { message: `Waits for ${short(sha)}, which was not measured`, suggestion: { text, commands: [] } }
}

/** The finding of a commit that waits for the base. */
export function baseNotMeasured(problems: readonly Problem[], verify: GateCommand | undefined) {
  const ofBase = problems.map(
    ({ code, message }): Problem => ({ code: OF_ANOTHER.includes(code) ? code : 'base', message }),
  )
  const { message, suggestion } = explain(ofBase, verify)
  return { message: `The base was not measured: ${message}`, suggestion }
}

/** The cause decides the advice: what a commit shows besides may follow from it. */
function explain(problems: readonly Problem[], verify: GateCommand | undefined) {
  const code = (problems.find((problem) => OF_ANOTHER.includes(problem.code)) ?? problems[0])?.code
  const commands = ABOUT_PLACE.includes(code) ? [formatCommand(toDoctor(verify))] : []
  return {
    message: asOneSentence(problems.map(({ message }) => message)),
    suggestion: { text: suggestionFor(code, formatCommand(verify)), commands },
  }
}

/** Until someone changes the machine, the configuration or the base, the next run ends as this one. */
const ABOUT_PLACE: readonly (ProblemCode | undefined)[] = ['base', 'command', 'setup']

/** Checks the machine and the configuration. It takes the repository of a call, and no other option. */
function toDoctor({ options }: GateCommand = JUDGE): GateCommand {
  return { name: 'doctor', options: / --repo (?:'[^']*'|\S+)/.exec(options)?.[0] ?? '' }
}

/** No change of this commit solves these problems. */
export const OF_ANOTHER: readonly (ProblemCode | undefined)[] = ['base', 'command', 'setup', 'not-recorded']

/** The first problem hides the others: a run is compared before it is read. */
function suggestionFor(code: ProblemCode | undefined, verify: string): string {
  switch (code) {
    case 'base':
      return `Install what is missing here, or set test.setup (how to install it) in .github/tdd-gate.yml. If the suite needs longer, raise test.timeout there. Without {files}, test.command must run every test. Otherwise repair the suite at the compared commit. If that is the base, fix the base branch and rebase. Then run \`${verify}\` again.`
    case 'command':
    case 'setup':
      return `${START_ADVICE[code]} Then run \`${verify}\` again.`
    case 'not-recorded':
      return `Re-run all jobs of the workflow. On your own machine run \`${verify}\`.`
    case 'timeout':
      return `If the suite needs longer, raise test.timeout in .github/tdd-gate.yml on the base branch. If the change keeps it from ending, correct the change. Then run \`${verify}\` again.`
    case 'too-large':
      return 'Do as the message says, and push again.'
    default:
      return `Run the test command at this commit. It must end by itself, write its report, and exit with a code that fits the report. If the change prevents that, correct the change. Then run \`${verify}\` again.`
  }
}

const MOST = 3

/** Joins different messages only: several runs of one commit often fail alike. */
function asOneSentence(messages: readonly string[]): string {
  const distinct = [...new Set(messages.map((message) => message.replace(/[.\s]+$/, '')))]
  // The compared commit often has the same problem.
  const different = distinct.filter((part) => !distinct.some((other) => other.endsWith(`: ${part}`)))
  const parts = different.slice(0, MOST).map((part, i) => (i === 0 || /^[A-Z]{2}/.test(part) ? part : lowerFirst(part)))
  return different.length > MOST ? `${parts.join('; ')}; and ${different.length - MOST} more` : parts.join('; ')
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
