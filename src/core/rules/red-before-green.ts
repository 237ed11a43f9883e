import { isFinished } from '../compare/drivers.ts'
import type { Commit, Sha } from '../model/commit.ts'
import { formatCommand } from '../model/gate-command.ts'
import type { TestId } from '../model/test-run.ts'
import { restate } from './correct.ts'
import { getMixedTests } from './refactor-keeps-apart.ts'
import type { Rule, RuleAdvice, RuleContext } from './rule.ts'
import { getReset, list, putBehind, splitCommand } from './text.ts'

export const redBeforeGreen: Rule = {
  code: 'red-before-green',
  about: 'Every GREEN commit follows an accepted RED of its subtask.',
  why: 'Code without a failing test first was never proved. Change production only in a GREEN after its RED, or in a REFACTOR that keeps all tests green.',
  choices:
    'Write a test that fails without this code, and commit it first. If all behaviour stays, state the phase `refactor`.',
  phases: ['green'],
  level: 'error',
  needsEvidence: false,
  check(context) {
    const { cycle, subtask, state, commit, evidence, laterTests } = context
    if (cycle) return null
    const tests = commit.changes.filter((change) => change.class === 'test').map(({ path }) => path)
    const open = [...state.cycles.keys()]
    const known = (evidence?.comparison.fixed ?? []).filter((id) => state.knownFailing.has(id))
    const isKnown = tests.length === 0 && known.length > 0
    const later = tests.length === 0 ? laterTests?.get(commit.sha) : undefined
    const paths = commit.changes.filter((change) => change.class === 'production').map(({ path }) => path)
    const what = paths.length > 0 ? 'Production changed with' : `GREEN${subtask === null ? '' : ` ${subtask}`} has`
    const isReopened = subtask !== null && state.reopened.has(subtask)
    return {
      message: isReopened
        ? `A person reopened subtask ${subtask}: it needs a new RED first`
        : open.length > 0
          ? `Subtask ${subtask} has no accepted RED; open: ${open.join(', ')}`
          : `${what} no accepted RED before it${isKnown ? `. On the base this test fails already: ${list(known)}` : ''}`,
      suggestion:
        later === undefined
          ? { ...(stateSubtask(context) ?? beginAgain(context, tests, known)), ...asRefactor(context), needsHead: true }
          : putTestsFirst(commit, later),
      paths,
      tests: [],
    }
  },
}

/** The commit makes the tests of the only open cycle pass, and names another subtask. */
function stateSubtask(context: RuleContext): RuleAdvice | null {
  const { evidence, state } = context
  const [open, ...others] = state.cycles.values()
  if (open === undefined || others.length > 0 || evidence === null || !isFinished(open, evidence)) return null
  const command = restate(context, 'Task', open.subtask)
  if (!/^[\w.# :-]+$/.test(open.subtask)) return null
  return { text: `This commit makes the tests of ${open.subtask} pass: state it, \`${command}\`.`, commands: [command] }
}

function beginAgain(context: RuleContext, tests: readonly string[], known: readonly TestId[]): RuleAdvice {
  const { policy } = context
  if (tests.length > 0) {
    const split = suggestSplit(context, tests)
    const mayRefactor = policy.refactor !== 'off' && getMixedTests(context.commit.changes).length === 0
    const state = stateRefactor(restate(context, 'Phase', 'refactor'))
    return mayRefactor ? { ...split, text: `${split.text} ${state}` } : split
  }
  if (policy.sequence === 'pull-request') return ADD_TESTS
  return known.length > 0 ? renameIt(context, known) : { text: takeBack(context) }
}

/** Moves tests that follow the code before it. There they fail, and the code makes them pass. */
function putTestsFirst({ sha }: Commit, tests: Sha): RuleAdvice {
  const command = putBehind(sha, tests)
  return {
    text: `Put the tests of commit ${tests.slice(0, 12)} before this code: \`${command}\`.`,
    commands: [command],
  }
}

const REFACTOR_COMMAND = 'git commit --amend --no-edit --trailer "Phase: refactor"'
const stateRefactor = (command: string) =>
  `If all behaviour stays, run this instead of the other commands: \`${command}\`.`

/** A pull request may be a refactoring if its suite loses nothing and it exports nothing new. One command states that. */
function asRefactor({ evidence, changes, policy }: RuleContext): Pick<RuleAdvice, 'requestCommands'> {
  const isGreen = evidence !== null && NOTHING_LOST.every((list) => evidence.comparison[list].length === 0)
  const isAlike = [...changes.values()].every(({ exports = [] }) => exports.length === 0)
  return isGreen && isAlike && policy.refactor !== 'off' ? { requestCommands: [REFACTOR_COMMAND] } : {}
}

const NOTHING_LOST = ['newlyFailing', 'broken', 'vanished', 'fixed'] as const

function takeBack(context: RuleContext): string {
  const back = context.commit.isPending ? '' : `Take it back: \`${getReset(context.commit)}\`. `
  const judge = formatCommand({ options: '', ...context.verify, name: 'complete' })
  return `${back}Write its failing test beside this code. Then \`${judge}\` gives the commands for RED and GREEN. ${stateRefactor(restate(context, 'Phase', 'refactor'))}`
}

const ADD_TESTS: RuleAdvice = {
  text: `Commit a test that fails on the base. ${stateRefactor(REFACTOR_COMMAND)}`,
}

const ANYTHING_ELSE = '[^[:alnum:]_]'
/** Paths without special characters for sed and the shell. */
const PLAIN_PATH = /^(?:\w[\w-]*\/)*\w[\w.-]*\.\w+$/
const PLAIN_NAME = /^[\w ,:()=-]+$/

/** Renames the test. Under its new name it did not fail before, so it can be a driver. */
function renameIt(context: RuleContext, known: readonly TestId[]): RuleAdvice {
  const { commit } = context
  const places = known.map((id) => [id.slice(0, id.indexOf(' > ')), id.slice(id.lastIndexOf(' > ') + 3)] as const)
  const paths = [...new Set(places.map(([path]) => path))]
  const isPlain = places.every(([path, name]) => PLAIN_PATH.test(path) && PLAIN_NAME.test(name))
  const renames = places.map(([path, name]) => {
    const more = name.includes(' ') ? ' again' : '_again'
    return `sed -i.bak 's/\\(${ANYTHING_ELSE}\\)${name}\\(${ANYTHING_ELSE}\\)/\\1${name}${more}\\2/' ${path} && rm ${path}.bak`
  })
  const parts = [
    { paths, subject: 'test: ...', phase: 'red' },
    { paths: commit.changes.map(({ path }) => path), subject: 'fix: ...', phase: 'green' },
  ]
  const command = isPlain ? splitCommand(context, parts, renames) : null
  if (command === null)
    return {
      text: `${takeBack(context)} In that RED, give the test another name, which makes it a new demand.`,
    }
  return {
    text: `Give the test another name in a RED, so that it is a new demand: \`${command}\`.`,
    commands: [command],
  }
}

const COMMIT_TESTS =
  'List files that belong to no commit in .git/info/exclude. Commit the tests alone, and the code after them'

/** Splits the commit: tests first, then the rest. */
export function suggestSplit(
  { commit, subtask }: Pick<RuleContext, 'commit' | 'subtask'>,
  tests: readonly string[],
): RuleAdvice {
  const others = commit.changes.flatMap(({ path }) => (tests.includes(path) ? [] : [path]))
  const command = splitCommand({ commit, subtask }, [
    { paths: tests, subject: 'test: ...', phase: 'red' },
    { paths: others, subject: 'feat: ...', phase: 'green' },
  ])
  return command === null
    ? {
        text: `Split it: \`${getReset(commit)}\`, then the test files as RED, the code as GREEN.`,
      }
    : { text: `${commit.isPending ? COMMIT_TESTS : 'Split tests and code'}: \`${command}\`.`, commands: [command] }
}
