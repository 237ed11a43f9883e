/**
 * Decides who may use the set-up: people at this machine, or with its key (`key.ts`). Every web page in a browser can
 * send requests to it too.
 */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

const READS = ['GET', 'HEAD']
/** The set-up's own pages, or an address that was typed. */
const OWN_SITES = ['same-origin', 'none']

/** Returns the reason for a refusal; null: the request is allowed. @param ownName the configured host */
export function findRefusal({ method = '', headers }: IncomingMessage, ownName: string): string | null {
  const host = URL.parse(`http://${headers.host}`)
  // A foreign DNS name may resolve to this machine; numbers and `localhost` cannot.
  if (host === null || !isLocal(host.hostname, ownName))
    return 'Open the set-up as localhost, or by the IP address of its machine. From another machine: ssh -L 3000:localhost:3000 <host>'
  if (READS.includes(method)) return null
  const { origin, 'sec-fetch-site': site } = headers
  const isOwn = origin === undefined || URL.parse(origin)?.host === host.host
  return isOwn && (site === undefined || OWN_SITES.includes(String(site)))
    ? null
    : 'A page of another site sent this request. Nothing was changed.'
}

function isLocal(name: string, ownName: string): boolean {
  const bare = name.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) !== 0 || /(?:^|\.)localhost$/.test(bare) || bare === ownName.toLowerCase()
}
