/** Reads and checks the environment of the App before anything is opened. */
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { badSecret, badVariable, type SecretName } from '../core/errors/app.ts'
import type { TrustedWorkflow } from '../github/read/evidence/token.ts'
import { getApiUrl } from '../github/servers.ts'
import { findOwnUse } from '../own-use.ts'
import { ACTION, toTrusted } from '../render/workflow-file.ts'
import { readStorePlace } from './queue/settings.ts'
import { DEFAULT_PATH, readChannel, readWebhookPath } from './set-up/settings.ts'
import { LEVELS, type LogLevel } from './telemetry/log.ts'
import { readTraced } from './telemetry/settings.ts'
import { type PagesSettings, readPages } from './web/settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Settings {
  readonly appId: number
  /** PEM */
  readonly privateKey: string
  readonly secret: string
  /** The secret of deliveries that GitHub signed before the secret changed; null: there is none. */
  readonly previousSecret: string | null
  readonly baseUrl: string
  /** `https://github.com`, the issuer of the tokens of Actions. */
  readonly serverUrl: string
  /** The trusted workflows. */
  readonly workflows: readonly TrustedWorkflow[]
  /** False: no configuration of a repository can make the App accept weaker evidence. */
  readonly allowsWeaker: boolean
  /** Logins of owners whose settings must be readable. */
  readonly organisations: readonly string[]
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly webhookPath: string
  /** Where webhooks wait for an App that GitHub cannot reach, such as `https://smee.io/abc`; null: GitHub sends them here. */
  readonly channel: string | null
  /** The file of the store. */
  readonly storeFile: string
  /** The address of the PostgreSQL database that several machines share; null: the file `storeFile`. */
  readonly databaseUrl: string | null
  /** Who sends it reads the metrics; null: they are not offered. */
  readonly metricsToken: string | null
  /** Null: there are no pages. */
  readonly pages: PagesSettings | null
  readonly workers: number
  readonly sweepMs: number
  readonly logLevel: LogLevel
  /** Traces are sent to the collector that OpenTelemetry's own variables name. */
  readonly isTraced: boolean
}

/** 24 random characters cannot be guessed. */
const MIN_SECRET = 24
const MIN_VARIETY = 10
const RANDOM = `node -p "crypto.randomBytes(32).toString('hex')"`
/** Values from documentation, templates and Probot. */
const KNOWN = /development|secret|password|changeme|example|webhook|probot|tdd-?gate|12345678|abcdefgh/i
/** The login of an organisation or a person. */
export const OWNER = /^[A-Za-z0-9][\w-]{0,38}$/
/** `owner/repo/.github/workflows/file.yml@refs/tags/v1`, or `@` and the id of a commit. */
const WORKFLOW =
  /^([\w.-]+\/[\w.-]+\/\.github\/workflows\/[\w.-]+\.ya?ml)@(refs\/(?:tags|heads)\/[\w./-]+|[0-9a-f]{40})$/
const PUBLIC_SERVER = 'https://github.com'
const MINUTE_MS = 60_000

/**
 * Returns whether the set-up must run first: no setting of an App exists yet. In production its address must be given
 * too, so that a process that lost its settings ends instead of offering a set-up.
 */
export function isFirstStart(env: Environment): boolean {
  const isNew = !env['APP_ID'] && !env['PRIVATE_KEY'] && !env['PRIVATE_KEY_PATH']
  return isNew && (env['NODE_ENV'] !== 'production' || Boolean(env['WEBHOOK_PROXY_URL']))
}

/** Reads the settings. @throws GateError `bad-environment` that names the variable, and the command that fixes it */
export function readSettings(env: Environment): Settings {
  return {
    appId: readAppId(env),
    privateKey: readKey(env),
    secret: readSecret(env, 'WEBHOOK_SECRET'),
    previousSecret: env['WEBHOOK_SECRET_PREVIOUS'] ? readSecret(env, 'WEBHOOK_SECRET_PREVIOUS') : null,
    baseUrl: readApiUrl(env),
    serverUrl: readServerUrl(env),
    workflows: getWorkflows(env['TDD_GATE_WORKFLOWS'] || ownWorkflow()),
    allowsWeaker: getWeaker(env['TDD_GATE_WEAKER_EVIDENCE'] || 'as-configured'),
    organisations: getOwners(env['TDD_GATE_ORGANISATIONS'] ?? ''),
    ...readPlace(env),
    webhookPath: readWebhookPath(env),
    channel: readChannel(env),
    ...readStorePlace(env),
    metricsToken: env['TDD_GATE_METRICS_TOKEN'] ? readSecret(env, 'TDD_GATE_METRICS_TOKEN') : null,
    pages: readPages(env),
    workers: whole(env, 'TDD_GATE_WORKERS', { min: 1, max: 100, fallback: 4 }),
    sweepMs: whole(env, 'TDD_GATE_SWEEP_MINUTES', { min: 1, max: 1440, fallback: 60 }) * MINUTE_MS,
    logLevel: readLevel(env),
    isTraced: readTraced(env),
  }
}

function readAppId(env: Environment): number {
  if (env['APP_ID']) return whole(env, 'APP_ID', { min: 1, max: Number.MAX_SAFE_INTEGER, fallback: 0 })
  const next = `export APP_ID=<number of the App>, or create one: export WEBHOOK_PROXY_URL=https://<public host>${DEFAULT_PATH}`
  throw badVariable('APP_ID', 'is not set', next)
}

/** Reads the server that creates the App. @throws GateError `bad-environment` */
export function readServerUrl(env: Environment): string {
  return ownServer(env) ?? PUBLIC_SERVER
}

/** Reads the address of the REST API. @throws GateError `bad-environment` */
export function readApiUrl(env: Environment): string {
  return getApiUrl(readServerUrl(env))
}

/** Null: github.com. */
function ownServer(env: Environment): string | null {
  const protocol = getProtocol(env)
  return env['GHE_HOST'] ? `${protocol}://${getHost(env['GHE_HOST'])}` : null
}

/** Reads host and port. @throws GateError `bad-environment` */
export function readPlace(env: Environment): Pick<Settings, 'host' | 'port'> {
  return { host: env['HOST'] || 'localhost', port: whole(env, 'PORT', { min: 0, max: 65_535, fallback: 3000 }) }
}

/** The workflow that `tdd-gate init` of the same clone writes into a project; without a clone, that of a release. */
function ownWorkflow(): string {
  return toTrusted(findOwnUse()?.uses ?? ACTION)
}

/** Reads the trusted workflows. A name without a ref or commit trusts nothing. */
function getWorkflows(text: string): readonly TrustedWorkflow[] {
  return text.split(/[\s,]+/).map((word) => {
    const [, path = '', fixed = ''] = WORKFLOW.exec(word) ?? []
    if (path === '')
      throw badVariable('TDD_GATE_WORKFLOWS', 'names no workflow', `export TDD_GATE_WORKFLOWS=${ownWorkflow()}`)
    const isRef = fixed.startsWith('refs/')
    return { path, ref: isRef ? fixed : null, sha: isRef ? null : fixed }
  })
}

function getWeaker(text: string): boolean {
  if (text === 'as-configured' || text === 'never') return text === 'as-configured'
  throw badVariable(
    'TDD_GATE_WEAKER_EVIDENCE',
    'is neither `as-configured` nor `never`',
    'export TDD_GATE_WEAKER_EVIDENCE=never',
  )
}

/** A misread name would let work pass while the settings of its owner cannot be read. */
function getOwners(text: string): readonly string[] {
  const logins = text.split(',').map((login) => login.trim())
  const given = logins.filter((login) => login !== '')
  if (given.every((login) => OWNER.test(login))) return given
  const next = 'export TDD_GATE_ORGANISATIONS=<login>,<login>'
  throw badVariable('TDD_GATE_ORGANISATIONS', 'is no list of logins with commas between', next)
}

/** Reads a secret. @throws GateError `bad-environment` where it is missing or weak */
export function readSecret(env: Environment, name: SecretName): string {
  const secret = env[name] ?? ''
  if (secret === '') throw badSecret(name, 'is not set, so everyone could send webhooks', RANDOM)
  if (secret.length < MIN_SECRET) throw badSecret(name, `has fewer than ${MIN_SECRET} characters`, RANDOM)
  if (KNOWN.test(secret) || new Set(secret).size < MIN_VARIETY) throw badSecret(name, 'is easy to guess', RANDOM)
  return secret
}

/** Reads the key: plain, with line breaks as `\n`, in base64, or from a file. */
function readKey(env: Environment): string {
  const [name, text] = env['PRIVATE_KEY'] ? ['PRIVATE_KEY', env['PRIVATE_KEY']] : ['PRIVATE_KEY_PATH', keyFile(env)]
  const key = text.includes('-----BEGIN') ? text.replaceAll('\\n', '\n') : Buffer.from(text, 'base64').toString()
  try {
    if (createPrivateKey(key).asymmetricKeyType === 'rsa') return key
  } catch (cause) {
    throw badVariable(name, 'contains no private key', NEW_KEY, cause)
  }
  throw badVariable(name, 'contains no RSA key', NEW_KEY)
}

const NEW_KEY = "export PRIVATE_KEY_PATH=<file>, with the .pem file of the App's settings: Private keys, Generate"

function keyFile(env: Environment): string {
  const file = env['PRIVATE_KEY_PATH']
  if (!file) throw badVariable('PRIVATE_KEY', 'is not set, nor PRIVATE_KEY_PATH', NEW_KEY)
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw badVariable('PRIVATE_KEY_PATH', 'names a file that cannot be read', NEW_KEY, cause)
  }
}

interface Range {
  readonly min: number
  readonly max: number
  readonly fallback: number
}

function whole(env: Environment, name: string, { min, max, fallback }: Range): number {
  const text = env[name] ?? ''
  if (text === '') return fallback
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw badVariable(name, `is not a number from ${min} to ${max}`, `export ${name}=<number from ${min} to ${max}>`)
}

function getProtocol(env: Environment): string {
  const protocol = env['GHE_PROTOCOL'] || 'https'
  if (protocol === 'https' || protocol === 'http') return protocol
  throw badVariable('GHE_PROTOCOL', 'is not a protocol of GitHub', 'export GHE_PROTOCOL=https')
}

function getHost(host: string): string {
  if (/^[\w.-]+(?::\d{1,5})?$/.test(host)) return host
  throw badVariable('GHE_HOST', 'is not a host name', 'export GHE_HOST=acme.ghe.com')
}

/** Reads the level of the log. @throws GateError `bad-environment` */
export function readLevel(env: Environment): LogLevel {
  const level = LEVELS.find((name) => name === (env['LOG_LEVEL'] || 'info'))
  if (level !== undefined) return level
  throw badVariable('LOG_LEVEL', 'is not a level', `export LOG_LEVEL=info, or one of ${LEVELS.join(', ')}`)
}
