/** Prints what an owner of an organisation runs once: a custom property, and a ruleset for repositories that have it. */
import type { Endpoints } from '@octokit/types'
import { badAdminUsage } from '../../core/errors/app.ts'
import { GATE_CHECK, GATE_PROPERTY } from '../../core/status/checks.ts'
import { rulesetFor } from '../../core/status/protection.ts'
import type { Environment } from '../settings.ts'

const LOGIN = /^[A-Za-z0-9][A-Za-z0-9-]{0,38}$/

/** The App could do it with `organization_administration`, which is broader than anything else that it needs. */
export function toRulesetCommands([login = '']: readonly string[], { APP_ID: appId = '' }: Environment) {
  if (!LOGIN.test(login) || !/^\d{1,15}$/.test(appId)) throw badAdminUsage()
  const values = `-f 'repository_names[]=<repository>' -f 'properties[][property_name]=${GATE_PROPERTY}' -f 'properties[][value]=on'`
  return [
    toCommand('PUT', `orgs/${login}/properties/schema/${GATE_PROPERTY}`, PROPERTY),
    toCommand('POST', `orgs/${login}/rulesets`, getRuleset(Number(appId))),
    `gh api -X PATCH orgs/${login}/properties/values ${values}`,
  ]
}

const PROPERTY = {
  value_type: 'single_select',
  required: false,
  allowed_values: ['on', 'off'],
} as const satisfies Partial<Endpoints['PUT /orgs/{org}/properties/schema/{custom_property_name}']['parameters']>

function getRuleset(appId: number) {
  const { rules } = rulesetFor('', { name: GATE_CHECK, appId })
  return {
    name: GATE_CHECK,
    target: 'branch',
    enforcement: 'active',
    conditions: {
      ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] },
      repository_property: { include: [{ name: GATE_PROPERTY, property_values: ['on'] }], exclude: [] },
    },
    rules,
  } satisfies Omit<Endpoints['POST /orgs/{org}/rulesets']['parameters'], 'org'>
}

function toCommand(method: string, path: string, body: object): string {
  return `echo '${JSON.stringify(body)}' | gh api -X ${method} ${path} --input -`
}
