/** Classic protection of branches, and rulesets. */
import { activeRulesets } from '../branch-rules.ts'
import { branchHead } from '../git-write.ts'
import { paged } from '../paged.ts'
import { notFound, refuse } from '../refusal.ts'
import { created, type Handlers, NO_CONTENT, ok } from '../route.ts'
import { nodeId } from '../shapes/people.ts'
import type { Caller, Protection, Repository, Ruleset, World } from '../world.ts'

const CREATED = '2026-01-01T00:00:00Z'

export const rules: Handlers = {
  'PUT /repos/{owner}/{repo}/branches/{branch}/protection': async ({ world, repository, parameters, caller }) => {
    const { branch, required_status_checks: required, enforce_admins: admins } = parameters
    if ((await branchHead(repository, branch)) === null) refuse(404, 'Branch not found')
    const contexts = (required?.contexts ?? []).map((context) => ({ context }))
    const given: readonly { context: string; app_id?: number }[] = required?.checks ?? contexts
    const checks = given.map(({ context, app_id = null }) => ({ context, appId: app_id }))
    repository.protections.set(branch, { checks, isStrict: required?.strict ?? false, enforceAdmins: admins ?? false })
    emitProtection(world, repository, branch, caller, 'created')
    return ok(protectionShape(world, repository, branch))
  },
  'GET /repos/{owner}/{repo}/branches/{branch}/protection': ({ world, repository, parameters: { branch } }) =>
    repository.protections.has(branch)
      ? ok(protectionShape(world, repository, branch))
      : refuse(404, 'Branch not protected'),
  'DELETE /repos/{owner}/{repo}/branches/{branch}/protection': ({
    world,
    repository,
    parameters: { branch },
    caller,
  }) => {
    if (!repository.protections.has(branch)) refuse(404, 'Branch not protected')
    repository.protections.delete(branch)
    emitProtection(world, repository, branch, caller, 'deleted')
    return NO_CONTENT
  },
  'GET /repos/{owner}/{repo}/rulesets': (asked) =>
    paged(asked, asked.repository.rulesets, (ruleset) => shortRuleset(asked.world, asked.repository, ruleset)),
  'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}': ({ world, repository, parameters, caller }) => {
    const ruleset = repository.rulesets.find(({ id }) => id === parameters.ruleset_id) ?? notFound()
    return ok(rulesetShape(world, repository, ruleset, maySeeBypass(caller)))
  },
  'POST /repos/{owner}/{repo}/rulesets': ({ world, repository, parameters, caller }) => {
    if (repository.rulesets.some(({ name }) => name === parameters.name))
      refuse(422, 'Validation Failed', ['Name must be unique'])
    const ruleset = toRuleset(world.nextId(), parameters as RulesetBody)
    repository.rulesets.push(ruleset)
    emitRuleset(world, repository, ruleset, caller, 'created')
    return created(rulesetShape(world, repository, ruleset, true))
  },
  'PUT /repos/{owner}/{repo}/rulesets/{ruleset_id}': ({ world, repository, parameters, caller }) => {
    const at = repository.rulesets.findIndex(({ id }) => id === parameters.ruleset_id)
    const before = repository.rulesets[at] ?? notFound()
    const ruleset = { ...before, ...toRuleset(before.id, { ...asBody(before), ...parameters } as RulesetBody) }
    repository.rulesets[at] = ruleset
    emitRuleset(world, repository, ruleset, caller, 'edited')
    return ok(rulesetShape(world, repository, ruleset, true))
  },
  'DELETE /repos/{owner}/{repo}/rulesets/{ruleset_id}': ({ world, repository, parameters, caller }) => {
    const at = repository.rulesets.findIndex(({ id }) => id === parameters.ruleset_id)
    const [ruleset = notFound()] = at < 0 ? [] : repository.rulesets.splice(at, 1)
    emitRuleset(world, repository, ruleset, caller, 'deleted')
    return NO_CONTENT
  },
  'GET /repos/{owner}/{repo}/rules/branches/{branch}': (asked) => {
    const { repository, parameters } = asked
    const found = activeRulesets(repository, parameters.branch).flatMap((ruleset) =>
      ruleset.rules.map((rule) => ({ ...rule, ruleset_id: ruleset.id })),
    )
    const more = { ruleset_source_type: 'Repository', ruleset_source: repository.fullName }
    return paged(asked, found, (rule) => ({ ...rule, ...more }))
  },
}

export interface RulesetBody {
  readonly name: string
  readonly enforcement: Ruleset['enforcement']
  readonly conditions?: { readonly ref_name?: { readonly include?: readonly string[] } }
  readonly rules?: Ruleset['rules']
  readonly bypass_actors?: Ruleset['bypassActors']
}

export function toRuleset(
  id: number,
  { name, enforcement, conditions, rules: given = [], bypass_actors: bypassActors = [] }: RulesetBody,
): Ruleset {
  return { id, name, enforcement, include: conditions?.ref_name?.include ?? [], rules: given, bypassActors }
}

function asBody({ name, enforcement, include, rules: given, bypassActors }: Ruleset): RulesetBody {
  return { name, enforcement, conditions: { ref_name: { include } }, rules: given, bypass_actors: bypassActors }
}

/** The bypass list is shown only to those who could change it. */
function maySeeBypass(caller: Caller): boolean {
  return caller.kind === 'user' || ('permissions' in caller && caller.permissions['administration'] === 'write')
}

function shortRuleset({ apiUrl, url }: World, { fullName }: Repository, { id, name, enforcement }: Ruleset) {
  return {
    id,
    name,
    target: 'branch',
    source_type: 'Repository',
    source: fullName,
    enforcement,
    node_id: nodeId('RRS', id),
    created_at: CREATED,
    updated_at: CREATED,
    _links: {
      self: { href: `${apiUrl}/repos/${fullName}/rulesets/${id}` },
      html: { href: `${url}/${fullName}/rules/${id}` },
    },
  }
}

function rulesetShape(world: World, repository: Repository, ruleset: Ruleset, isWhole: boolean) {
  return {
    ...shortRuleset(world, repository, ruleset),
    conditions: { ref_name: { include: ruleset.include, exclude: [] } },
    rules: ruleset.rules,
    ...(isWhole ? { bypass_actors: ruleset.bypassActors } : {}),
  }
}

function protectionShape({ apiUrl }: World, { fullName, protections }: Repository, branch: string) {
  const { checks, isStrict, enforceAdmins } = protections.get(branch) as Protection
  const api = `${apiUrl}/repos/${fullName}/branches/${encodeURIComponent(branch)}/protection`
  const url = `${api}/required_status_checks`
  const required = {
    url,
    strict: isStrict,
    contexts: checks.map(({ context }) => context),
    contexts_url: `${url}/contexts`,
    checks: checks.map(({ context, appId }) => ({ context, app_id: appId })),
  }
  return {
    url: api,
    ...(checks.length === 0 ? {} : { required_status_checks: required }),
    enforce_admins: { url: `${api}/enforce_admins`, enabled: enforceAdmins },
    allow_force_pushes: { enabled: false },
    allow_deletions: { enabled: false },
  }
}

function emitProtection(world: World, repository: Repository, branch: string, caller: Caller, action: string): void {
  const rule = { id: 1, repository_id: repository.id, name: branch }
  world.emit({ kind: 'webhook', name: 'branch_protection_rule', action, repository, caller, payload: { rule } })
}

function emitRuleset(world: World, repository: Repository, ruleset: Ruleset, caller: Caller, action: string): void {
  const payload = { repository_ruleset: rulesetShape(world, repository, ruleset, true) }
  world.emit({ kind: 'webhook', name: 'repository_ruleset', action, repository, caller, payload })
}
