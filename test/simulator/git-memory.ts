/** What is asked by SHA alone never changes: git is asked once, since a process costs more than all the rest of an answer. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const READS = new Set([
  'cat-file',
  'diff',
  'diff-tree',
  'log',
  'ls-tree',
  'merge-base',
  'merge-tree',
  'rev-list',
  'show',
])
const OBJECT_KINDS = new Set(['blob', 'commit', 'tree'])
/** Options that ask about all refs: the answer is another one after the next push. */
const ALL_REFS = new Set(['--all', '--branches', '--not', '--stdin', '--tags'])
const BY_SHA = /^\^?[0-9a-f]{40}((\^(\d|\{\w+\}))|(\.{2,3}[0-9a-f]{40})|(:.*))?$/
/** merge-base and merge-tree: there is none, there are conflicts. */
const NO = 1

const remembered = new Map<string, Promise<Buffer>>()
const stores = new Map<string, string>()

export class GitError extends Error {
  readonly exitCode: number | null
  constructor(words: string, exitCode: number | null) {
    super(words)
    this.exitCode = exitCode
  }
}

/** The answer of `ask`, or what it answered before to the same question. */
export function remember(folder: string, args: readonly string[], ask: () => Promise<Buffer>): Promise<Buffer> {
  if (!isFixed(args)) return ask()
  const key = [getStore(folder), ...args].join('\0')
  const known = remembered.get(key)
  if (known !== undefined) return known
  const answer = ask()
  remembered.set(key, answer)
  // An object that is missing may come with the next push.
  answer.catch((error: unknown) => (error instanceof GitError && error.exitCode === NO) || remembered.delete(key))
  return answer
}

/** Repositories that borrow the objects of another one are alike: what one of them was answered holds for all. */
function getStore(folder: string): string {
  const lender = join(folder, 'objects/info/alternates')
  const store = stores.get(folder) ?? (existsSync(lender) ? readFileSync(lender, 'utf8').trim() : `${folder}/objects`)
  stores.set(folder, store)
  return store
}

/** Whether it names nothing that moves: no branch, no tag, no HEAD. Paths stand behind `--`. */
function isFixed([command = '', ...rest]: readonly string[]): boolean {
  if (!READS.has(command)) return false
  const end = rest.indexOf('--')
  const named = end === -1 ? rest : rest.slice(0, end)
  return named.some((arg) => BY_SHA.test(arg)) && named.every((arg) => isFixedArgument(arg))
}

function isFixedArgument(arg: string): boolean {
  return (arg.startsWith('-') && !ALL_REFS.has(arg)) || BY_SHA.test(arg) || OBJECT_KINDS.has(arg)
}
