/** Reads whether the gate is on in a repository: an organisation can ask for a custom property. */
import type { RepositoryRef } from '../../../core/model/event.ts'
import { GATE_PROPERTY } from '../../../core/status/checks.ts'
import type { GitHub } from '../../routes.ts'
import { isInvalid, type ReadOrganisation } from './organisation.ts'

/** @throws GateError for a refusal of GitHub */
export type IsEnabled = (github: GitHub, repository: RepositoryRef) => Promise<boolean>

/** A change counts after this time. */
const FRESH_MS = 300_000
const MAX_REPOSITORIES = 10_000

/** Returns a reader with a cache. Where the organisation asks for nothing, the gate is on, and the repository is not read. */
export function createEnabledReader(readOrganisation: ReadOrganisation, now: () => number = Date.now): IsEnabled {
  const known = new Map<string, { readonly at: number; readonly isOn: boolean }>()
  return async (github, { id, owner, repo }) => {
    if (!(await asksForProperty(readOrganisation, github, owner))) return true
    const before = known.get(id)
    if (before !== undefined && now() - before.at < FRESH_MS) return before.isOn
    const { data } = await github.request('GET /repos/{owner}/{repo}', { owner, repo })
    const isOn = data.custom_properties?.[GATE_PROPERTY] === 'on'
    known.delete(id)
    known.set(id, { at: now(), isOn })
    const [oldest] = known.keys()
    if (known.size > MAX_REPOSITORIES && oldest !== undefined) known.delete(oldest)
    return isOn
  }
}

/** An invalid file switches nothing off. */
async function asksForProperty(read: ReadOrganisation, github: GitHub, owner: string): Promise<boolean> {
  try {
    return (await read(github, owner))?.enabledBy === 'property'
  } catch (error) {
    if (isInvalid(error)) return false
    throw error
  }
}
