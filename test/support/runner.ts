/** Runs an action as GitHub's runner runs a step: that environment and no other, those files, `node <main of action.yml>`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parse } from 'yaml'
import { folderOf } from './folder.ts'
import { type Annotation, createLogReader, MAX_SUMMARY_BYTES, mask, parseFileCommand } from './runner-commands.ts'

/** What `github.token` is in every job here. */
export const JOB_TOKEN = 'ghs_jobtoken0123456789abcdefghijklmnopqrst'
/** A cancelled job: SIGINT, SIGTERM after this, SIGKILL after the next. */
const CANCEL_MS = { terminate: 7_500, kill: 2_500 }

export interface Step {
  /** The folder with action.yml. */
  readonly action: string
  readonly with?: Readonly<Record<string, string>>
  readonly event?: { readonly name: string; readonly payload: unknown }
  /** Further variables, or others in place of those the runner sets; undefined takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** A fresh folder when not named. */
  readonly workspace?: string
  readonly temp?: string
  /** Called with all output so far whenever there is more. */
  readonly onOutput?: (text: string, job: { readonly cancel: () => void; readonly child: ChildProcess }) => void
}

export interface StepEnd {
  readonly exitCode: number | null
  readonly conclusion: 'success' | 'failure' | 'cancelled'
  readonly outputs: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
  readonly state: Readonly<Record<string, string>>
  readonly path: readonly string[]
  readonly annotations: readonly Annotation[]
  /** The text of the job's summary; empty when it was too large and thrown away. */
  readonly summary: string
  readonly log: string
  readonly masked: readonly string[]
  readonly deprecated: readonly string[]
  /** Everything the process wrote, before the runner touched it. */
  readonly raw: string
  readonly workspace: string
  readonly temp: string
}

interface Manifest {
  readonly inputs?: Readonly<Record<string, { readonly default?: unknown; readonly required?: boolean } | null>>
  readonly runs: { readonly using: string; readonly main: string }
}

const FILES = ['OUTPUT', 'ENV', 'PATH', 'STATE', 'STEP_SUMMARY'] as const

export async function runAction(step: Step): Promise<StepEnd> {
  const workspace = step.workspace ?? folderOf({})
  const temp = step.temp ?? folderOf({})
  const manifest: Manifest = parse(readFileSync(join(step.action, 'action.yml'), 'utf8'))
  if (manifest.runs.using !== 'node24') throw new Error(`The runner would use ${manifest.runs.using}.`)
  const commands = join(temp, '_runner_file_commands')
  mkdirSync(commands, { recursive: true })
  const files = Object.fromEntries(FILES.map((name) => [name, join(commands, `${name.toLowerCase()}_1`)]))
  for (const path of Object.values(files)) writeFileSync(path, '')
  const variables = { ...variablesOf(step, { workspace, temp }), ...prefixed(files) }
  const env = { ...variables, ...inputsOf(manifest, step, variables), ...step.env }
  const ended = await start(resolve(step.action, manifest.runs.main), env, workspace, step)
  return { ...conclude(ended, files), workspace, temp }
}

const prefixed = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, path]) => [`GITHUB_${name}`, path]))

/** actions/runner GitHubContext.cs and RunnerContext, with the values of one imagined job. */
function variablesOf(
  { action, event }: Step,
  { workspace, temp }: { readonly workspace: string; readonly temp: string },
) {
  const eventPath = join(temp, '_github_workflow', 'event.json')
  mkdirSync(join(temp, '_github_workflow'), { recursive: true })
  writeFileSync(eventPath, JSON.stringify(event?.payload ?? {}))
  const github = {
    ACTION: '__self',
    ACTION_PATH: resolve(action),
    ACTION_REF: '',
    ACTION_REPOSITORY: '',
    ACTOR: 'octocat',
    ACTOR_ID: '583231',
    API_URL: 'https://api.github.com',
    BASE_REF: '',
    EVENT_NAME: event?.name ?? 'push',
    EVENT_PATH: eventPath,
    GRAPHQL_URL: 'https://api.github.com/graphql',
    HEAD_REF: '',
    JOB: 'gate',
    REF: 'refs/heads/work',
    REF_NAME: 'work',
    REF_PROTECTED: 'false',
    REF_TYPE: 'branch',
    REPOSITORY: 'acme/shop',
    REPOSITORY_ID: '812',
    REPOSITORY_OWNER: 'acme',
    REPOSITORY_OWNER_ID: '4242',
    RETENTION_DAYS: '90',
    RUN_ATTEMPT: '1',
    RUN_ID: '9001',
    RUN_NUMBER: '17',
    SERVER_URL: 'https://github.com',
    SHA: 'e'.repeat(40),
    TRIGGERING_ACTOR: 'octocat',
    WORKFLOW: 'tdd-gate',
    WORKFLOW_REF: 'acme/shop/.github/workflows/tdd-gate.yml@refs/heads/work',
    WORKFLOW_SHA: 'e'.repeat(40),
    WORKSPACE: workspace,
  }
  const runner = {
    ARCH: 'X64',
    ENVIRONMENT: 'github-hosted',
    NAME: 'GitHub Actions 2',
    OS: 'Linux',
    TEMP: temp,
    TOOL_CACHE: temp,
  }
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    LANG: 'C.UTF-8',
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    ...prefixed(github),
    ...Object.fromEntries(Object.entries(runner).map(([name, value]) => [`RUNNER_${name}`, value])),
    RUNNER_WORKSPACE: workspace,
  }
}

/** Defaults of action.yml, then what the workflow gives: names in capitals, blanks as `_`; everything else as it is. */
function inputsOf({ inputs = {} }: Manifest, step: Step, variables: Readonly<Record<string, string>>) {
  const defaults = Object.entries(inputs).map(([name, input]) => [
    name,
    evaluate(String(input?.default ?? ''), variables),
  ])
  const given: Record<string, string> = { ...Object.fromEntries(defaults), ...step.with }
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]),
  )
}

/** `${{ github.token }}` and other plain properties of `github` and `runner`; there are no others in defaults here. */
function evaluate(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{\s*(.+?)\s*\}\}/g, (_, expression: string) => {
    if (expression === 'github.token') return JOB_TOKEN
    const value = variables[expression.replace('.', '_').toUpperCase()]
    if (value === undefined) throw new Error(`The harness does not know the expression ${expression}.`)
    return value
  })
}

interface Ended {
  readonly exitCode: number | null
  readonly isCancelled: boolean
  readonly raw: string
  readonly reader: ReturnType<typeof createLogReader>
}

function start(
  main: string,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
  step: Step,
): Promise<Ended> {
  const child = spawn(process.execPath, [main], { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const reader = createLogReader([JOB_TOKEN])
  const timers: NodeJS.Timeout[] = []
  let raw = ''
  let isCancelled = false
  const cancel = () => {
    if (isCancelled) return
    isCancelled = true
    child.kill('SIGINT')
    timers.push(setTimeout(() => child.kill('SIGTERM'), CANCEL_MS.terminate))
    timers.push(setTimeout(() => child.kill('SIGKILL'), CANCEL_MS.terminate + CANCEL_MS.kill))
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      raw += bytes.toString()
      step.onOutput?.(raw, { cancel, child })
    })
    createInterface({ input: stream, crlfDelay: Infinity }).on('line', reader.add)
  }
  return new Promise((resolve_, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode) => {
      for (const timer of timers) clearTimeout(timer)
      resolve_({ exitCode, isCancelled, raw, reader })
    })
  })
}

function conclude({ exitCode, isCancelled, raw, reader }: Ended, files: Readonly<Record<string, string>>) {
  const read = (name: (typeof FILES)[number]) => readFileSync(files[name] ?? '', 'utf8')
  const complaints: string[] = []
  const pairsOf = (name: 'OUTPUT' | 'ENV' | 'STATE') => {
    try {
      return parseFileCommand(read(name))
    } catch (error) {
      complaints.push(
        `Unable to process file command '${name.toLowerCase()}' successfully. ${(error as Error).message}`,
      )
      return {}
    }
  }
  const [outputs, env, state] = [pairsOf('OUTPUT'), pairsOf('ENV'), pairsOf('STATE')]
  const hasFailed = exitCode !== 0 || complaints.length > 0
  const summary = read('STEP_SUMMARY')
  const isTooLarge = Buffer.byteLength(summary) > MAX_SUMMARY_BYTES
  if (isTooLarge) complaints.push('$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of 1024k')
  for (const complaint of complaints) reader.add(`::error::${complaint}`)
  const { log, annotations, masked, deprecated } = reader.end()
  return {
    exitCode,
    conclusion: isCancelled ? ('cancelled' as const) : hasFailed ? ('failure' as const) : ('success' as const),
    outputs,
    env,
    state,
    path: read('PATH')
      .split('\n')
      .filter((line) => line !== ''),
    annotations,
    summary: isTooLarge ? '' : mask(summary, masked),
    log,
    masked,
    deprecated,
    raw,
  }
}
