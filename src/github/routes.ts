/**
 * The table of all GitHub routes that this product uses, with their permissions. A route outside of the table does not
 * compile.
 */
import type { Endpoints } from '@octokit/types'

/** Permissions as GitHub's REST documentation names them. Workflows write them with hyphens. */
export const PERMISSIONS = {
  'GET /app': {},
  'GET /app/installations': {},
  'GET /app/hook/deliveries': {},
  'GET /app/hook/deliveries/{delivery_id}': {},
  'POST /app/hook/deliveries/{delivery_id}/attempts': {},
  'GET /installation/repositories': {},
  'GET /repos/{owner}/{repo}/installation': {},
  'GET /orgs/{org}/teams/{team_slug}/memberships/{username}': { members: 'read' },
  'GET /repos/{owner}/{repo}': { metadata: 'read' },
  'GET /repos/{owner}/{repo}/collaborators/{username}/permission': { metadata: 'read' },
  'GET /repos/{owner}/{repo}/rules/branches/{branch}': { metadata: 'read' },
  'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}': { metadata: 'read' },
  'POST /repos/{owner}/{repo}/rulesets': { administration: 'write' },
  'GET /repos/{owner}/{repo}/activity': { contents: 'read' },
  'GET /repos/{owner}/{repo}/branches/{branch}': { contents: 'read' },
  'GET /repos/{owner}/{repo}/branches/{branch}/protection': { administration: 'read' },
  'GET /repos/{owner}/{repo}/compare/{basehead}': { contents: 'read' },
  'GET /repos/{owner}/{repo}/commits/{ref}': { contents: 'read' },
  'GET /repos/{owner}/{repo}/contents/{path}': { contents: 'read' },
  'PUT /repos/{owner}/{repo}/contents/{path}': { contents: 'write' },
  'GET /repos/{owner}/{repo}/git/trees/{tree_sha}': { contents: 'read' },
  'GET /repos/{owner}/{repo}/git/ref/{ref}': { contents: 'read' },
  'GET /repos/{owner}/{repo}/git/matching-refs/{ref}': { contents: 'read' },
  'POST /repos/{owner}/{repo}/git/commits': { contents: 'write' },
  'POST /repos/{owner}/{repo}/git/refs': { contents: 'write' },
  'PATCH /repos/{owner}/{repo}/git/refs/{ref}': { contents: 'write' },
  'DELETE /repos/{owner}/{repo}/git/refs/{ref}': { contents: 'write' },
  'GET /repos/{owner}/{repo}/actions/runs': { actions: 'read' },
  'GET /repos/{owner}/{repo}/actions/runs/{run_id}': { actions: 'read' },
  'GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts': { actions: 'read' },
  'GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs': { actions: 'read' },
  'GET /repos/{owner}/{repo}/actions/artifacts': { actions: 'read' },
  'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}': { actions: 'read' },
  'GET /repos/{owner}/{repo}/pulls': { pull_requests: 'read' },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}': { pull_requests: 'read' },
  'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls': { pull_requests: 'read' },
  'POST /repos/{owner}/{repo}/pulls': { pull_requests: 'write' },
  'PATCH /repos/{owner}/{repo}/pulls/{pull_number}': { pull_requests: 'write' },
  'GET /repos/{owner}/{repo}/commits/{ref}/check-runs': { checks: 'read' },
  'POST /repos/{owner}/{repo}/check-runs': { checks: 'write' },
  'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}': { checks: 'write' },
  'GET /repos/{owner}/{repo}/issues/{issue_number}': { issues: 'read' },
  'PATCH /repos/{owner}/{repo}/issues/{issue_number}': { pull_requests: 'write' },
  'GET /repos/{owner}/{repo}/issues/{issue_number}/sub_issues': { issues: 'read' },
  'GET /repos/{owner}/{repo}/issues/{issue_number}/comments': { pull_requests: 'read' },
  'POST /repos/{owner}/{repo}/issues/{issue_number}/comments': { pull_requests: 'write' },
  'GET /repos/{owner}/{repo}/issues/comments/{comment_id}': { pull_requests: 'read' },
  'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}': { pull_requests: 'write' },
  'GET /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions': { pull_requests: 'read' },
  'POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions': { pull_requests: 'write' },
} as const satisfies Partial<Record<keyof Endpoints, Readonly<Record<string, 'read' | 'write'>>>>

export type Route = keyof typeof PERMISSIONS

/** The owner and name of a repository. */
export interface RepositoryName {
  readonly owner: string
  readonly repo: string
}

/** Leaves out what routes do not take. */
export function getName({ owner, repo }: RepositoryName): RepositoryName {
  return { owner, repo }
}

/** @param name `owner/repo` */
export function toRepositoryName(name: string): RepositoryName {
  const [owner = '', repo = ''] = name.split('/')
  return { owner, repo }
}

/** The identity of the App, which marks what it wrote. */
export interface AppIdentity {
  readonly id: number
  /** Its login is `<slug>[bot]`. */
  readonly slug: string
}

/** Returns the login of an App. Logins of people cannot contain brackets. */
export function getLogin({ slug }: Pick<AppIdentity, 'slug'>): string {
  return `${slug}[bot]`
}

export interface Answer<R extends Route> {
  readonly status: number
  /** The address of the response. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | number | undefined>>
  readonly data: Endpoints[R]['response']['data']
}

/** Octokit's options for one request. */
interface RequestOptions {
  readonly request?: { readonly redirect?: 'follow' | 'manual' | 'error' }
}

/** The only function of a client that `read` and `write` need. Every Octokit has it. */
export interface GitHub {
  readonly request: <R extends Route>(
    route: R,
    parameters: Endpoints[R]['parameters'] & RequestOptions,
  ) => Promise<Answer<R>>
}
