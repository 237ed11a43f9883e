/** Finds the remote that a branch is pushed to, as git would choose it. */
import type { Repository } from './repository.ts'

export interface PushRemote {
  readonly name: string
  /** Where it is read from: it names the repository on GitHub. */
  readonly url: string
}

/**
 * Takes the remote that the configuration of git names for pushes, else that of the base, else `origin`, else the only one.
 * @param base the ref that the branch starts from
 * @returns null without a remote, or where several could be meant
 */
export async function findPushRemote(repository: Repository, base: string): Promise<PushRemote | null> {
  const names = (await repository.run(['remote'])).stdout.toString().split('\n').filter(Boolean)
  const pushDefault = await getSetting(repository, 'remote.pushDefault')
  const [, ofBase = ''] = /^(?:refs\/remotes\/)?([^/]+)\//.exec(base) ?? []
  const candidates = [pushDefault, ofBase, 'origin', names.length === 1 ? names[0] : undefined]
  const name = candidates.find((one) => one !== undefined && names.includes(one))
  return name === undefined ? null : { name, url: await getSetting(repository, `remote.${name}.url`) }
}

/** Returns the setting as it is written; empty without one. */
async function getSetting(repository: Repository, key: string): Promise<string> {
  return (await repository.run(['config', '--get', key])).stdout.toString().trim()
}
