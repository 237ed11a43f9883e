/** People, Apps and installations as GitHub tells them. */
import { addUser } from '../state.ts'
import type { App, Installation, User, World } from '../world.ts'

/** Ids of GraphQL, unique by kind and id. */
export function nodeId(kind: string, id: number | string): string {
  return Buffer.from(`${kind}:${id}`).toString('base64url')
}

export function userShape({ url, apiUrl }: World, { id, login, type }: User) {
  const name = encodeURIComponent(login)
  const api = `${apiUrl}/users/${name}`
  return {
    login,
    id,
    node_id: nodeId('U', id),
    avatar_url: `${url}/avatars/${id}`,
    gravatar_id: '',
    url: api,
    html_url: type === 'Bot' ? `${url}/apps/${login.replace('[bot]', '')}` : `${url}/${name}`,
    followers_url: `${api}/followers`,
    following_url: `${api}/following{/other_user}`,
    gists_url: `${api}/gists{/gist_id}`,
    starred_url: `${api}/starred{/owner}{/repo}`,
    subscriptions_url: `${api}/subscriptions`,
    organizations_url: `${api}/orgs`,
    repos_url: `${api}/repos`,
    events_url: `${api}/events{/privacy}`,
    received_events_url: `${api}/received_events`,
    type,
    site_admin: false,
  }
}

const CREATED = '2026-01-01T00:00:00Z'

export function appShape(world: World, { id, slug, name, permissions, events }: App) {
  return {
    id,
    slug,
    node_id: nodeId('A', id),
    client_id: `Iv1.${id}`,
    owner: userShape(world, addUser(world, 'acme', 'Organization')),
    name,
    description: '',
    external_url: `${world.url}/apps/${slug}`,
    html_url: `${world.url}/apps/${slug}`,
    created_at: CREATED,
    updated_at: CREATED,
    permissions: { metadata: 'read', ...permissions },
    events,
  }
}

export function installationShape(world: World, installation: Installation) {
  const { id, app, account, permissions, repositoryIds, createdAt } = installation
  return {
    id,
    account: userShape(world, account),
    repository_selection: repositoryIds === null ? 'all' : 'selected',
    access_tokens_url: `${world.apiUrl}/app/installations/${id}/access_tokens`,
    repositories_url: `${world.apiUrl}/installation/repositories`,
    html_url: `${world.url}/${account.type === 'Organization' ? `organizations/${account.login}/` : ''}settings/installations/${id}`,
    app_id: app.id,
    client_id: `Iv1.${app.id}`,
    app_slug: app.slug,
    target_id: account.id,
    target_type: account.type,
    permissions: { metadata: 'read', ...permissions },
    events: app.events,
    created_at: createdAt,
    updated_at: createdAt,
    single_file_name: null,
    suspended_at: null,
    suspended_by: null,
  }
}
