/** Who may use the set-up: whoever sits at this machine, or has its key (`key.ts`). Every page that a browser shows can send requests to it too. */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

const READS = ['GET', 'HEAD']
/** A page of our own, or no page at all: an address that somebody typed. */
const OWN_SITES = ['same-origin', 'none']

/**
 * @param ownName the host it was told to listen at
 * @returns why it is not answered; null: it is
 */
export function getStranger({ method = '', headers }: IncomingMessage, ownName: string): string | null {
  const host = URL.parse(`http://${headers.host}`)
  // A name of somebody's own may lead to this machine; a number and `localhost` cannot be made to.
  if (host === null || !isLocal(host.hostname, ownName))
    return 'The set-up is reached as localhost, or by the number of its machine: from elsewhere, ssh -L 3000:localhost:3000 <host>'
  if (READS.includes(method)) return null
  const { origin, 'sec-fetch-site': site } = headers
  const isOwn = origin === undefined || URL.parse(origin)?.host === host.host
  return isOwn && (site === undefined || OWN_SITES.includes(String(site)))
    ? null
    : 'This was sent by a page of another site. Nothing was changed.'
}

function isLocal(name: string, ownName: string): boolean {
  const bare = name.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) !== 0 || /(?:^|\.)localhost$/.test(bare) || bare === ownName.toLowerCase()
}
