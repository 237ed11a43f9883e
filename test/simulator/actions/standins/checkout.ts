/**
 * `actions/checkout` v7: real git over HTTP with the job's token. Left out: submodules, LFS, sparse checkouts, filters,
 * SSH, tags that are not asked for with all history, the refusal of forks' code on `pull_request_target`; credentials that
 * are kept stand in the checkout's own configuration, where v6 and later keep them in a file of RUNNER_TEMP.
 */
import { mkdirSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { git } from '../git.ts'
import type { StandIn, StandInStep } from './index.ts'

const COMMIT = /^[0-9a-f]{40}$/
const CHECKED_OUT = 'refs/remotes/checkout'

export const checkout: StandIn = {
  inputs: {
    repository: '',
    ref: '',
    token: '',
    path: '',
    'fetch-depth': '1',
    'persist-credentials': 'true',
    clean: 'true',
    'fetch-tags': 'false',
    'show-progress': 'true',
    'set-safe-directory': 'true',
  },
  run: checkOut,
}

async function checkOut({ state, inputs }: StandInStep): Promise<Readonly<Record<string, string>>> {
  const { trigger } = state.flight
  const { url } = state.hub.world
  const repository = inputs['repository'] || trigger.repository.fullName
  const isOwn = repository.toLowerCase() === trigger.repository.fullName.toLowerCase()
  const folder = getPlace(state.folders.workspace, inputs['path'] ?? '')
  const header = `http.${url}/.extraheader=AUTHORIZATION: basic ${basic(inputs['token'] || state.token)}`
  const own = (...args: readonly string[]) => git(folder, '-c', header, ...args)
  await own('init', '--quiet', '--initial-branch=main')
  await own('remote', 'add', 'origin', `${url}/${repository}`)
  const wanted = inputs['ref'] || (isOwn ? trigger.sha : 'HEAD')
  const ref = inputs['ref'] || (isOwn ? trigger.ref : 'HEAD')
  const commit = COMMIT.test(wanted) ? wanted : await resolveRef(own, wanted)
  const depth = Number(inputs['fetch-depth'])
  const tags = inputs['fetch-tags'] === 'true' || depth === 0 ? ['+refs/tags/*:refs/tags/*'] : []
  const branches = depth === 0 ? ['+refs/heads/*:refs/remotes/origin/*'] : []
  const extent = depth === 0 ? [] : [`--depth=${depth}`]
  await own('fetch', '--quiet', '--no-tags', ...extent, 'origin', ...branches, ...tags, `+${commit}:${CHECKED_OUT}`)
  const branch = getBranch(ref)
  if (branch === null) await own('checkout', '--quiet', '--force', '--detach', CHECKED_OUT)
  else await own('checkout', '--quiet', '--force', '-B', branch, CHECKED_OUT)
  if (inputs['persist-credentials'] === 'true')
    await own('config', `http.${url}/.extraheader`, `AUTHORIZATION: basic ${basic(inputs['token'] || state.token)}`)
  state.masks.push(basic(inputs['token'] || state.token))
  return { ref: inputs['ref'] || ref, commit: await own('rev-parse', 'HEAD') }
}

const basic = (token: string) => Buffer.from(`x-access-token:${token}`).toString('base64')
const getBranch = (ref: string) => (ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null)

function getPlace(workspace: string, path: string): string {
  const folder = resolve(workspace, path)
  if (folder !== workspace && !folder.startsWith(workspace + sep))
    throw new Error(`Repository path '${folder}' is not under '${workspace}'`)
  mkdirSync(folder, { recursive: true })
  return folder
}

/** A full ref, else a branch, else a tag. */
async function resolveRef(own: (...args: readonly string[]) => Promise<string>, name: string): Promise<string> {
  const candidates = name === 'HEAD' || name.startsWith('refs/') ? [name] : [`refs/heads/${name}`, `refs/tags/${name}`]
  for (const ref of candidates) {
    const [line = ''] = (await own('ls-remote', 'origin', `${ref}^{}`, ref))
      .split('\n')
      .toSorted((a, b) => b.length - a.length)
    const [sha = ''] = line.split('\t')
    if (sha !== '') return sha
  }
  throw new Error(`A branch or tag with the name '${name}' could not be found`)
}
