/** What the App needs of an installation: what its manifest asks for, and nowhere else is said. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Needs } from '../../core/status/installation.ts'

const MANIFEST = new URL('../../../app.yml', import.meta.url)

/** What is optional there is behind a number sign, and no need until somebody takes that away. */
export function readNeeds(): Needs {
  const { default_permissions: permissions, default_events: events } = readManifest()
  return { permissions, events }
}

/** As GitHub takes it, without the addresses of a host. */
export function readManifest() {
  return parse(readFileSync(MANIFEST, 'utf8'))
}
