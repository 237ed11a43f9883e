/** Decides what hooks let through: an edit, a command, the end of an agent's turn, and a commit message. */

import { STATED_PHASES } from '../evaluate/phase.ts'
import type { FileClass } from '../model/commit.ts'
import type { Decision, WorkUnit } from '../model/finding.ts'
import { list, shellWords } from '../rules/text.ts'

/** `ask`: a person decides, because another step may need it. */
export interface HookVerdict {
  readonly decision: 'allow' | 'ask' | 'deny'
  /** Empty where nothing is refused. */
  readonly reason: string
  /** Of a refused commit message: the command that takes out what belongs into another commit. */
  readonly command?: string
}

export const ALLOW: HookVerdict = { decision: 'allow', reason: '' }
const deny = (reason: string): HookVerdict => ({ decision: 'deny', reason })

export interface FileFacts {
  readonly path: string
  readonly fileClass: FileClass
  /** True for production that RED may change: declarations without behaviour. */
  readonly isStub: boolean
  /** True for a file that may hold code and tests: the gate tells them apart, once they are committed. */
  readonly isBesideTests?: boolean
}

/** An edit that this step cannot commit is a person's decision: a wrong test, say, needs a new RED. */
export function judgeEdit(file: FileFacts, unit: WorkUnit | null): HookVerdict {
  const { path, fileClass, isStub, isBesideTests = false } = file
  if (isBesideTests) return ALLOW
  const askPerson = (why: string): HookVerdict => ({
    decision: 'ask',
    reason: `${why} The present step is ${unit?.phase} ${unit?.subtask ?? ''}: tdd-gate next`,
  })
  if (unit?.action === 'make-tests-pass') {
    if (unit.files.includes(path)) return askPerson(`RED froze ${path}. A wrong test is corrected by a new RED commit.`)
    if (fileClass === 'test') return askPerson(`${path} is a test: GREEN changes production only.`)
  }
  const isCycle = unit?.action === 'make-tests-pass' || unit?.action === 'write-failing-test'
  if (isCycle && fileClass === 'harness')
    return askPerson(`${path} configures test runs: RED and GREEN leave it as it is.`)
  const isEarly = unit?.action === 'write-failing-test' && fileClass === 'production' && !isStub
  return isEarly ? askPerson(`${path} is production: RED changes tests only.`) : ALLOW
}

const SKIPS = /\b(?:git\b[^|;&\n]*\b(?:commit|push)|(?:tdd-gate|gh tdd)\b[^|;&\n]*\bcommit)\b[^|;&\n]*\s--no-verify\b/

/** A command of the agent must skip neither the hooks of git nor the measurement. */
export function judgeCommand(command: string): HookVerdict {
  return SKIPS.test(command) ? deny('--no-verify skips the checks of this repository: leave it out.') : ALLOW
}

/** An agent goes on while its next step is open. A person ends a pause. */
export function judgeStop({ next }: Pick<Decision, 'next'>): HookVerdict {
  if (next === null || next.action === 'wait') return ALLOW
  return deny(`The task is not finished: ${next.title}. Ask for the next step: tdd-gate next`)
}

const OTHER_PHASES = ['perf', 'style', 'chore', 'build', 'ci', 'docs']
const PHASE = /^phase:[ \t]*(\S*)/im

/** A branch that is pushed: its local name and its commit. */
export interface PushedBranch {
  readonly name: string
  readonly sha: string
}

const ZERO = /^0+$/
const HEADS = 'refs/heads/'

/** Reads what git tells `pre-push`: `<local ref> <local id> <remote ref> <remote id>`. Tags and deletions are left out. */
export function readPushed(input: string): readonly PushedBranch[] {
  return input.split('\n').flatMap((line) => {
    const [local = '', sha = '', remote = ''] = line.split(' ')
    if (!remote.startsWith(HEADS) || sha === '' || ZERO.test(sha)) return []
    return [{ name: local.startsWith(HEADS) ? local.slice(HEADS.length) : remote.slice(HEADS.length), sha }]
  })
}

interface MessageFacts {
  readonly message: string
  readonly files: readonly FileFacts[]
  readonly isOnDefaultBranch: boolean
  /** True where each commit has one phase: no request is judged as a whole, and nothing is merged or replayed. */
  readonly isStep?: boolean
  /** Takes the paths after it out of the commit. */
  readonly takeOut?: string
}

const UNSTAGE = 'git restore --staged --'

/** Judges a message by the staged files alone: no test runs. Without a phase, only tests beside code are refused. */
export function judgeMessage(facts: MessageFacts): HookVerdict {
  const { message, files, isOnDefaultBranch, isStep = false, takeOut = UNSTAGE } = facts
  const stated = PHASE.exec(message)?.[1]?.toLowerCase()
  if (stated === undefined) return isStep && !isOnDefaultBranch ? judgeMixed(message, files) : ALLOW
  const known: readonly string[] = [...STATED_PHASES, ...OTHER_PHASES]
  if (!known.includes(stated)) return deny(`Phase: ${stated} is unknown. Write one of ${STATED_PHASES.join(', ')}.`)
  const isRed = stated === 'red' || stated === 'characterize'
  if ((isRed || stated === 'green') && isOnDefaultBranch)
    return deny('This is the default branch. Start a task: tdd-gate start <task>')
  const isWrong = ({ fileClass, isStub, isBesideTests = false }: FileFacts) =>
    isRed ? fileClass === 'production' && !isStub && !isBesideTests : stated === 'green' && fileClass === 'test'
  const wrong = files.filter(isWrong)
  if (wrong.length === 0) return ALLOW
  const paths = wrong.map(({ path }) => path)
  const why = isRed
    ? 'RED changes tests only, and production is staged'
    : 'GREEN leaves tests as RED froze them, and tests are staged'
  const command = `${takeOut} ${shellWords(paths, '<files>')}`
  return { ...deny(`${why}: ${list(paths)}. Take them out: ${command}`), command }
}

/** Types of commits that keep behaviour may change tests and code together, and so may commits for a later rebase. */
const MAY_MIX = /^(?:(?:refactor|perf|style|chore|build|ci|docs)(?:\([^)]*\))?!?:|(?:fixup|squash|amend)! )/

function judgeMixed(message: string, files: readonly FileFacts[]): HookVerdict {
  const tests = files.filter(({ fileClass }) => fileClass === 'test').map(({ path }) => path)
  const code = files.filter(({ fileClass, isStub }) => fileClass === 'production' && !isStub).map(({ path }) => path)
  if (tests.length === 0 || code.length === 0 || MAY_MIX.test(message.trimStart())) return ALLOW
  const first = `${UNSTAGE} ${shellWords(code, '<files>')}`
  return deny(
    `Tests (${list(tests)}) and production (${list(code)}) are staged together. Commit the tests first: ${first}. ` +
      'A refactoring states it: git commit --trailer "Phase: refactor"',
  )
}
