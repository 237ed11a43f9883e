/**
 * `actions/attest` v4 with a predicate of its own: an in-toto statement about subjects that a file of checksums names,
 * kept with the repository. Left out: other subjects, provenance, SBOMs, registries, and the signature, which names the workflow.
 */
import { readFileSync } from 'node:fs'
import type { StandIn, StandInStep } from './index.ts'

const MAX_BYTES = 16 * 1024 * 1024
const LINE = /^([0-9a-f]{64}) [ *](.+)$/

export const attest: StandIn = {
  inputs: {
    'subject-path': '',
    'subject-digest': '',
    'subject-name': '',
    'subject-checksums': '',
    'subject-version': '',
    'sbom-path': '',
    'predicate-type': '',
    predicate: '',
    'predicate-path': '',
    'push-to-registry': 'false',
    'create-storage-record': 'true',
    'show-summary': 'true',
    'github-token': '',
  },
  run: sign,
}

async function sign({ state, inputs }: StandInStep): Promise<Readonly<Record<string, string>>> {
  const { hub, flight, level, token } = state
  if (state.identity['ACTIONS_ID_TOKEN_REQUEST_URL'] === undefined)
    throw new Error('missing "id-token" permission. Please add "permissions: id-token: write" to your workflow.')
  const lines = readFileSync(inputs['subject-checksums'] ?? '', 'utf8')
    .split(/\r?\n/)
    .filter(Boolean)
  const subject = lines.map((line) => {
    const [, sha256 = '', name = ''] = LINE.exec(line) ?? []
    if (sha256 === '') throw new Error(`Invalid digest: ${line}`)
    return { name, digest: { sha256 } }
  })
  const text = readFileSync(inputs['predicate-path'] ?? '', 'utf8')
  if (text.length > MAX_BYTES) throw new Error(`predicate file exceeds maximum allowed size: ${MAX_BYTES} bytes`)
  if (inputs['predicate-type'] === '') throw new Error('predicate-type must be provided')
  const { caller } = hub.world.tokens.get(token) ?? {}
  if (caller?.kind !== 'job' || caller.permissions['attestations'] !== 'write')
    throw new Error('Failed to persist attestation: Resource not accessible by integration')
  const { repository, path, ref } = level.workflow
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: inputs['predicate-type'],
    predicate: JSON.parse(text),
  }
  const id = hub.world.nextId()
  flight.trigger.repository.attestations.push({ id, statement, signer: `${repository.fullName}/${path}@${ref}` })
  return { 'attestation-id': String(id) }
}
