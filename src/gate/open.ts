/** The gate of a process: binds requests of people to what they need, and remembers whom evidence is believed from. */
import { GATE_CHECK } from '../core/checks.ts'
import type { GateEvent } from '../core/event.ts'
import { startTask } from '../effects/start.ts'
import { digestOf } from '../evidence/digest.ts'
import { writeTaskRecordText } from '../evidence/task-record.ts'
import { type ReadConfig, rememberConfigs } from '../facts/base-config.ts'
import { readEnforcement } from '../facts/enforcement.ts'
import { readHeads } from '../facts/heads.ts'
import { readStart } from '../facts/start.ts'
import { startHint } from '../facts/task-record.ts'
import { handleLetter } from '../gate.ts'
import type { AppIdentity, GitHub } from '../github.ts'
import { toTaskBody } from '../render/task-body.ts'
import { answerWith } from './command.ts'
import { type ContextOptions, type GateContext, type GateLetter, makeContext } from './context.ts'
import type { CommandPorts } from './desk.ts'

export type GateOptions = Omit<ContextOptions, 'app' | 'handleRequest' | 'readConfig'>

/** One letter, for the App that asks. */
export type Gate = (
  github: GitHub,
  letter: GateLetter,
  surroundings: { readonly app: AppIdentity } & Pick<CommandPorts, 'readGaps'>,
) => Promise<readonly GateEvent[]>

export function openGate(options: GateOptions): Gate {
  let opened: GateContext | null = null
  const readConfig = rememberConfigs()
  return (github, letter, { app, readGaps }) => {
    // The App's name is GitHub's to tell, and known with the first letter only.
    opened ??= makeContext({
      ...{ ...options, app, readConfig },
      handleRequest: answerWith(portsOf(app, readGaps, readConfig)),
    })
    return handleLetter(github, letter, opened)
  }
}

function portsOf(app: AppIdentity, readGaps: CommandPorts['readGaps'], readConfig: ReadConfig): CommandPorts {
  return {
    readGaps,
    pullsWithHead: readHeads,
    readIssue: (github, repository, asked) =>
      readStart(github, repository, { ...asked, app, checkName: GATE_CHECK, readConfig }),
    startTask: (github, repository, start) => {
      const { plan, issue } = start
      const toBody = (sha: string) => toTaskBody({ plan, issue, hint: startHint(sha), subtasks: [] })
      const planDigest = digestOf(plan)
      return startTask(github, repository, { app, start, planDigest, toText: writeTaskRecordText, toBody })
    },
    readEnforcement: (github, repository, branch) =>
      readEnforcement(github, repository, branch, { name: GATE_CHECK, appId: app.id }),
  }
}
