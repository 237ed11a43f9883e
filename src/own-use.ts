/** Knows where this very program comes from: what a workflow must name to use the same code. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readRemote } from './github/servers.ts'

/** Of a clone or an installed package, from `src/` as from `dist/cli/`. */
const TOPS = [new URL('../', import.meta.url), new URL('../../', import.meta.url)].map((url) => fileURLToPath(url))
const SHA = /^[0-9a-f]{40}$/
const TIMEOUT_MS = 10_000

export interface OwnUse {
  /** `owner/repo@<commit>`, or the tag of a release. */
  readonly uses: string
  /** False: as far as this clone knows, its origin does not have the commit. */
  readonly isPushed: boolean
  /** The server of the repository; absent: unknown. */
  readonly host?: string
}

/**
 * @param top the folder of the clone or package; by default the one that this program runs in
 * @returns null: neither a clone with an origin on a server nor the package of a release
 */
export function findOwnUse(top: string = getTop()): OwnUse | null {
  return existsSync(join(top, '.git')) ? readClone(top) : readRelease(top)
}

function getTop(): string {
  return TOPS.find((folder) => existsSync(join(folder, 'package.json'))) ?? ''
}

function readClone(top: string): OwnUse | null {
  const ask = (...words: readonly string[]) => {
    // Without the variables of git: a hook that started us names another repository with them.
    const { PATH, HOME } = process.env
    const options = { env: { PATH, HOME }, timeout: TIMEOUT_MS, encoding: 'utf8' } as const
    return (spawnSync('git', ['-C', top, ...words], options).stdout ?? '').trim()
  }
  const remote = readRemote(ask('remote', 'get-url', 'origin'))
  const sha = ask('rev-parse', '--verify', 'HEAD')
  if (remote === null || !SHA.test(sha)) return null
  const { owner, repo } = remote.repository
  const isPushed = ask('for-each-ref', '--count=1', `--contains=${sha}`, 'refs/remotes/origin') !== ''
  return { uses: `${owner}/${repo}@${sha}`, isPushed, host: remote.host }
}

/** Returns the address of a repository that git clones. */
export const getAddress = ({ uses, host = 'github.com' }: OwnUse): string => `https://${host}/${uses.split('@')[0]}`

/** `scripts/package.ts` writes the tag into the package of a release, and no other. */
function readRelease(top: string): OwnUse | null {
  const file = join(top, 'package.json')
  if (!existsSync(file)) return null
  const { repository, releaseTag } = JSON.parse(readFileSync(file, 'utf8'))
  const remote = readRemote(String(repository?.url ?? '').replace(/^git\+/, ''))
  if (remote === null || typeof releaseTag !== 'string') return null
  const { owner, repo } = remote.repository
  return { uses: `${owner}/${repo}@${releaseTag}`, isPushed: true, host: remote.host }
}
