/** Finds settings that change nothing, for the log. A misspelt one would start another App without a word. */
import { nearest } from '../../core/util/nearest.ts'
import type { Log } from './log.ts'

const PREFIX = 'TDD_GATE_'
/** What the App reads. */
export const SETTINGS = [
  ...['APP_ID', 'PRIVATE_KEY_PATH', 'PRIVATE_KEY', 'WEBHOOK_SECRET', 'WEBHOOK_SECRET_PREVIOUS'],
  ...['WEBHOOK_PROXY_URL', 'WEBHOOK_PATH', 'GH_ORG', 'HOST', 'PORT', 'GHE_HOST', 'GHE_PROTOCOL', 'DATABASE_URL'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET', 'LOG_LEVEL', 'LOG_FORMAT'],
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
  ...['TDD_GATE_WORKFLOWS', 'TDD_GATE_WEAKER_EVIDENCE', 'TDD_GATE_ORGANISATIONS', 'TDD_GATE_STORE', 'TDD_GATE_URL'],
  ...['TDD_GATE_WORKERS', 'TDD_GATE_SWEEP_MINUTES', 'TDD_GATE_METRICS_TOKEN'],
  // The name of the store in earlier versions.
  'TDD_GATE_INBOX',
]
/** Names near a setting that other programs read, or the library for traces. */
const OF_OTHERS = /^(?:GH_HOST|FTP_PROXY|ALL_PROXY|OTEL_(?!.*ENDP).*|OTEL_EXPORTER_OTLP_(?:METRICS|LOGS)_ENDPOINT)$/i

interface Ineffective {
  readonly level: 'warn' | 'info'
  readonly variable: string
  readonly next: string
}

/** Writes what changes nothing. Called before the settings are read: a misspelt name may be why they are wrong. */
export function logIneffective(env: Readonly<Record<string, string | undefined>>, log: Log): void {
  for (const { level, ...fields } of findIneffective(env)) log(level, 'setting without effect', fields)
}

/** Finds names near a setting that is not set, unknown names of ours, and a client for pages without an address. */
export function findIneffective(env: Readonly<Record<string, string | undefined>>): readonly Ineffective[] {
  const isSet = (name: string) => Boolean(env[name])
  const client = isSet('TDD_GATE_URL') ? [] : ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'].filter(isSet)
  return [
    ...Object.keys(env).flatMap((name) => (name.startsWith(PREFIX) ? toUnknown(name) : toMisspelt(name, isSet))),
    ...client.map((variable) => ({ level: 'info' as const, variable, next: 'export TDD_GATE_URL=https://<host>' })),
  ]
}

/** Compares without the prefix, which would make every name of ours near every other. */
function toUnknown(variable: string): readonly Ineffective[] {
  const own = SETTINGS.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length))
  const known = nearest(variable.slice(PREFIX.length), own)
  if (`${PREFIX}${known}` === variable) return []
  return [{ level: 'warn', variable, next: known === null ? `unset ${variable}` : `export ${PREFIX}${known}=<value>` }]
}

/** A short name has many neighbours, and so has a long one from a distance: `BASE_URL` is a setting of others. */
const mostEdits = (length: number) => (length < 10 ? 1 : Math.floor(length / 4))

function toMisspelt(variable: string, isSet: (name: string) => boolean): readonly Ineffective[] {
  if (OF_OTHERS.test(variable) || SETTINGS.includes(variable.toUpperCase())) return []
  const known = nearest(variable, SETTINGS, mostEdits)
  return known === null || isSet(known) ? [] : [{ level: 'warn', variable, next: `export ${known}=<value>` }]
}
