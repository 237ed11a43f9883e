/**
 * Trims GitHub's own description of its REST interface to the routes that this product uses, for the contract tests.
 * The description is far too large to be a dependency (385 MB), so it is fetched into a folder of its own:
 * `npm install --prefix /tmp/openapi @octokit/openapi@23.0.2 && node scripts/trim-openapi.ts /tmp/openapi`
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PERMISSIONS } from '../src/github.ts'

const SOURCE = 'node_modules/@octokit/openapi/generated/api.github.com.json'
const TARGET = new URL('../test/fixtures/github/openapi.json', import.meta.url)
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
  const description: Description = JSON.parse(readFileSync(join(folder, SOURCE), 'utf8'))
  writeFileSync(TARGET, `${JSON.stringify(bare(trim(description, Object.keys(PERMISSIONS))))}\n`)
}
