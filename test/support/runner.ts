/** Runs an action as GitHub's runner runs a step: that environment and no other, those files, `node <main of action.yml>`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { COMPILED } from './compiled.ts'
import { getFolder } from './folder.ts'
import { jobVariables, type ProcessEnd, runProcess, type StepProcess } from './runner-process.ts'

/** The value of `github.token` in every job here. */
export const JOB_TOKEN = 'ghs_jobtoken0123456789abcdefghijklmnopqrst'

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
  readonly onOutput?: NonNullable<StepProcess['onOutput']>
}

export interface StepEnd extends ProcessEnd {
  readonly workspace: string
  readonly temp: string
}

interface Manifest {
  readonly inputs?: Readonly<Record<string, { readonly default?: unknown; readonly required?: boolean } | null>>
  readonly runs: { readonly using: string; readonly main: string }
}

export async function runAction(step: Step): Promise<StepEnd> {
  const workspace = step.workspace ?? getFolder({})
  const temp = step.temp ?? getFolder({})
  const manifest: Manifest = parse(readFileSync(join(step.action, 'action.yml'), 'utf8'))
  if (manifest.runs.using !== 'node24') throw new Error(`The runner would use ${manifest.runs.using}.`)
  const variables = getVariables(step, { workspace, temp })
  const ended = await runProcess({
    command: process.execPath,
    args: [resolve(step.action, manifest.runs.main)],
    cwd: workspace,
    temp,
    env: { ...COMPILED, ...variables, ...getInputs(manifest, step, variables), ...step.env },
    secrets: [JOB_TOKEN],
    ...(step.onOutput === undefined ? {} : { onOutput: step.onOutput }),
  })
  return { ...ended, workspace, temp }
}

/** actions/runner GitHubContext.cs and RunnerContext, with the values of one imagined job. */
function getVariables(
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
    WORKSPACE: workspace,
  }
  return { ...jobVariables(github, runner), HOME: process.env['HOME'] ?? '' }
}

/** Defaults of action.yml, then what the workflow gives: names in capitals, blanks as `_`; everything else as it is. */
function getInputs({ inputs = {} }: Manifest, step: Step, variables: Readonly<Record<string, string>>) {
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
