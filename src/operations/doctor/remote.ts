/** Reads the repository of GitHub that the address of a remote names. */
import type { RepositoryName } from '../../github/routes.ts'

/** `https://host/owner/repo.git`, `ssh://git@host/owner/repo`, `git@host:owner/repo.git` */
const REMOTE = /^(?:https?:\/\/|ssh:\/\/)?(?:[^@/\s]+@)?([\w.-]+)(?::\d+)?[/:]([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/
const NAMES_A_HOST = /^(?:https?:|ssh:|[^/\s]+@)/

export function readRemote(url: string): { readonly host: string; readonly repository: RepositoryName } | null {
  const [, host = '', owner = '', repo = ''] = (NAMES_A_HOST.test(url) && REMOTE.exec(url)) || []
  return host === '' ? null : { host, repository: { owner, repo } }
}
