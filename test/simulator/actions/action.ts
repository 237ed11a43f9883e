/** Actions: found in the workspace or on the local GitHub, and read. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { type Context, fillText } from './expressions.ts'
import { findRef, git } from './git.ts'
import type { JobState } from './steps.ts'
import type { StepFile } from './workflow-file.ts'

export interface ActionFile {
  readonly inputs?: Readonly<Record<string, { readonly default?: unknown; readonly required?: boolean } | null>>
  readonly outputs?: Readonly<Record<string, { readonly value?: string } | null>>
  readonly runs: {
    readonly using: string
    readonly main?: string
    readonly pre?: string
    readonly post?: string
    readonly 'post-if'?: string
    readonly steps?: readonly StepFile[]
  }
}

export interface Action {
  readonly file: ActionFile
  readonly folder: string
  /** Empty for actions of the workspace. */
  readonly repository: string
  readonly ref: string
}

const REMOTE = /^([\w.-]+\/[\w.-]+)((?:\/[^@]+)?)@(.+)$/
const run = promisify(execFile)

/** @throws Error in the runner's words where there is none */
export async function findAction(state: JobState, uses: string): Promise<Action> {
  if (uses.startsWith('./')) {
    const folder = resolve(state.folders.workspace, uses)
    return { file: readAction(folder), folder, repository: '', ref: '' }
  }
  const [, name = '', path = '', ref = ''] = REMOTE.exec(uses) ?? []
  const repository = state.hub.world.repositories.get(name.toLowerCase())
  const found = repository === undefined ? null : await findRef(repository.folder, ref)
  if (repository === undefined || found === null)
    throw new Error(`Unable to resolve action ${uses}, repository or version not found`)
  const folder = join(state.folders.actions, name, ref)
  if (!existsSync(folder)) await unpack(repository.folder, found.sha, folder)
  return { file: readAction(join(folder, path)), folder: join(folder, path), repository: name, ref }
}

async function unpack(bare: string, sha: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const archive = `${folder}.tar`
  await git(bare, 'archive', '--format=tar', `--output=${archive}`, sha)
  await run('tar', ['xf', archive, '-C', folder])
}

function readAction(folder: string): ActionFile {
  const path = ['action.yml', 'action.yaml'].map((name) => join(folder, name)).find(existsSync)
  if (path === undefined)
    throw new Error(
      `Can't find 'action.yml', 'action.yaml' or 'Dockerfile' under '${folder}'. Did you forget to run actions/checkout before running your local action?`,
    )
  return parse(readFileSync(path, 'utf8')) as ActionFile
}

/** Given inputs, else the defaults of action.yml; an input without either is empty. */
export function getInputs(
  { file }: Action,
  given: Readonly<Record<string, string>>,
  context: Context,
): Readonly<Record<string, string>> {
  const defaults = Object.entries(file.inputs ?? {}).map(([name, input]) => [name, fillText(input?.default, context)])
  return { ...Object.fromEntries(defaults), ...given }
}
