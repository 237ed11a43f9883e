/** Apps, as themselves: their installations, tokens and deliveries. */
import { installationToken } from '../auth.ts'
import type { Deliveries, Delivery } from '../deliveries.ts'
import { paged } from '../paged.ts'
import { notFound, refuse } from '../refusal.ts'
import { type Asked, created, type Handlers, ok } from '../route.ts'
import { appShape, installationShape } from '../shapes/people.ts'
import { repositoryShape } from '../shapes/repository.ts'
import type { App, Caller, Installation, Permissions, Repository, World } from '../world.ts'

const UNREADABLE = 'A JSON web token could not be decoded'

export function apps(deliveries: Deliveries): Handlers {
  return {
    'GET /app': ({ world, caller }) => {
      const app = demandApp(caller)
      return ok({ ...appShape(world, app), installations_count: getInstallations(world, app).length })
    },
    'GET /app/installations': (asked) =>
      paged(asked, getInstallations(asked.world, demandApp(asked.caller)), (each) =>
        installationShape(asked.world, each),
      ),
    'GET /app/installations/{installation_id}': ({ world, caller, parameters }) =>
      ok(installationShape(world, findInstallation(world, caller, parameters.installation_id))),
    'POST /app/installations/{installation_id}/access_tokens': createToken,
    'GET /repos/{owner}/{repo}/installation': ({ world, caller, repository }) => {
      const found = getInstallations(world, demandApp(caller)).find((each) => isInstalled(each, repository))
      return ok(installationShape(world, found ?? notFound()))
    },
    'GET /installation/repositories': (asked) => {
      const { caller, world } = asked
      if (caller.kind !== 'installation') return refuse(403, 'You must authenticate with an installation access token')
      const found = [...world.repositories.values()].filter((each) => isReached(caller, each))
      const wrap = (page: readonly unknown[], total: number) => ({ total_count: total, repositories: page })
      return paged(asked, found, (each) => repositoryShape(world, each), wrap)
    },
    'GET /app/hook/deliveries': (asked) => listDeliveries(asked, deliveries),
    'GET /app/hook/deliveries/{delivery_id}': ({ caller, parameters }) => {
      const delivery = findDelivery(deliveries, caller, parameters.delivery_id)
      const summary = deliveryShape(delivery)
      return ok({
        ...summary,
        url: delivery.url,
        request: { headers: delivery.headers, payload: JSON.parse(delivery.body) },
        response: { headers: {}, payload: '' },
      })
    },
    'POST /app/hook/deliveries/{delivery_id}/attempts': ({ caller, parameters }) => {
      deliveries.redeliver(findDelivery(deliveries, caller, parameters.delivery_id))
      return { status: 202, data: {} }
    },
  }
}

/** With the App's key only. */
function demandApp(caller: Caller): App {
  return caller.kind === 'app' ? caller.app : refuse(401, UNREADABLE)
}

function getInstallations({ installations }: World, app: App): Installation[] {
  return [...installations.values()].filter((each) => each.app === app)
}

function findInstallation(world: World, caller: Caller, id: number): Installation {
  return getInstallations(world, demandApp(caller)).find((each) => each.id === id) ?? notFound()
}

export function isInstalled({ account, repositoryIds }: Installation, { owner, id }: Repository): boolean {
  return account === owner && (repositoryIds === null || repositoryIds.has(id))
}

function isReached(caller: Caller & { kind: 'installation' }, repository: Repository): boolean {
  const isNamed = caller.repositoryIds === null || caller.repositoryIds.has(repository.id)
  return isNamed && isInstalled(caller.installation, repository)
}

function createToken({ world, caller, parameters }: Asked<'POST /app/installations/{installation_id}/access_tokens'>) {
  const installation = findInstallation(world, caller, parameters.installation_id)
  const { permissions = installation.permissions, repositories, repository_ids: ids } = parameters
  const isTooMuch = Object.entries(permissions).some(
    ([name, access]) => !isGranted(installation.permissions, name, String(access)),
  )
  if (isTooMuch) refuse(422, 'The permissions requested are not granted to this installation.')
  const reached = [...world.repositories.values()].filter((each) => isInstalled(installation, each))
  const wanted = reached.filter(({ id, name }) => repositories?.includes(name) === true || ids?.includes(id) === true)
  const isNarrowed = repositories !== undefined || ids !== undefined
  if (wanted.length < (repositories?.length ?? 0) + (ids?.length ?? 0)) {
    refuse(422, 'There is at least one repository that does not exist or is not accessible to the parent installation.')
  }
  const repositoryIds = isNarrowed ? new Set(wanted.map(({ id }) => id)) : installation.repositoryIds
  const made = installationToken(world, installation, { permissions: permissions as Permissions, repositoryIds })
  return created({
    token: made.token,
    expires_at: new Date(made.expiresAt).toISOString().replace(/\.\d+Z$/, 'Z'),
    permissions: { metadata: 'read', ...permissions },
    repository_selection: repositoryIds === null ? 'all' : 'selected',
    ...(isNarrowed ? { repositories: wanted.map((each) => repositoryShape(world, each)) } : {}),
  })
}

function isGranted(granted: Permissions, name: string, access: string): boolean {
  const levels = ['read', 'write', 'admin']
  return name === 'metadata' || levels.indexOf(granted[name] ?? '') >= levels.indexOf(access)
}

/** The newest first; the cursor is the id after which a page goes on. */
function listDeliveries({ caller, parameters, url }: Asked<'GET /app/hook/deliveries'>, { log }: Deliveries) {
  const app = demandApp(caller)
  const { per_page: size = 30, cursor, status } = parameters
  const isWanted = ({ statusCode }: Delivery) => status === undefined || (status === 'failure') === statusCode >= 400
  const all = log.filter((each) => each.app === app && each.isLogged && isWanted(each)).toReversed()
  const left = cursor === undefined ? all : all.filter(({ id }) => id < Number(cursor))
  const page = left.slice(0, size)
  const next = new URL(url)
  next.searchParams.set('cursor', String(page.at(-1)?.id))
  const headers: Record<string, string> = left.length > page.length ? { link: `<${next}>; rel="next"` } : {}
  return { status: 200, data: page.map(deliveryShape), headers }
}

function findDelivery({ log }: Deliveries, caller: Caller, id: number): Delivery {
  const app = demandApp(caller)
  return log.find((each) => each.app === app && each.id === id && each.isLogged) ?? notFound()
}

function deliveryShape(delivery: Delivery) {
  const { id, guid, at, isRedelivery, seconds, status, statusCode, event, action, installationId, repositoryId } =
    delivery
  return {
    id,
    guid,
    delivered_at: at,
    redelivery: isRedelivery,
    duration: seconds,
    status,
    status_code: statusCode,
    event,
    action,
    installation_id: installationId,
    repository_id: repositoryId,
    throttled_at: null,
  }
}
