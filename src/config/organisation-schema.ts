/** The schema of the settings of an organisation. The published JSON Schema is made from it. */
import * as z from 'zod'
import { listField, section, textField } from './fields.ts'
import { accept, demands, maxAttempts, maxNewTests, roles } from './schema.ts'

const LOGIN = /^[A-Za-z0-9][A-Za-z0-9_-]{0,98}(\[bot\])?$/

const logins = listField(z.string('expected a login').regex(LOGIN, 'expected a login'), 'expected logins')

export const OrganisationFile = section({
  version: z.literal(1).describe('Version of this format.'),
  policy: section({
    ...demands,
    red: section({ accept, maxNewTests }).nullish(),
    green: section({ maxAttempts }).nullish(),
  })
    .nullish()
    .describe('Applies where the file of a repository says nothing.'),
  override: section({
    roles,
    teams: listField(z.string().regex(/^[a-z0-9][a-z0-9_-]{0,99}$/, 'expected the slug of a team'), 'expected teams')
      .nullish()
      .describe('Slugs of teams whose members may `/tdd override` and `/tdd skip` in every repository.'),
  }).nullish(),
  fixed: listField(textField(100), 'expected keys')
    .nullish()
    .describe('Keys that a repository can only tighten, for example `policy.coverage`.'),
  enabledBy: z
    .enum(['installation', 'property'])
    .nullish()
    .describe('`property`: the App works only in repositories whose custom property `tdd-gate` is `on`.'),
  onboarding: z
    .enum(['none', 'pull-request'])
    .nullish()
    .describe('`pull-request`: the App opens one that adds the gate to each repository in which it is installed.'),
  agents: section({
    allow: logins.nullish().describe('The only agents whose commits and pull requests may pass.'),
    accounts: logins.nullish().describe('People accounts that agents use; they count as agents, as bots do.'),
  }).nullish(),
})

export type OrganisationInput = z.infer<typeof OrganisationFile>

/** Returns JSON Schema, draft 2020-12, of the organisation's file. */
export function toOrganisationSchema(): unknown {
  return { ...z.toJSONSchema(OrganisationFile, { io: 'input' }), title: 'tdd-gate, settings of an organisation' }
}
