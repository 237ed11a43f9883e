/** What a step does: a script in a shell, or an action: written in JavaScript, composed of steps, or stood in for. */

import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ProcessEnd, runProcess } from '../../support/runner-process.ts'
import { type Action, findAction, getInputs } from './action.ts'
import { fillText, fillTexts } from './expressions.ts'
import { STAND_INS } from './standins/index.ts'
import {
  coalesce,
  createScope,
  getContext,
  getEnvironment,
  type JobState,
  runSteps,
  type Scope,
  type StepEnd,
} from './steps.ts'
import type { StepFile } from './workflow-file.ts'

/** actions/runner ScriptHandlerHelpers; nothing else is on the machine. */
const SHELLS: Readonly<Record<string, string>> = {
  '': 'bash -e {0}',
  bash: 'bash --noprofile --norc -eo pipefail {0}',
  sh: 'sh -e {0}',
  node: 'node {0}',
  python: 'python3 {0}',
}

export function runStep(state: JobState, scope: Scope, step: StepFile, signal: AbortSignal): Promise<StepEnd> {
  return step.run === undefined ? runUses(state, scope, step, signal) : runScript(state, scope, step, signal)
}

async function runScript(state: JobState, scope: Scope, step: StepFile, signal: AbortSignal): Promise<StepEnd> {
  const env = getEnvironment(state, scope, step)
  const context = { ...getContext(state, scope), env }
  const defaults = { ...state.level.workflow.file.defaults?.run, ...state.job.defaults?.run }
  const own = scope.action === null ? defaults : {}
  const shell = fillText(step.shell ?? own.shell ?? '', context)
  const template = SHELLS[shell] ?? shell
  if (!template.includes('{0}'))
    throw new Error(`Invalid shell option. Shell must be a valid built-in (bash, sh) or contain '{0}': ${shell}`)
  const script = join(state.folders.temp, `${randomUUID()}.sh`)
  writeFileSync(script, `${fillText(step.run, context)}\n`)
  const [command = '', ...args] = template.split(' ').map((word) => word.replace('{0}', script))
  const cwd = resolve(
    state.folders.workspace,
    fillText(step['working-directory'] ?? own['working-directory'] ?? '', context),
  )
  const action = scope.action === null ? {} : { GITHUB_ACTION_PATH: scope.action.folder }
  const variables = { ...env, GITHUB_ACTION: step.id ?? '__run', ...action }
  const end = await start(state, { command, args, cwd, env: variables, signal })
  if (end.conclusion === 'failure') state.complain('error', `Process completed with exit code ${end.exitCode}.`)
  return { outcome: end.conclusion, outputs: end.outputs }
}

interface Started {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

async function start(state: JobState, { signal, ...process_ }: Started): Promise<ProcessEnd> {
  const shared = { temp: state.folders.temp, secrets: state.masks, isGroup: true }
  const end = await runProcess({ ...process_, ...shared, ...(signal === undefined ? {} : { signal }) })
  coalesce(state, end)
  return end
}

async function runUses(state: JobState, scope: Scope, step: StepFile, signal: AbortSignal): Promise<StepEnd> {
  const uses = step.uses ?? ''
  const env = getEnvironment(state, scope, step)
  const given = fillTexts(step.with, { ...getContext(state, scope), env })
  const [name = ''] = uses.split('@')
  const standIn = STAND_INS[name]
  if (standIn !== undefined && !state.hub.world.repositories.has(name.toLowerCase())) {
    const known = Object.keys(standIn.inputs)
    warnOfMismatches(state, given, known)
    const end = await standIn.run({ state, env, inputs: { ...standIn.inputs, ...given } })
    return { outcome: 'success', outputs: end }
  }
  const action = await findAction(state, uses)
  warnOfMismatches(state, given, Object.keys(action.file.inputs ?? {}))
  const inputs = getInputs(action, given, getContext(state, scope))
  if (action.file.runs.using === 'composite')
    return runComposite(state, action, inputs, fillTexts(step.env, getContext(state, scope)))
  return runNode(state, { step, action, inputs, env, signal })
}

function warnOfMismatches(state: JobState, given: Readonly<Record<string, string>>, known: readonly string[]): void {
  const mismatches = Object.keys(given).filter(
    (name) => !known.some((each) => each.toLowerCase() === name.toLowerCase()),
  )
  if (mismatches.length === 0) return
  const [names, all] = [mismatches, known].map((list) => list.map((name) => `'${name}'`).join(', '))
  state.complain('warning', `Unexpected input(s) ${names}, valid inputs are [${all}]`)
}

async function runComposite(
  state: JobState,
  { file, folder, repository, ref }: Action,
  inputs: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Promise<StepEnd> {
  const inner = createScope(state, { inputs, folder, repository, ref, env })
  await runSteps(state, inner, file.runs.steps ?? [])
  const values = Object.entries(file.outputs ?? {}).map(([name, output]) => [name, output?.value])
  const outputs = fillTexts(Object.fromEntries(values), getContext(state, inner))
  return { outcome: state.signal.aborted ? 'cancelled' : inner.hasFailed ? 'failure' : 'success', outputs }
}

interface NodeRun {
  readonly step: StepFile
  readonly action: Action
  readonly inputs: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

const NODES = ['node20', 'node24']

/** `pre` runs just before `main` here, where the runner has it before the first step. */
async function runNode(state: JobState, { step, action, inputs, env, signal }: NodeRun): Promise<StepEnd> {
  const { file, folder, repository, ref } = action
  const { using, main = '', pre, post } = file.runs
  if (!NODES.includes(using)) throw new Error(`The runner here knows no '${using}': ${step.uses}`)
  const variables = {
    ...env,
    ...Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]),
    ),
    GITHUB_ACTION: step.id ?? `__${repository.replace('/', '_') || 'self'}`,
    GITHUB_ACTION_PATH: folder,
    GITHUB_ACTION_REF: ref,
    GITHUB_ACTION_REPOSITORY: repository,
  }
  const run = async (path: string, limit?: AbortSignal) => {
    const saved = Object.entries(state.saved.get(step) ?? {}).map(([name, value]) => [`STATE_${name}`, value])
    const all = { ...variables, ...Object.fromEntries(saved) }
    const about = { command: process.execPath, args: [join(folder, path)], cwd: state.folders.workspace, env: all }
    const end = await start(state, { ...about, ...(limit === undefined ? {} : { signal: limit }) })
    state.saved.set(step, { ...state.saved.get(step), ...end.state })
    return end
  }
  if (post !== undefined)
    state.posts.push({
      condition: file.runs['post-if'] ?? 'always()',
      run: async () => (await run(post)).conclusion,
    })
  if (pre !== undefined) await run(pre, signal)
  const end = await run(main, signal)
  return { outcome: end.conclusion, outputs: end.outputs }
}
