/** Reads the permissions and events that the App needs from its manifest, the only place that defines them. */
import { readFileSync } from 'node:fs'
import { isMap, isScalar, parse, parseDocument } from 'yaml'
import type { Needs } from '../../core/status/installation.ts'
import { isSource } from '../../core/util/module-url.ts'

/** At the top of a checkout, and beside the bundle. */
const MANIFEST = new URL(isSource(import.meta.url) ? '../../../app.yml' : 'app.yml', import.meta.url)

/** Optional ones are comments in the manifest and become needs when they are uncommented. */
export function readNeeds(): Needs {
  const { default_permissions: permissions, default_events: events } = readManifest()
  return { permissions, events }
}

/** Returns the manifest in GitHub's format, without the addresses of a host. */
export function readManifest() {
  return parse(readFileSync(MANIFEST, 'utf8'))
}

/** A permission that the App requests, and what for. */
export interface Permission {
  readonly name: string
  readonly access: string
  readonly reason: string
}

/** Returns the permissions in the order of the manifest; its comments are the reasons. */
export function readPermissions(): readonly Permission[] {
  const permissions = parseDocument(readFileSync(MANIFEST, 'utf8')).get('default_permissions')
  if (!isMap(permissions)) return []
  return permissions.items.map(({ key, value }, index) => ({
    name: String(key),
    access: String(value),
    // The parser gives the first comment to the map itself.
    reason: toLine((isScalar(key) && key.commentBefore) || (index === 0 && permissions.commentBefore) || ''),
  }))
}

const toLine = (comment: string) => comment.replaceAll(/\s+/g, ' ').trim()
