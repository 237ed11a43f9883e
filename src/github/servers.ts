/** Knows the addresses of GitHub's servers: github.com, GHE.com and GitHub Enterprise Server. */
import type { RepositoryName } from './routes.ts'

const PUBLIC = 'github.com'
/** https://docs.github.com/en/enterprise-cloud@latest/admin/data-residency */
const DATA_RESIDENCY = '.ghe.com'

/** Returns the address of the REST API. @param serverUrl `https://github.com` */
export function getApiUrl(serverUrl: string): string {
  const { protocol, host } = new URL(serverUrl)
  if (host === PUBLIC) return 'https://api.github.com'
  return host.endsWith(DATA_RESIDENCY) ? `${protocol}//api.${host}` : `${protocol}//${host}/api/v3`
}

/** `https://host/owner/repo.git`, `ssh://git@host/owner/repo`, `git@host:owner/repo.git` */
const REMOTE = /^(?:https?:\/\/|ssh:\/\/)?(?:[^@/\s]+@)?([\w.-]+)(?::\d+)?[/:]([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/
const NAMES_A_HOST = /^(?:https?:|ssh:|[^/\s]+@)/

/** Reads the repository of GitHub that the address of a remote names. */
export function readRemote(url: string): { readonly host: string; readonly repository: RepositoryName } | null {
  const [, host = '', owner = '', repo = ''] = (NAMES_A_HOST.test(url) && REMOTE.exec(url)) || []
  return host === '' ? null : { host, repository: { owner, repo } }
}
