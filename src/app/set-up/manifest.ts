/** Reads the permissions and events that the App needs from its manifest, the only place that defines them. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Needs } from '../../core/status/installation.ts'

const MANIFEST = new URL('../../../app.yml', import.meta.url)

/** Optional ones are comments in the manifest and become needs when they are uncommented. */
export function readNeeds(): Needs {
  const { default_permissions: permissions, default_events: events } = readManifest()
  return { permissions, events }
}

/** Returns the manifest in GitHub's format, without the addresses of a host. */
export function readManifest() {
  return parse(readFileSync(MANIFEST, 'utf8'))
}
