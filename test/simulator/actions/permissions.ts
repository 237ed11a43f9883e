/** What a job's GITHUB_TOKEN may do: what is declared, what a caller leaves of it, what a fork gets. */
import type { Permissions } from '../world.ts'

type Level = 'none' | 'read' | 'write'

const SCOPES = [
  'actions',
  'attestations',
  'checks',
  'contents',
  'deployments',
  'discussions',
  'id-token',
  'issues',
  'models',
  'packages',
  'pages',
  'pull-requests',
  'repository-projects',
  'security-events',
  'statuses',
] as const
type Scope = (typeof SCOPES)[number]
export type Granted = Readonly<Record<Scope, Level>>

const ORDER: Readonly<Record<Level, number>> = { none: 0, read: 1, write: 2 }
const all = (level: Level): Granted => Object.fromEntries(SCOPES.map((scope) => [scope, level])) as Granted

/** Where no workflow says anything, with the setting that new repositories have. */
export const DEFAULT: Granted = { ...all('none'), contents: 'read', packages: 'read' }

/** @param declared `permissions:` of a job or a workflow; undefined leaves it at `otherwise` */
export function granted(declared: unknown, otherwise: Granted): Granted {
  if (declared === undefined) return otherwise
  if (declared === 'write-all') return all('write')
  // There is nothing to read in an identity.
  if (declared === 'read-all') return { ...all('read'), 'id-token': 'none' }
  return { ...all('none'), ...(declared as Partial<Granted> | null) }
}

/** What a called workflow asks for beyond what its caller has: GitHub does not start it then. */
export function beyond(asked: Granted, allowed: Granted): readonly string[] {
  const scopes = SCOPES.filter((scope) => ORDER[asked[scope]] > ORDER[allowed[scope]])
  return scopes.map((scope) => `'${scope}: ${asked[scope]}', but is only allowed '${scope}: ${allowed[scope]}'`)
}

/** Jobs of a fork's pull request only read. */
export function readOnly(asked: Granted): Granted {
  const levels = SCOPES.map((scope) => [scope, asked[scope] === 'write' ? 'read' : asked[scope]])
  return { ...(Object.fromEntries(levels) as Granted), 'id-token': 'none' }
}

/** As REST names them; identity is no permission there. */
export function toTokenPermissions(asked: Granted): Permissions {
  const named = SCOPES.filter((scope) => scope !== 'id-token' && asked[scope] !== 'none')
  return {
    metadata: 'read',
    ...Object.fromEntries(named.map((scope) => [scope.replaceAll('-', '_'), asked[scope] as 'read' | 'write'])),
  }
}
