import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readNeeds } from '../../../src/app/set-up/manifest.ts'
import { PERMISSIONS } from '../../../src/github/routes.ts'
import { SUBSCRIBED } from '../../../src/intake/webhook.ts'

interface Manifest {
  readonly public: boolean
  readonly default_permissions: Readonly<Record<string, string>>
  readonly default_events: readonly string[]
}

const TEXT = readFileSync(new URL('../../../app.yml', import.meta.url), 'utf8')
const asked: Manifest = parse(TEXT)
/** With the number signs taken away, as the file says. */
const whole: Manifest = parse(TEXT.replaceAll(/^( +)# ((?:administration|members|workflows): \w+|- \w+)$/gm, '$1$2'))
/** What no route needs, and why it is asked for all the same. */
const BEYOND: Readonly<Record<string, string>> = {
  // Comments under an issue; GitHub's description tells of the same route under both permissions.
  issues: 'write',
  // The webhook `merge_group`.
  merge_queues: 'read',
  // A rule can only name an App as the source of its check that may write statuses.
  statuses: 'write',
  // GitHub asks for it beside `contents`, where a path is below `.github/workflows`.
  workflows: 'write',
}
/** GitHub sends these webhooks to Apps with this permission only. */
const NEEDED_BY_EVENT: Readonly<Record<string, string>> = {
  branch_protection_rule: 'administration',
  check_run: 'checks',
  check_suite: 'checks',
  issue_comment: 'issues',
  issues: 'issues',
  merge_group: 'merge_queues',
  pull_request: 'pull_requests',
  push: 'contents',
  repository_ruleset: 'administration',
  workflow_run: 'actions',
}

function needed(): Readonly<Record<string, string>> {
  const all: Record<string, string> = {}
  for (const [name, access] of [...Object.values(PERMISSIONS).flatMap(Object.entries), ...Object.entries(BEYOND)]) {
    if (all[name] !== 'write') all[name] = access
  }
  return all
}

describe('app.yml', () => {
  test('asks for what the routes need, and for nothing else', () => {
    expect(whole.default_permissions).toEqual(needed())
  })

  test('administration, members and workflows are left to the owner', () => {
    const { administration, members, workflows, ...others } = whole.default_permissions
    expect([administration, members, workflows]).toEqual(['write', 'read', 'write'])
    expect(asked.default_permissions).toEqual(others)
  })

  test('subscribes to what is understood, and to nothing else', () => {
    expect(whole.default_events.toSorted()).toEqual(SUBSCRIBED.toSorted())
  })

  test.each(Object.entries({ asked, whole }))(
    'no event lacks its permission in the manifest %s',
    (_which, manifest) => {
      for (const event of manifest.default_events) {
        expect(manifest.default_permissions, event).toHaveProperty(NEEDED_BY_EVENT[event] ?? event)
      }
    },
  )

  test('only events of the optional permission are left out', () => {
    const left = whole.default_events.filter((event) => !asked.default_events.includes(event))
    expect(left.map((event) => NEEDED_BY_EVENT[event])).toEqual(['administration', 'administration'])
  })

  test('is what an installation is held to', () => {
    const { default_permissions: permissions, default_events: events } = asked
    expect(readNeeds()).toEqual({ permissions, events })
  })

  test('belongs to the account that creates it', () => expect(asked.public).toBe(false))
})
