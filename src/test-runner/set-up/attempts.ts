/** Tries a set-up with the files that it should read alone, and with the whole tree where that fails. */
import type { Sha } from '../../core/model/commit.ts'
import { getContents, getInfos, type ReadObjects } from '../../git/cat-file.ts'
import type { Suite } from '../run-plan.ts'
import { runTexts } from '../texts.ts'
import { getSetups, listAttempts, pathsToInspect, type SetupInput, suggestInputs } from './inputs.ts'
import type { NotReady, SetupContext } from './install.ts'
import type { TreeFiles } from './installed.ts'
import { getInstallScripts } from './package-managers.ts'

/** A larger manifest counts as one that may read any file. */
const MAX_TEXT_BYTES = 1_048_576
/** Bytes of manifests that are read at once. */
const MAX_BATCH_BYTES = 67_108_864

/** Returns the first result without a failure; the last one is that of the whole tree. */
type RunAttempts = <T extends { readonly notReady: NotReady }>(
  tree: Sha,
  files: TreeFiles,
  run: (input: SetupInput) => Promise<T>,
) => Promise<T>

export function createAttempts(
  suites: readonly Suite[],
  { readObjects, isInput, dependsOn, sandbox, note }: SetupContext,
): RunAttempts {
  const { checkout, home } = sandbox.places
  const machine = { platform: `${process.platform}-${process.arch}`, dependsOn, checkout, home }
  const configs = suites.map(({ config }) => config)
  const setups = getSetups(configs)
  const texts = new Map<Sha, string | null>()
  /** Inputs that were not enough. */
  const tooFew = new Set<string>()
  return async (tree, files, run) => {
    const paths = ['package.json', ...(isInput === null ? pathsToInspect(setups, files) : [])]
    await readTexts(
      paths.flatMap((path) => files.get(path)?.id ?? []),
      texts,
      readObjects,
    )
    const read = (path: string) => texts.get(files.get(path)?.id ?? '') ?? null
    const attempts = listAttempts({ suites: configs, tree, files, isInput, read, machine })
    for (const input of attempts.filter(({ isWhole, key }) => !isWhole && !tooFew.has(key))) {
      const result = await run(input)
      if (result.notReady.size === 0) return result
      tooFew.add(input.key)
    }
    const result = await run(attempts.at(-1) as SetupInput)
    // An error of the set-up comes first and alone.
    if (result.notReady.size === 0 && (attempts.length > 1 || isInput === null)) {
      const scripts = getInstallScripts(read('package.json') ?? '')
      note(runTexts.setUpOfTree(suggestInputs(setups, files, scripts)))
    }
    return result
  }
}

/** Writes the tree that is checked out for the set-up. */
export function writeInputs({ composeTree }: SetupContext, files: TreeFiles): Promise<Sha> {
  return composeTree(
    null,
    [...files].map(([path, blob]) => ({ path, blob })),
  )
}

/** Adds the texts of blobs that are not known yet. */
async function readTexts(ids: readonly Sha[], texts: Map<Sha, string | null>, readObjects: ReadObjects): Promise<void> {
  const unknown = [...new Set(ids)].filter((id) => !texts.has(id))
  const infos = await getInfos(readObjects, unknown)
  let left = MAX_BATCH_BYTES
  const small = infos.flatMap((info) => {
    if (info?.type !== 'blob' || info.size > Math.min(MAX_TEXT_BYTES, left)) return []
    left -= info.size
    return [info.id]
  })
  const contents = await getContents(readObjects, small)
  for (const id of unknown) texts.set(id, contents[small.indexOf(id)]?.toString('utf8') ?? null)
}
