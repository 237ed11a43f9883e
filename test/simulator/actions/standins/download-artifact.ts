/**
 * `actions/download-artifact` v8: by name, by ids, by pattern, or all of the run. Left out: artifacts of other runs and
 * repositories (`run-id`, `repository`, `github-token`), which are refused; a digest that differs cannot be met here.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { minimatch } from 'minimatch'
import { ARCHIVE_LIMITS, openArchive } from '../../../../src/github/read/evidence/archive.ts'
import type { Artifact } from '../../world.ts'
import type { StandIn, StandInStep } from './index.ts'

export const downloadArtifact: StandIn = {
  inputs: {
    name: '',
    'artifact-ids': '',
    path: '',
    pattern: '',
    'merge-multiple': 'false',
    'digest-mismatch': 'error',
    'github-token': '',
    repository: '',
    'run-id': '',
  },
  run: download,
}

async function download({ state, inputs }: StandInStep): Promise<Readonly<Record<string, string>>> {
  const elsewhere = ['github-token', 'repository', 'run-id'].filter((name) => inputs[name] !== '')
  if (elsewhere.length > 0) throw new Error(`${elsewhere.join(', ')}: artifacts of other runs are not known here.`)
  const path = resolve(state.folders.workspace, (inputs['path'] ?? '').replace(/^~/, state.folders.home))
  const { artifacts, isSingle } = select(state, inputs)
  const isFlat = isSingle || inputs['merge-multiple'] === 'true'
  for (const artifact of artifacts) await unpack(artifact, isFlat ? path : join(path, artifact.name))
  return { 'download-path': path }
}

/** A name, or a single id, is put into the folder itself; of several, each into a folder of its own. */
function select({ flight }: StandInStep['state'], inputs: StandInStep['inputs']) {
  const { name = '', pattern = '' } = inputs
  const all = flight.trigger.repository.artifacts.filter(({ run, isExpired }) => run === flight.run && !isExpired)
  const newest = [...new Map(all.map((each) => [each.name, each])).values()]
  if (name !== '') {
    const found = newest.find((each) => each.name === name)
    if (found === undefined) throw new Error(`Unable to download artifact(s): Artifact not found for name: ${name}`)
    return { artifacts: [found], isSingle: true }
  }
  if (inputs['artifact-ids'] !== '') return byIds(all, inputs['artifact-ids'] ?? '')
  return {
    artifacts: pattern === '' ? newest : newest.filter((each) => minimatch(each.name, pattern)),
    isSingle: false,
  }
}

function byIds(all: readonly Artifact[], text: string) {
  const ids = text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  if (ids.length === 0) throw new Error("No valid artifact IDs provided in 'artifact-ids' input")
  const artifacts = all.filter(({ id }) => ids.includes(String(id)))
  const missing = ids.filter((id) => !artifacts.some((each) => String(each.id) === id))
  if (missing.length > 0) throw new Error(`Unable to download artifact(s): not found: ${missing.join(', ')}`)
  return { artifacts, isSingle: artifacts.length === 1 }
}

async function unpack({ bytes }: Artifact, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const archive = await openArchive(bytes, (name) => resolve(folder, name).startsWith(folder + sep))
  for (const name of archive.names) {
    const target = join(folder, name)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, archive.read(name, ARCHIVE_LIMITS.entryBytes) ?? '')
  }
}
