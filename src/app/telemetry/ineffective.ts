/** Finds settings that change nothing, for the log. */
import { nearest } from '../../core/util/nearest.ts'

const PREFIX = 'TDD_GATE_'
/** The settings of the App that begin so. */
const OWN = [
  'WORKFLOWS',
  'WEAKER_EVIDENCE',
  'ORGANISATIONS',
  'STORE',
  // The name in earlier versions.
  'INBOX',
  'URL',
  'WORKERS',
  'SWEEP_MINUTES',
  'METRICS_TOKEN',
]

interface Ineffective {
  readonly level: 'warn' | 'info'
  readonly variable: string
  readonly next: string
}

/** Finds unknown names, and a client for pages without an address, which the set-up always writes. */
export function findIneffective(env: Readonly<Record<string, string | undefined>>): readonly Ineffective[] {
  const isSet = (name: string) => Boolean(env[name])
  const ours = Object.keys(env).filter((name) => name.startsWith(PREFIX))
  const client = isSet('TDD_GATE_URL') ? [] : ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'].filter(isSet)
  return [
    ...ours.map((name) => name.slice(PREFIX.length)).flatMap(toUnknown),
    ...client.map((variable) => ({ level: 'info' as const, variable, next: 'export TDD_GATE_URL=https://<host>' })),
  ]
}

function toUnknown(name: string): readonly Ineffective[] {
  const known = nearest(name, OWN)
  if (known === name) return []
  const variable = `${PREFIX}${name}`
  return [{ level: 'warn', variable, next: known === null ? `unset ${variable}` : `export ${PREFIX}${known}=<value>` }]
}
