/** The nearest file wins, and a repository can only tighten what its organisation fixes. */
import { describe, expect, test } from 'vitest'
import { applyOrganisation, parseOrganisation } from '../../src/config/organisation.ts'
import { DEFAULT_CONFIG } from '../../src/config/parse.ts'
import { DEFAULT_POLICY } from '../../src/core/model/policy.ts'
import { getMistakes } from '../support/bad-config.ts'

const levels = { 'red-has-driver': 'error', 'suite-is-green': 'error', 'added-export-is-shown': 'warn' } as const
const file = '.github/tdd-gate.yml'
const read = (text: string) =>
  parseOrganisation(`version: 1\n${text}`, { file: 'tdd-gate.yml of acme/.github', levels })
const toText = (policy: string) => `version: 1\n${policy}`
const apply = (owner: string, own: string | null) =>
  applyOrganisation(own === null ? null : toText(own), read(owner), { file, levels })

const refusal = (text: string) => getMistakes(() => read(text))

describe('defaults of the organisation', () => {
  test('apply where the repository has no file, or its file says nothing', () => {
    const owner = 'policy: { green: { maxAttempts: 5 }, refactor: required }\noverride: { roles: [admin] }'
    for (const own of [null, 'test: { command: make test }']) {
      expect(apply(owner, own)).toMatchObject({
        policy: { ...DEFAULT_POLICY, green: { maxAttempts: 5 }, refactor: 'required' },
        override: { roles: ['admin'] },
      })
    }
    expect(apply('', null)).toEqual(DEFAULT_CONFIG)
  })

  test('yield to the file of the repository, key by key', () => {
    const owner =
      'policy: { coverage: 90, rules: { suite-is-green: warn, red-has-driver: warn }, green: { maxAttempts: 5 } }'
    const own = 'policy: { coverage: { line: 60 }, rules: { suite-is-green: error } }'
    expect(apply(owner, own).policy).toMatchObject({
      coverage: { lines: 60, branches: 90, functions: 90, statements: 90, patch: 90 },
      rules: { 'suite-is-green': 'error', 'red-has-driver': 'warn' },
      green: { maxAttempts: 5 },
    })
    expect(apply(owner, 'policy: { coverage: 50 }').policy.coverage.patch).toBe(50)
    expect(apply(owner, 'policy: { coverage: off }').policy.coverage.lines).toBeNull()
  })
})

describe('what the organisation fixes', () => {
  test.each([
    [
      'policy.coverage',
      'policy: { coverage: 85 }',
      'policy: { coverage: 60 }',
      { policy: { coverage: { lines: 85 } } },
    ],
    [
      'policy.coverage',
      'policy: { coverage: 85 }',
      'policy: { coverage: 95 }',
      { policy: { coverage: { lines: 95 } } },
    ],
    [
      'policy.coverage',
      'policy: { coverage: 85 }',
      'policy: { coverage: off }',
      { policy: { coverage: { patch: 85 } } },
    ],
    ['policy.coverage', '', 'policy: { coverage: 10 }', { policy: { coverage: { patch: 80 } } }],
    [
      'policy.rules',
      '',
      'policy: { rules: { suite-is-green: off } }',
      { policy: { rules: { 'suite-is-green': 'error' } } },
    ],
    [
      'policy.rules',
      'policy: { rules: { suite-is-green: warn } }',
      'policy: { rules: { suite-is-green: off } }',
      { policy: { rules: { 'suite-is-green': 'warn' } } },
    ],
    [
      'policy.rules.suite-is-green',
      '',
      'policy: { rules: { suite-is-green: warn, red-has-driver: off } }',
      { policy: { rules: { 'suite-is-green': 'error', 'red-has-driver': 'off' } } },
    ],
    [
      'policy.red.accept',
      'policy: { red: { accept: [assertion, error] } }',
      'policy: { red: { accept: [error, crash] } }',
      { policy: { red: { accept: ['error'] } } },
    ],
    [
      'policy.red.accept',
      'policy: { red: { accept: assertion } }',
      'policy: { red: { accept: crash } }',
      { policy: { red: { accept: ['assertion'] } } },
    ],
    [
      'policy.red.maxNewTests',
      'policy: { red: { maxNewTests: 5 } }',
      'policy: {}',
      { policy: { red: { maxNewTests: 5 } } },
    ],
    [
      'policy.green.maxAttempts',
      '',
      'policy: { green: { maxAttempts: 50 } }',
      { policy: { green: { maxAttempts: 3 } } },
    ],
    [
      'policy.green.maxAttempts',
      '',
      'policy: { green: { maxAttempts: 1 } }',
      { policy: { green: { maxAttempts: 1 } } },
    ],
    ['policy.refactor', 'policy: { refactor: off }', 'policy: { refactor: optional }', { policy: { refactor: 'off' } }],
    ['policy.refactor', '', 'policy: { refactor: required }', { policy: { refactor: 'required' } }],
    [
      'policy.trust',
      '',
      'policy: { trust: { level: verified-run, runners: any } }',
      { trust: { level: 'attested', runners: 'github-hosted' } },
    ],
    [
      'override.roles',
      'override: { roles: admin }',
      'override: { roles: maintain }',
      { override: { roles: ['admin'] } },
    ],
    ['override.roles', '', 'override: { roles: admin }', { override: { roles: ['admin'] } }],
  ])('%s: a repository can only tighten `%s`, with `%s`', (key, owner, own, expected) => {
    expect(apply(`${owner}\nfixed: ${key}`, own)).toMatchObject(expected)
  })

  test('everything else a repository may loosen', () => {
    expect(
      apply('policy: { coverage: 90 }\nfixed: policy.trust', 'policy: { coverage: 10 }').policy.coverage.lines,
    ).toBe(10)
  })
})

test('teams and agents are read', () => {
  expect(read('override: { teams: [tdd-leads] }\nagents: { allow: "copilot-swe-agent[bot]" }')).toMatchObject({
    teams: ['tdd-leads'],
    agents: ['copilot-swe-agent[bot]'],
  })
  expect(read('')).toMatchObject({ teams: [], agents: null })
  expect(read('agents: { allow: [] }').agents).toEqual([])
})

test.each([
  ['fixed: [policy.coverge]', ':2:9 fixed: `policy.coverge` cannot be fixed; did you mean `policy.coverage`?'],
  ['fixed: policy.rules.suite-is-gren', ':2:8 fixed: unknown rule `suite-is-gren`; did you mean `suite-is-green`?'],
  ['policy: { rules: { suite-is-gren: off } }', ':2:20 unknown rule `suite-is-gren`; did you mean `suite-is-green`?'],
  ['policy: { sequence: commits }', ':2:11 unknown key `policy.sequence`'],
  ['test: { command: make }', ':2:1 unknown key `test`'],
  ['override: { teams: ["a team"] }', ':2:21 override.teams[0]: expected the slug of a team'],
  ['agents: { allow: ["not a login"] }', ':2:19 agents.allow[0]: expected a login'],
])('a mistake in `%s` has its place', (text, message) => {
  expect(refusal(text)).toContain(`tdd-gate.yml of acme/.github${message}`)
})

test.each(['changes-are-pinned', 'ground-is-accepted'])(
  'the level of %s decides what is measured: it belongs to each repository',
  (code) => {
    const text = `version: 1\npolicy: { rules: { ${code}: error } }`
    expect(() => parseOrganisation(text, { file: 'x', levels: { [code]: 'error' } })).toThrow(
      'is measured by each repository',
    )
  },
)
