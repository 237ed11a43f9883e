/**
 * Creates the gate of a process: connects requests of people with their dependencies, and configures the trusted
 * workflows.
 */

import type { GateEvent } from '../../core/model/event.ts'
import { GATE_CHECK } from '../../core/status/checks.ts'
import { toDigest } from '../../evidence/digest.ts'
import { writeTaskRecordText } from '../../evidence/task-record.ts'
import { createEnabledReader } from '../../github/read/organisation/enabled.ts'
import { readExcusers } from '../../github/read/organisation/excusers.ts'
import { cacheOrganisations } from '../../github/read/organisation/organisation.ts'
import { readEnforcement } from '../../github/read/protection/protection.ts'
import { cacheConfigs } from '../../github/read/pull-request/base-config.ts'
import { readContents } from '../../github/read/pull-request/contents.ts'
import { readHeads } from '../../github/read/pull-request/heads.ts'
import { readStart } from '../../github/read/task/start.ts'
import { formatStartHint } from '../../github/read/task/task-record.ts'
import type { AppIdentity, GitHub } from '../../github/routes.ts'
import { startTask } from '../../github/write/start.ts'
import { toTaskBody } from '../../render/gate-report/task-body.ts'
import { answerWith } from './command.ts'
import type { CommandPorts } from './command-context.ts'
import { type ContextOptions, type GateContext, type GateJob, makeContext } from './context.ts'
import { handleEvent } from './handle-event.ts'
import { createOnboarding } from './onboard.ts'

interface GateOptions
  extends Omit<ContextOptions, 'app' | 'handleRequest' | 'readConfig' | 'readOrganisation' | 'locks'> {
  /** Logins of owners whose settings must be readable. */
  readonly organisations: readonly string[]
}

/** Handles one event for the given App. */
export type Gate = (
  github: GitHub,
  job: GateJob,
  surroundings: Pick<GateContext, 'app' | 'locks' | 'record' | 'keepPull'> & Pick<CommandPorts, 'readGaps'>,
) => Promise<readonly GateEvent[]>

export function openGate(options: GateOptions): Gate {
  let opened: GateContext | null = null
  const readOrganisation = cacheOrganisations({ expected: options.organisations })
  const isEnabled = createEnabledReader(readOrganisation)
  const onboard = createOnboarding(readOrganisation, options.workflows)
  const reading = { readOrganisation, readConfig: cacheConfigs(readOrganisation) }
  return (github, job, { app, locks, record, keepPull, readGaps }) => {
    // The App's name is known only after a request to GitHub, with the first event.
    opened ??= makeContext({
      ...options,
      app,
      ...(locks !== undefined && { locks }),
      ...reading,
      handleRequest: answerWith(getPorts(app, readGaps, reading)),
    })
    return handleEvent(github, job, {
      ...opened,
      isEnabled,
      onboard,
      ...(record && { record }),
      ...(keepPull && { keepPull }),
    })
  }
}

/** What stands below the App's part of a task's pull request, on the base. */
const PULL_TEMPLATE = '.github/tdd-gate/pr-body.md'

function getPorts(
  app: AppIdentity,
  readGaps: CommandPorts['readGaps'],
  reading: Required<Pick<GateContext, 'readConfig' | 'readOrganisation'>>,
): CommandPorts {
  const { readConfig } = reading
  return {
    readGaps,
    pullsWithHead: readHeads,
    readIssue: (github, repository, query) =>
      readStart(github, repository, { ...query, app, checkName: GATE_CHECK, readConfig }),
    startTask: async (github, repository, start) => {
      const { plan, issue, base } = start
      const planDigest = toDigest(plan)
      const template = await readContents(github, repository, base.sha, PULL_TEMPLATE)
      const body = { plan, issue, planDigest, subtasks: [], ...(template !== null && { template }) }
      const toBody = (sha: string) => toTaskBody({ ...body, hint: formatStartHint(sha) })
      return startTask(github, repository, { app, start, planDigest, toText: writeTaskRecordText, toBody })
    },
    readExcusers: (github, repository, query) => readExcusers(reading, github, repository, query),
    readEnforcement: (github, repository, branch) =>
      readEnforcement(github, repository, branch, { name: GATE_CHECK, appId: app.id }),
  }
}
