/** What an installation grants the App, held against what the App needs: what is missing, and where that is mended. */

/** As `app.yml` asks: `checks` -> `write`, and the webhooks. */
export interface Needs {
  readonly permissions: Readonly<Record<string, string>>
  readonly events: readonly string[]
}

export interface Installation extends Needs {
  /** ISO 8601; null while it is in use. */
  readonly suspendedAt: string | null
  /** The address at which who administers the account configures it. */
  readonly page: string
}

export interface InstallationGap {
  readonly about: 'suspended' | 'permission' | 'event'
  readonly message: string
  readonly suggestion: string
}

/** What is missing, or why nobody knows. */
export type InstallationReport = { readonly gaps: readonly InstallationGap[] } | { readonly unread: string }

/** https://docs.github.com/en/rest/apps/apps: each level includes those before it. */
const LEVELS = ['read', 'write', 'admin']

/** @returns what is missing, most important first; empty when all that is needed is granted; what is beyond it is no gap */
export function installationGaps(needs: Needs, installation: Installation): readonly InstallationGap[] {
  return [...suspensionGaps(installation), ...permissionGaps(needs, installation), ...eventGaps(needs, installation)]
}

function suspensionGaps({ suspendedAt, page }: Installation): readonly InstallationGap[] {
  if (suspendedAt === null) return []
  const message = `the installation is suspended since ${suspendedAt}: the App can do nothing`
  return [{ about: 'suspended', message, suggestion: `Who administers the account ends that at ${page}` }]
}

function permissionGaps({ permissions }: Needs, { permissions: granted, page }: Installation): InstallationGap[] {
  return Object.entries(permissions).flatMap(([name, needed]) => {
    const level = Object.hasOwn(granted, name) ? (granted[name] ?? '') : ''
    if (LEVELS.indexOf(level) >= LEVELS.indexOf(needed)) return []
    const instead = level === '' ? '' : `, only \`${level}\``
    const message = `\`${name}: ${needed}\` is not granted${instead}`
    return [{ about: 'permission', message, suggestion: fix('asks for it', page) }]
  })
}

function eventGaps({ events }: Needs, { events: sent, page }: Installation): InstallationGap[] {
  const missing = events.filter((event) => !sent.includes(event))
  return missing.map((event) => ({
    about: 'event',
    message: `\`${event}\` is not sent: what it tells is seen late, or never`,
    suggestion: fix('subscribes to it', page),
  }))
}

/** GitHub does not tell whether the App does not ask, or the account has not accepted. */
function fix(asks: string, page: string): string {
  return `The owner of the App ${asks} in its settings, Permissions & events; who administers the account accepts it at ${page}`
}
