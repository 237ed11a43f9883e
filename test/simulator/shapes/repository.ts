/** Repositories as GitHub tells them. */
import { isAtLeast, ROLES } from '../../../src/core/model/maintainer-decision.ts'
import { getRole, repositoryById } from '../state.ts'
import type { Caller, Repository, Role, World } from '../world.ts'
import { nodeId, userShape } from './people.ts'

const CREATED = '2026-01-01T00:00:00Z'
const LINKS = [
  'archive',
  'assignees',
  'blobs',
  'branches',
  'collaborators',
  'comments',
  'commits',
  'compare',
  'contents',
]
const MORE_LINKS = [
  'contributors',
  'deployments',
  'downloads',
  'events',
  'forks',
  'git_commits',
  'git_refs',
  'git_tags',
]
const REST_LINKS = ['hooks', 'issue_comment', 'issue_events', 'issues', 'keys', 'labels', 'languages', 'merges']
const LAST_LINKS = [
  'milestones',
  'notifications',
  'pulls',
  'releases',
  'stargazers',
  'statuses',
  'subscribers',
  'subscription',
  'tags',
  'teams',
  'trees',
]

/** As every payload has it. */
export function repositoryShape(world: World, repository: Repository) {
  const { id, name, fullName, isPrivate, owner, fork, defaultBranch, issues, settings, properties } = repository
  const api = `${world.apiUrl}/repos/${fullName}`
  const host = new URL(world.url).host
  const names = [...LINKS, ...MORE_LINKS, ...REST_LINKS, ...LAST_LINKS]
  const open = [...issues.values()].filter(({ state }) => state === 'open').length
  return {
    ...Object.fromEntries(names.map((link) => [`${link}_url`, `${api}/${link}`])),
    id,
    node_id: nodeId('R', id),
    name,
    full_name: fullName,
    private: isPrivate,
    owner: userShape(world, owner),
    html_url: `${world.url}/${fullName}`,
    description: null,
    fork: fork !== null,
    url: api,
    git_url: `git://${host}/${fullName}.git`,
    ssh_url: `git@${host}:${fullName}.git`,
    clone_url: `${world.url}/${fullName}.git`,
    svn_url: `${world.url}/${fullName}`,
    mirror_url: null,
    homepage: null,
    language: null,
    license: null,
    forks_count: 0,
    stargazers_count: 0,
    watchers_count: 0,
    forks: 0,
    watchers: 0,
    size: 0,
    default_branch: defaultBranch,
    open_issues_count: open,
    open_issues: open,
    is_template: false,
    topics: [],
    has_issues: true,
    has_projects: false,
    has_wiki: false,
    has_pages: false,
    has_downloads: false,
    has_discussions: false,
    archived: false,
    disabled: false,
    visibility: isPrivate ? 'private' : 'public',
    created_at: CREATED,
    updated_at: CREATED,
    pushed_at: CREATED,
    allow_merge_commit: settings.merge,
    allow_squash_merge: settings.squash,
    allow_rebase_merge: settings.rebase,
    allow_forking: true,
    web_commit_signoff_required: false,
    custom_properties: Object.fromEntries(properties),
  }
}

/** As `GET /repos/{owner}/{repo}` has it, with what the asker may do. */
export function wholeRepositoryShape(world: World, repository: Repository, caller: Caller) {
  const { fork, settings } = repository
  const parent = fork === null ? null : repositoryById(world, fork.parentId)
  const role = caller.kind === 'user' ? getRole(repository, caller.user) : 'none'
  return {
    ...repositoryShape(world, repository),
    permissions: rolePermissions(role),
    delete_branch_on_merge: false,
    squash_merge_commit_message: settings.squashMessage,
    squash_merge_commit_title: 'COMMIT_OR_PR_TITLE',
    network_count: 0,
    subscribers_count: 0,
    ...(parent === null ? {} : { parent: repositoryShape(world, parent), source: repositoryShape(world, parent) }),
  }
}

/** The permissions of a role, in the format that GitHub had before roles. */
export function rolePermissions(role: Role) {
  const [, pull = 'read', triage = 'triage', push = 'write', maintain = 'maintain', admin = 'admin'] = ROLES
  const may = (wanted: Role) => isAtLeast(role, wanted)
  return { admin: may(admin), maintain: may(maintain), push: may(push), triage: may(triage), pull: may(pull) }
}
