/** Who asks: keys of Apps, tokens of installations, people and jobs. */
import { createPublicKey, randomBytes } from 'node:crypto'
import { decodeJwt, jwtVerify } from 'jose'
import { refuse } from './refusal.ts'
import { ACTIONS_APP_ID } from './state.ts'
import type { App, Caller, Installation, Permissions, Repository, User, World } from './world.ts'

/** Tokens of installations and jobs live for an hour. */
export const TOKEN_SECONDS = 3600
/** GitHub takes no key whose end is further away. */
const MOST_JWT_SECONDS = 600
const CLOCK_SKEW_SECONDS = 60
const UNREADABLE_JWT = 'A JSON web token could not be decoded'

/** @param authorization as the header has it; throws 401 for unknown credentials */
export async function getCaller(world: World, authorization: string | undefined): Promise<Caller> {
  if (authorization === undefined) return { kind: 'anonymous' }
  const [scheme = '', given = ''] = authorization.split(' ')
  const isBasic = scheme.toLowerCase() === 'basic'
  const token = isBasic
    ? Buffer.from(given, 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    : given
  if (token.split('.').length === 3) return { kind: 'app', app: await appOfJwt(world, token) }
  const known = world.tokens.get(token)
  if (known === undefined || known.expiresAt <= Date.now()) refuse(401, 'Bad credentials')
  return known.caller
}

async function appOfJwt(world: World, token: string): Promise<App> {
  const app = world.apps.get(Number(getIssuer(token)))
  if (app === undefined || app.publicKey === '') refuse(401, 'Integration not found')
  const key = createPublicKey(app.publicKey)
  const checked = await jwtVerify(token, key, { algorithms: ['RS256'], clockTolerance: CLOCK_SKEW_SECONDS }).catch(() =>
    refuse(401, UNREADABLE_JWT),
  )
  const { exp = Number.POSITIVE_INFINITY } = checked.payload
  const isTooLong = exp - Date.now() / 1000 > MOST_JWT_SECONDS + CLOCK_SKEW_SECONDS
  if (isTooLong) refuse(401, "'Expiration time' claim ('exp') is too far in the future")
  return app
}

function getIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch {
    return refuse(401, UNREADABLE_JWT)
  }
}

/** A token by which a person asks. */
export function userToken(world: World, user: User): string {
  return remember(world, 'ghp', { kind: 'user', user }, Number.POSITIVE_INFINITY)
}

export interface Narrowed {
  readonly permissions?: Permissions
  /** Null: whatever the installation may reach. */
  readonly repositoryIds?: ReadonlySet<number> | null
}

/** A token of an installation, as narrow as it was asked for. */
export function installationToken(world: World, installation: Installation, narrowed: Narrowed = {}) {
  const { permissions = installation.permissions, repositoryIds = installation.repositoryIds } = narrowed
  const { app } = installation
  const caller: Caller = { kind: 'installation', user: app.bot, app, installation, permissions, repositoryIds }
  const expiresAt = Date.now() + TOKEN_SECONDS * 1000
  return { token: remember(world, 'ghs', caller, expiresAt), caller, expiresAt }
}

/** GITHUB_TOKEN of a job. */
export function jobToken(world: World, { id }: Repository, permissions: Permissions): string {
  const app = world.apps.get(ACTIONS_APP_ID) ?? refuse(500, 'GitHub Actions is missing')
  const caller: Caller = { kind: 'job', user: app.bot, app, permissions, repositoryId: id }
  return remember(world, 'ghs', caller, Date.now() + TOKEN_SECONDS * 1000)
}

function remember(world: World, prefix: string, caller: Caller, expiresAt: number): string {
  const token = `${prefix}_${randomBytes(18).toString('hex')}`
  world.tokens.set(token, { caller, expiresAt })
  return token
}
