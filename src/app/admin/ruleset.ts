/** Prints what an owner of an organisation runs once: a custom property, and a ruleset for repositories that have it. */
import type { Endpoints } from '@octokit/types'
import { badVariable } from '../../core/errors/app.ts'
import { GATE_CHECK, GATE_PROPERTY } from '../../core/status/checks.ts'
import { rulesetFor } from '../../core/status/protection.ts'
import { type Environment, OWNER } from '../settings.ts'
import { TITLES } from './texts.ts'
import { wrongArgument } from './wrong-call.ts'

const REPOSITORY = /^[\w.-]{1,100}$/
/** GitHub takes so many repositories at a time. */
const AT_ONCE = 30

/**
 * Returns lines for a shell. The App could do it with `organization_administration`, which is broader than anything else
 * that it needs.
 */
export function toRulesetCommands([login = '', ...repositories]: readonly string[], env: Environment): string {
  if (!OWNER.test(login)) throw wrongArgument('ruleset', login, 'the name of an organisation')
  const wrong = repositories.find((name) => !REPOSITORY.test(name))
  if (wrong !== undefined) throw wrongArgument('ruleset', wrong, 'the name of a repository without its owner')
  const appId = env['APP_ID'] ?? ''
  if (!/^\d{1,15}$/.test(appId))
    throw badVariable('APP_ID', 'is not the number of an App', 'export APP_ID=<number of the App>')
  const start = `orgs/${login}/properties`
  return [
    `# ${TITLES.property}`,
    toCommand('PUT', `${start}/schema/${GATE_PROPERTY}`, PROPERTY),
    `# ${TITLES.ruleset}`,
    toCommand('POST', `orgs/${login}/rulesets`, getRuleset(Number(appId))),
    `# ${repositories.length === 0 ? TITLES.nameThem(login) : TITLES.values}`,
    ...toParts(repositories).map((part) => toCommand('PATCH', `${start}/values`, getValues(part))),
    '',
  ].join('\n')
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

function getValues(repositories: readonly string[]) {
  return {
    repository_names: [...repositories],
    properties: [{ property_name: GATE_PROPERTY, value: 'on' }],
  } satisfies Omit<Endpoints['PATCH /orgs/{org}/properties/values']['parameters'], 'org'>
}

function toParts(repositories: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(repositories.length / AT_ONCE)
  return Array.from({ length: count }, (_, n) => repositories.slice(n * AT_ONCE, (n + 1) * AT_ONCE))
}

function toCommand(method: string, path: string, body: object): string {
  return `echo '${JSON.stringify(body)}' | gh api -X ${method} ${path} --input -`
}
