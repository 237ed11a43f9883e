/** Knows the addresses of GitHub's servers: github.com, GHE.com and GitHub Enterprise Server. */

const PUBLIC = 'github.com'
/** https://docs.github.com/en/enterprise-cloud@latest/admin/data-residency */
const DATA_RESIDENCY = '.ghe.com'

/** Returns the address of the REST API. @param serverUrl `https://github.com` */
export function getApiUrl(serverUrl: string): string {
  const { protocol, host } = new URL(serverUrl)
  if (host === PUBLIC) return 'https://api.github.com'
  return host.endsWith(DATA_RESIDENCY) ? `${protocol}//api.${host}` : `${protocol}//${host}/api/v3`
}
