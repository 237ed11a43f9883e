/** Writes git objects without git: a file each, named by the hash of what it holds. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { Sha } from '../core/model/commit.ts'
import type { ObjectFormat } from './repository.ts'

/** The mode that git gives objects: no object is ever changed. */
const MODE = 0o444
const FASTEST = { level: 1 }

export type WriteObject = (type: 'blob' | 'commit' | 'tree', content: string | Buffer) => Sha

/** Writes into the repository `gitDir`; an object that is there already stays as it is. */
export function createObjectWriter(gitDir: string, format: ObjectFormat): WriteObject {
  return (type, content) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const object = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes])
    const id = createHash(format).update(object).digest('hex')
    const path = join(gitDir, 'objects', id.slice(0, 2), id.slice(2))
    if (existsSync(path)) return id
    mkdirSync(dirname(path), { recursive: true })
    // Whole or not at all: other processes read while this one writes.
    const part = `${path}.${randomBytes(4).toString('hex')}`
    writeFileSync(part, deflateSync(object, FASTEST), { mode: MODE, flag: 'wx' })
    renameSync(part, path)
    return id
  }
}

interface CommitText {
  readonly tree: Sha
  readonly parents: readonly Sha[]
  /** `name <email> <seconds> <zone>`: author and committer. */
  readonly who: string
  readonly message: string
}

export function toCommitObject({ tree, parents, who, message }: CommitText): string {
  const lines = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), `author ${who}`, `committer ${who}`]
  return `${lines.join('\n')}\n\n${message}`
}
