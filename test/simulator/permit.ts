/** Who may ask what: permissions of Apps and jobs route by route, roles of people. */

import { isAtLeast, type Role } from '../../src/core/model/maintainer-decision.ts'
import { PERMISSIONS } from '../../src/github/routes.ts'
import { PEOPLE } from './people.ts'
import { notFound, refuse } from './refusal.ts'
import type { Route } from './route.ts'
import { getRole } from './state.ts'
import type { Caller, Permissions, Repository } from './world.ts'

type Needs = Readonly<Record<string, 'read' | 'write'>>
const NEEDS: Partial<Record<Route, Needs>> = { ...PEOPLE, ...PERMISSIONS }
const LEVELS = ['read', 'write', 'admin']
/** As GitHub words it for everything that a token was not granted. */
export const NOT_ACCESSIBLE = 'Resource not accessible by integration'

/** What people need where reading and writing do not tell. */
const ROLES: Partial<Record<Route, Role>> = {
  'GET /repos/{owner}/{repo}/collaborators/{username}/permission': 'write',
  'POST /repos/{owner}/{repo}/issues': 'read',
  'PATCH /repos/{owner}/{repo}/issues/{issue_number}': 'read',
  'POST /repos/{owner}/{repo}/issues/{issue_number}/comments': 'read',
  'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}': 'read',
  'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}': 'read',
  'POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions': 'read',
  'POST /repos/{owner}/{repo}/issues/{issue_number}/labels': 'triage',
  'DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}': 'triage',
  'POST /repos/{owner}/{repo}/issues/{issue_number}/sub_issues': 'triage',
  'POST /repos/{owner}/{repo}/pulls': 'read',
  'PATCH /repos/{owner}/{repo}/pulls/{pull_number}': 'read',
}
/** Only Apps write these, whatever a person's role is. */
const APPS_ONLY = ['POST /repos/{owner}/{repo}/check-runs', 'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}']

export interface Aim {
  readonly route: Route
  readonly repository: Repository
  /** What an issue route aims at: pull requests have a permission of their own. */
  readonly isPull: boolean | null
}

/** Throws the answer of GitHub to a request without permission. */
export function permit(caller: Caller, { route, repository, isPull }: Aim): void {
  const needs = getNeeds(route, isPull)
  if (caller.kind === 'app') permitKey(route)
  else if (caller.kind === 'anonymous') permitAnybody(repository, needs)
  else if (caller.kind === 'user') permitPerson(getRole(repository, caller.user), route, needs)
  else permitToken(repository, caller, needs)
}

/** On an issue a permission for pull requests does not help, and the other way round. */
function getNeeds(route: Route, isPull: boolean | null): Needs {
  const needs = NEEDS[route] ?? {}
  const access = needs['issues'] ?? needs['pull_requests']
  if (isPull === null || access === undefined || !route.includes('/issues')) return needs
  return isPull ? { pull_requests: access } : { issues: access }
}

/** With its key an App asks about itself, and where it is installed. */
function permitKey(route: Route): void {
  if (route !== 'GET /repos/{owner}/{repo}/installation') refuse(403, NOT_ACCESSIBLE)
}

function permitAnybody(repository: Repository, needs: Needs): void {
  if (repository.isPrivate) notFound()
  if (Object.values(needs).includes('write')) refuse(401, 'Requires authentication')
}

function roleFor(needs: Needs): Role {
  if (needs['administration'] !== undefined) return 'admin'
  return Object.values(needs).includes('write') ? 'write' : 'read'
}

function permitPerson(role: Role, route: Route, needs: Needs): void {
  if (APPS_ONLY.includes(route)) refuse(403, 'You must authenticate via a GitHub App.')
  const needed = ROLES[route] ?? roleFor(needs)
  if (role === 'none') notFound()
  if (isAtLeast(role, needed)) return
  refuse(
    403,
    needed === 'admin' ? 'Must have admin rights to Repository.' : `Must have ${needed} access to Repository.`,
  )
}

function permitToken(repository: Repository, caller: Caller & { kind: 'job' | 'installation' }, needs: Needs): void {
  const isReached = reaches(caller, repository)
  if (!isReached && repository.isPrivate) notFound()
  const isPublicRead = !repository.isPrivate && !Object.values(needs).includes('write')
  const isGranted =
    isReached && Object.entries(needs).every(([name, access]) => grants(caller.permissions, name, access))
  if (!isGranted && !(isPublicRead && !isReached)) refuse(403, NOT_ACCESSIBLE)
}

/** Whether the token was made for this repository. */
export function reaches(caller: Caller & { kind: 'job' | 'installation' }, repository: Repository): boolean {
  if (caller.kind === 'job') return caller.repositoryId === repository.id
  const isOfAccount = caller.installation.account === repository.owner
  return isOfAccount && (caller.repositoryIds === null || caller.repositoryIds.has(repository.id))
}

/** `metadata: read` goes with every token. */
export function grants(permissions: Permissions, name: string, access: 'read' | 'write'): boolean {
  const granted = permissions[name] ?? (name === 'metadata' ? 'read' : '')
  return LEVELS.indexOf(granted) >= LEVELS.indexOf(access)
}

/** Returns whether a person may push, or write in other ways than by a route. */
export function mayWrite(caller: Caller, repository: Repository): boolean {
  if (caller.kind === 'user') return isAtLeast(getRole(repository, caller.user), 'write')
  if (caller.kind !== 'job' && caller.kind !== 'installation') return false
  return reaches(caller, repository) && grants(caller.permissions, 'contents', 'write')
}

/** Returns whether a person may clone. */
export function mayRead(caller: Caller, repository: Repository): boolean {
  if (!repository.isPrivate) return true
  if (caller.kind === 'user') return isAtLeast(getRole(repository, caller.user), 'read')
  if (caller.kind !== 'job' && caller.kind !== 'installation') return false
  return reaches(caller, repository) && grants(caller.permissions, 'contents', 'read')
}
