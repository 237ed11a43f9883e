/** A step of a job, as far as the action asks: the runner's variables and files, and `node <bundle>`. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Job {
  /** The bundled action. */
  readonly bundle: string
  /** The folder of the runner's files and of the run folder. */
  readonly folder: string
  readonly workspace: string
  readonly event: { readonly name: string; readonly payload: unknown }
}

/** Runs one step of it, with neither token nor network. */
export function runStep({ bundle, folder, workspace, event }: Job): SpawnSyncReturns<string> {
  const temp = mkdtempSync(join(folder, 'job-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(temp, name), text)
    return join(temp, name)
  }
  const env = {
    PATH: process.env['PATH'],
    HOME: temp,
    TDD_GATE_CACHE: join(temp, 'cache'),
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: event.name,
    GITHUB_EVENT_PATH: file('event.json', JSON.stringify(event.payload)),
    GITHUB_OUTPUT: file('output', ''),
    GITHUB_STEP_SUMMARY: file('summary', ''),
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_RUN_ID: '9001',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_SERVER_URL: 'file:///nowhere',
    GITHUB_WORKSPACE: workspace,
    RUNNER_TEMP: temp,
  }
  return spawnSync(process.execPath, [bundle], { cwd: workspace, env, encoding: 'utf8' })
}

/** @param base, head commits */
export function pullRequest(base: string, head: string): Job['event'] {
  const repository = { id: 812, full_name: 'acme/shop', default_branch: 'main' }
  const place = (ref: string, sha: string) => ({ ref, sha, repo: { id: repository.id } })
  const pull = { number: 7, base: place('main', base), head: place('work', head) }
  return { name: 'pull_request', payload: { action: 'synchronize', repository, pull_request: pull } }
}
