/**
 * Trims GitHub's own descriptions of its REST interface and of its webhooks. What this product uses stays, and what only
 * people and the local GitHub of the tests need. The descriptions are far too large to be dependencies (385 MB), so they are
 * fetched into a folder of their own: `npm install --prefix /tmp/openapi @octokit/openapi@23.0.2
 * @octokit/openapi-webhooks@12.1.0 && node scripts/trim-openapi.ts /tmp/openapi`
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PERMISSIONS } from '../src/github/routes.ts'
import { PEOPLE } from '../test/simulator/people.ts'
import { WEBHOOKS } from '../test/simulator/webhooks.ts'

const REST = 'node_modules/@octokit/openapi/generated/api.github.com.json'
const HOOKS = 'node_modules/@octokit/openapi-webhooks/generated/api.github.com.json'
const FIXTURES = new URL('../test/fixtures/github/', import.meta.url)
/** Words for readers, which no validation needs. */
const PROSE = ['description', 'summary', 'tags', 'example', 'examples', 'externalDocs', 'x-multi-segment', 'x-octokit']

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }
type Table = Record<string, Record<string, Json>>
interface Description {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly paths: Table
  readonly components: Table
}
interface Webhooks {
  readonly info: { readonly version: string }
  readonly webhooks: Readonly<Record<string, { readonly post: { readonly requestBody: Body } }>>
  readonly components: Table
}
interface Body {
  readonly content: { readonly 'application/json': { readonly schema: Json } }
}

/** The routes' operations and everything that they refer to. */
export function trim(description: Description, routes: readonly string[]): unknown {
  const paths: Table = {}
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ')
    const operation = description.paths[path]?.[method.toLowerCase()]
    if (operation === undefined) throw new Error(`GitHub describes no ${route}`)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  const components: Table = {}
  collect(paths, description.components, components)
  const { openapi, info } = description
  return {
    openapi,
    info: { version: info.version, title: 'GitHub REST, trimmed', license: 'MIT, from @octokit/openapi' },
    paths,
    components,
  }
}

/** The payloads' schemas, by name of event and action, and everything that they refer to. */
export function trimWebhooks({ info, webhooks, components: from }: Webhooks, names: readonly string[]): unknown {
  const payloads: Record<string, Json> = {}
  for (const name of names) {
    const webhook = webhooks[name]
    if (webhook === undefined) throw new Error(`GitHub describes no webhook ${name}`)
    payloads[name] = webhook.post.requestBody.content['application/json'].schema
  }
  const components: Table = {}
  collect(payloads, from, components)
  const result = {
    version: info.version,
    title: 'GitHub webhooks, trimmed',
    license: 'MIT, from @octokit/openapi-webhooks',
  }
  return { info: result, payloads, components }
}

function collect(node: unknown, from: Table, into: Table): void {
  if (typeof node !== 'object' || node === null) return
  if ('$ref' in node && typeof node.$ref === 'string') {
    const [, , kind = '', name = ''] = node.$ref.split('/')
    const target = from[kind]?.[name]
    if (kind !== 'examples' && target !== undefined && into[kind]?.[name] === undefined) {
      into[kind] = { ...into[kind], [name]: target }
      collect(target, from, into)
    }
  }
  for (const part of Object.values(node)) collect(part, from, into)
}

/** Drops prose, but not a property of that name. */
function bare(node: unknown, isNames = false): unknown {
  if (Array.isArray(node)) return node.map((part) => bare(part))
  if (typeof node !== 'object' || node === null) return node
  const kept = Object.entries(node).filter(([name]) => isNames || !PROSE.includes(name))
  return Object.fromEntries(
    kept.map(([name, part]) => [name, bare(part, !isNames && ['properties', 'schemas'].includes(name))]),
  )
}

if (import.meta.main) {
  const folder = process.argv[2]
  if (folder === undefined) throw new Error('name the folder in which @octokit/openapi is installed')
  const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))
  const write = (name: string, description: unknown) =>
    writeFileSync(new URL(name, FIXTURES), `${JSON.stringify(bare(description))}\n`)
  const rest: Description = read(REST)
  write('openapi.json', trim(rest, Object.keys(PERMISSIONS)))
  write('people.json', trim(rest, Object.keys(PEOPLE)))
  write('webhooks.json', trimWebhooks(read(HOOKS), WEBHOOKS))
}
