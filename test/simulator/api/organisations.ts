/** Custom properties of repositories, and rulesets of an organisation, which follow them. */
import { notFound } from '../refusal.ts'
import { created, type Handlers, NO_CONTENT, ok } from '../route.ts'
import { getRole } from '../state.ts'
import type { Caller, Repository, Ruleset, World } from '../world.ts'
import { type RulesetBody, toRuleset } from './rules.ts'

interface Spec {
  readonly name: string
  readonly property_values: readonly string[]
}

export const organisations: Handlers = {
  'PUT /orgs/{org}/properties/schema/{custom_property_name}': ({ world, caller, parameters }) => {
    ownedBy(world, caller, parameters.org)
    return ok({ property_name: parameters.custom_property_name, value_type: parameters.value_type })
  },
  'PATCH /orgs/{org}/properties/values': ({ world, caller, parameters }) => {
    const { repository_names: names, properties } = parameters
    const chosen = ownedBy(world, caller, parameters.org).filter(({ name }) => names.includes(name))
    for (const { property_name: name, value } of properties)
      for (const repository of chosen) repository.properties.set(name, String(value))
    return NO_CONTENT
  },
  'POST /orgs/{org}/rulesets': ({ world, caller, parameters }) => {
    const owned = ownedBy(world, caller, parameters.org)
    const body = parameters as RulesetBody & {
      readonly conditions?: { readonly repository_property?: { include?: Spec[] } }
    }
    const wanted = body.conditions?.repository_property?.include ?? []
    const ruleset: Ruleset = {
      ...toRuleset(world.nextId(), body),
      holdsFor: ({ properties }) =>
        wanted.every(({ name, property_values: values }) => values.includes(properties.get(name) ?? '')),
    }
    for (const repository of owned) repository.rulesets.push(ruleset)
    return created({ id: ruleset.id, name: ruleset.name, enforcement: ruleset.enforcement })
  },
}

/** The repositories of an organisation. Who administers one of them owns it here. */
function ownedBy(world: World, caller: Caller, org: string): readonly Repository[] {
  const owned = [...world.repositories.values()].filter(({ owner }) => owner.login === org)
  const isOwner = caller.kind === 'user' && owned.some((repository) => getRole(repository, caller.user) === 'admin')
  return isOwner ? owned : notFound()
}
