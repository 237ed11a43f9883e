/** Compares the permissions of an installation with what the App needs, and names the fix for each gap. */
import { type Suggestion, suggest } from '../model/suggestion.ts'
import { statusTexts } from './texts.ts'

/** From `app.yml`: `checks` -> `write`, and the webhooks. */
export interface Needs {
  readonly permissions: Readonly<Record<string, string>>
  readonly events: readonly string[]
}

export interface Installation extends Needs {
  /** ISO 8601; null unless suspended. */
  readonly suspendedAt: string | null
  /** The address where an administrator of the account configures it. */
  readonly page: string
}

export interface InstallationGap {
  readonly message: string
  readonly suggestion: Suggestion
}

/** The missing permissions, or why they are unknown. */
export type InstallationReport = { readonly gaps: readonly InstallationGap[] } | { readonly unread: string }

/** https://docs.github.com/en/rest/apps/apps: each level includes the lower ones. */
const LEVELS = ['read', 'write', 'admin']

/**
 * Lists gaps.
 * @returns the missing permissions, most important first; empty when all needed ones are granted
 */
export function installationGaps(needs: Needs, installation: Installation): readonly InstallationGap[] {
  return [...suspensionGaps(installation), ...permissionGaps(needs, installation), ...eventGaps(needs, installation)]
}

function suspensionGaps({ suspendedAt, page }: Installation): readonly InstallationGap[] {
  if (suspendedAt === null) return []
  const message = statusTexts.suspended(suspendedAt)
  const suggestion = suggest(statusTexts.liftSuspension(page))
  return [{ message, suggestion }]
}

function permissionGaps({ permissions }: Needs, { permissions: granted, page }: Installation): InstallationGap[] {
  return Object.entries(permissions).flatMap(([name, needed]) => {
    const level = Object.hasOwn(granted, name) ? (granted[name] ?? '') : ''
    if (LEVELS.indexOf(level) >= LEVELS.indexOf(needed)) return []
    const instead = level === '' ? '' : `, only \`${level}\``
    const message = statusTexts.notGranted(name, needed, instead)
    return [{ message, suggestion: fix('asks for it', page) }]
  })
}

function eventGaps({ events }: Needs, { events: sent, page }: Installation): InstallationGap[] {
  const missing = events.filter((event) => !sent.includes(event))
  return missing.map((event) => ({
    message: statusTexts.eventNotSent(event),
    suggestion: fix('subscribes to it', page),
  }))
}

/** Names both fixes: GitHub does not show whether the App did not request it, or the account has not accepted it. */
function fix(asks: string, page: string): Suggestion {
  return suggest(statusTexts.acceptPermission(asks, page))
}
