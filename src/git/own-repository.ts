/**
 * Creates the `.git` of a checkout: a repository with one commit of that tree. Tests can ask git for files and
 * revisions as in a clone, but cannot read the history or the reason of their run. The same tree always gets the same
 * commit.
 */
import { randomBytes } from 'node:crypto'
import { constants, copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sha } from '../core/model/commit.ts'
import { getTree } from './cat-file.ts'
import { removeFolder } from './clean.ts'
import { toCommitObject, type WriteObject } from './loose-object.ts'
import type { ObjectFormat, Objects } from './repository.ts'

interface OwnRepositories {
  /** Creates an empty repository in a checkout. */
  readonly begin: (checkout: string) => void
  /** Packs the one commit and the objects of a tree or commit; each tree only once. */
  readonly pack: (tree: Sha) => Promise<Packed>
  /** Copies the objects into the repository of a checkout. Changes by tests are lost with the checkout. */
  readonly fill: (checkout: string, packed: Packed, index: string) => void
}

interface Packed {
  readonly commit: Sha
  readonly folder: string
}

/** One commit needs its own tree, the baseline tree and the counterfactual again and again. */
const REMEMBERED_PACKS = 6
const BRANCH = 'refs/heads/main'
const WHO = 'author <author@example.com> 946684800 +0000'
const MESSAGE = 'snapshot\n'
/** Copies compressed objects as they are; a search for smaller deltas would take longer than the checkout. */
const PACK = ['pack-objects', '-q', '--revs', '--window=0', '--compression=1', '--threads=1']

interface Options {
  /** The scratch repository. */
  readonly gitDir: string
  readonly objects: Objects
  readonly objectFormat: ObjectFormat
  readonly write: WriteObject
}

export function createOwnRepositories(options: Options): OwnRepositories {
  const { gitDir, objects, objectFormat } = options
  const packs = new Map<Sha, Promise<Packed>>()
  const folder = join(gitDir, 'packs')
  const make = async (tree: Sha): Promise<Packed> => {
    const commit = await writeCommit(options, tree)
    const own = join(folder, randomBytes(8).toString('hex'))
    mkdirSync(own, { recursive: true })
    await objects.git([...PACK, join(own, 'pack')], { input: `${commit}\n` })
    keepFirst(own, join(gitDir, 'objects/pack'))
    return { commit, folder: own }
  }
  return {
    begin: (checkout) => writeEmpty(join(checkout, '.git'), objectFormat),
    pack: (tree) => {
      const packed = packs.get(tree) ?? make(tree)
      packs.delete(tree)
      packs.set(tree, packed)
      forgetOldest(packs)
      return packed
    },
    fill: (checkout, { commit, folder: from }, index) => {
      const own = join(checkout, '.git')
      copyFolder(from, join(own, 'objects/pack'))
      copyFileSync(index, join(own, 'index'))
      writeFileSync(join(own, BRANCH), `${commit}\n`)
    },
  }
}

async function writeCommit({ objects, write }: Options, wanted: Sha): Promise<Sha> {
  const tree = await getTree(objects.readObjects, wanted)
  return write('commit', toCommitObject({ tree, parents: [], who: WHO, message: MESSAGE }))
}

/** Keeps the first pack, so that later packs copy its compressed objects. */
function keepFirst(from: string, to: string): void {
  if (existsSync(to) && readdirSync(to).length > 0) return
  copyFolder(from, to)
}

function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) copyFileSync(join(from, name), join(to, name), constants.COPYFILE_FICLONE)
}

function forgetOldest(packs: Map<Sha, Promise<Packed>>): void {
  const [oldest] = packs
  if (packs.size <= REMEMBERED_PACKS || oldest === undefined) return
  packs.delete(oldest[0])
  void oldest[1].then(
    ({ folder }) => removeFolder(folder),
    () => undefined,
  )
}

/** Writes the files itself instead of calling `git init`: no templates, no hooks, no process. */
function writeEmpty(gitDir: string, objectFormat: ObjectFormat): void {
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags'])
    mkdirSync(join(gitDir, folder), { recursive: true })
  writeFileSync(join(gitDir, 'HEAD'), `ref: ${BRANCH}\n`)
  writeFileSync(join(gitDir, 'config'), `${getSettings(objectFormat).join('\n')}\n`)
}

function getSettings(objectFormat: ObjectFormat): readonly string[] {
  const version = objectFormat === 'sha1' ? 0 : 1
  const core = [`repositoryformatversion = ${version}`, `filemode = ${process.platform !== 'win32'}`, 'bare = false']
  const names = ['ignorecase = true', 'precomposeunicode = true', 'longpaths = true']
  const odd = process.platform === 'linux' ? [] : names
  const links = process.platform === 'win32' ? ['symlinks = false'] : []
  const lines = ['[core]', ...[...core, ...odd, ...links].map((line) => `\t${line}`)]
  return version === 0 ? lines : [...lines, '[extensions]', `\tobjectformat = ${objectFormat}`]
}
