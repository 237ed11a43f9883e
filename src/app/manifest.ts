/** What the App needs of an installation: what its manifest asks for, and nowhere else is said. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Needs } from '../core/installation.ts'

const MANIFEST = new URL('../../app.yml', import.meta.url)

/** What is optional there is behind a number sign, and no need until somebody takes that away. */
export function readNeeds(): Needs {
  const { default_permissions: permissions, default_events: events } = parse(readFileSync(MANIFEST, 'utf8'))
  return { permissions, events }
}
