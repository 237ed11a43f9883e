/** Finds doubles of members that production of a tree does not have. */
import type { Sha } from '../core/model/commit.ts'
import { getFolder, resolvePath } from '../core/text/nearby.ts'
import type { Scratch } from '../git/scratch.ts'
import type { Classify } from '../git/trees.ts'
import { type DoubledMember, getSyntax, loadGrammars, type Members, readMemberNames } from '../syntax/index.ts'
import { search } from './search.ts'
import { readRegular } from './tree-texts.ts'

/** Files that are searched for a name; a name that more files hold is taken as declared. */
const MAX_FILES = 300

export interface PlacedDouble extends DoubledMember {
  readonly path: string
}

/** A double, and the file or class that lacks the member. */
interface UnrealDouble {
  readonly double: PlacedDouble
  readonly of: string
}

/** @returns doubles whose member is missing, as far as code of the tree tells it */
export async function findUnreal(
  scratch: Scratch,
  tree: Sha,
  doubles: readonly PlacedDouble[],
  classify: Classify,
): Promise<readonly UnrealDouble[]> {
  if (doubles.length === 0) return []
  const paths = [...(await scratch.listTree(tree)).keys()].filter((path) => classify(path) === 'production')
  const production = new Set(paths)
  const project: Project = {
    paths,
    find: async (words) => (await search(scratch, tree, words)).filter((path) => production.has(path)),
    read: (wanted) => readFiles(scratch, tree, wanted),
  }
  const lacking = await findLacking(doubles, project)
  const targets = new Map(doubles.map((double) => [double, toTarget(double, paths)]))
  const files = await project.read([...targets.values()].flatMap((target) => target?.path ?? []))
  return doubles.flatMap((double) => {
    const of = double.module === null ? lacking.get(double.member) : lacks(double, targets.get(double) ?? null, files)
    return of ? [{ double, of }] : []
  })
}

interface Project {
  readonly paths: readonly string[]
  /** Returns files that hold one of the words. */
  readonly find: (words: readonly string[]) => Promise<readonly string[]>
  readonly read: (paths: readonly string[]) => Promise<Files>
}

type Files = ReadonlyMap<string, Members | null>

async function readFiles(scratch: Scratch, tree: Sha, paths: readonly string[]): Promise<Files> {
  await loadGrammars(paths)
  const code = paths.slice(0, MAX_FILES).filter((path) => getSyntax(path) !== null)
  const files = await readRegular(scratch, tree, code)
  return new Map(files.map(({ path, text }) => [path, readMemberNames(path, text)]))
}

interface Target {
  readonly path: string
  /** The class or value inside; empty for the module. */
  readonly owner: string
}

const JS = /\.[cm]?[jt]sx?$/
const toStem = (path: string) => path.replace(JS, '')

/** Returns the file that a double names; null where it is none of the project, or where several may be meant. */
function toTarget({ path, module, owner }: PlacedDouble, paths: readonly string[]): Target | null {
  if (module === null) return null
  if (JS.test(path)) {
    if (!module.startsWith('.')) return null
    const stem = toStem(resolvePath(getFolder(path), module))
    const own = paths.filter((one) => JS.test(one) && [stem, `${stem}/index`].includes(toStem(one)))
    return own.length === 1 && own[0] !== undefined ? { path: own[0], owner } : null
  }
  const start = module.startsWith('.') ? resolvePath(getFolder(path), module) : module
  const parts = [...start.split('/'), ...(owner === '' ? [] : [owner])]
  for (let length = parts.length; length >= Math.max(1, parts.length - 1); length -= 1) {
    const stem = parts.slice(0, length).join('/')
    const names = [`${stem}.py`, `${stem}/__init__.py`]
    const own = paths.filter((one) => names.some((name) => one === name || one === `src/${name}`))
    if (own.length === 1 && own[0] !== undefined) return { path: own[0], owner: parts[length] ?? '' }
  }
  return null
}

function lacks({ member }: DoubledMember, target: Target | null, files: Files): string | null {
  const file = target === null ? null : (files.get(target.path) ?? null)
  if (target === null || file === null) return null
  if (target.owner === '') {
    // A name of Python itself may be patched where a module uses it.
    return file.names === null || file.names.has(member) || BUILT_IN.has(member) ? null : target.path
  }
  const isWhole = file.classes.get(target.owner) === true
  return isWhole && !file.declared.has(member) ? `${target.owner} in ${target.path}` : null
}

/** Maps members that production asks for, and that nothing of the project declares, to what should have them. */
async function findLacking(doubles: readonly DoubledMember[], { paths, find, read }: Project) {
  const free = doubles.filter(({ module, member }) => module === null && !BUILT_IN.has(member))
  const asked = getAsked(new Set(free.map(({ member }) => member)), await readHolders(free, { find, read }))
  if (asked.size === 0) return new Map()
  const holders = await find(['class', 'interface'])
  const modules = paths.filter((path) => JS.test(path) || path.endsWith('.py'))
  const named = [...asked.values()]
    .flat()
    .flatMap(({ receiver }) => modules.filter((path) => isMeant(receiver, stemOf(path))))
  const files = await read([...new Set([...named, ...holders])])
  const found = new Map<string, string>()
  for (const [member, askers] of asked)
    for (const asker of askers) {
      const of = findMeant(asker, files)
      if (of !== null) found.set(member, of)
    }
  return found
}

async function readHolders(free: readonly DoubledMember[], { find, read }: Pick<Project, 'find' | 'read'>) {
  const holders = await find([...new Set(free.map(({ member }) => member))])
  const files = holders.length > MAX_FILES ? new Map<string, Members | null>() : await read(holders)
  return holders.map((path) => ({ path, members: files.get(path) ?? null }))
}

/** Code that asks an object for a member. */
interface Asker {
  readonly path: string
  readonly receiver: string
}

function getAsked(names: ReadonlySet<string>, holders: Awaited<ReturnType<typeof readHolders>>) {
  // A file that is not read may declare anything.
  const isDeclared = (name: string) => holders.some(({ members }) => members === null || members.declared.has(name))
  const open = new Set([...names].filter((name) => !isDeclared(name)))
  const asked = holders.flatMap(({ path, members }) =>
    (members?.asked ?? []).flatMap(([receiver, name]) => (open.has(name) ? [{ path, receiver, name }] : [])),
  )
  return Map.groupBy(asked, ({ name }) => name)
}

/** Returns the class that the receiver is named after, or the module; null where it may have more members. */
function findMeant({ path: from, receiver }: Asker, files: Files): string | null {
  const own = [...files].filter(([path]) => path.endsWith('.py') === from.endsWith('.py'))
  const classes = own.flatMap(([path, members]) =>
    [...(members?.classes ?? [])].flatMap(([name, isWhole]) =>
      isMeant(receiver, name) ? [{ of: `${name} in ${path}`, isWhole }] : [],
    ),
  )
  if (classes.length > 0) return classes.every(({ isWhole }) => isWhole) ? (classes[0]?.of ?? null) : null
  const modules = own.filter(([path]) => isMeant(receiver, stemOf(path)))
  return modules.length === 1 && modules[0]?.[1]?.names ? modules[0][0] : null
}

const stemOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '')

/** Names that packages give their own objects, too. */
const COMMON =
  /^(?:api|app|cache|client|con|conn|config|connection|context|ctx|cursor|data|db|event|file|fs|http|item|items|log|logger|model|node|path|redis|req|request|res|response|result|self|server|session|socket|state|stream|this|util|utils|value)$/

/** Returns whether a variable is named like a class or a module: `gateway`, `_gateway` or `paymentGateway` for `PaymentGateway`. */
function isMeant(receiver: string, name: string): boolean {
  const [own, other] = [toWords(receiver), toWords(name)]
  const last = own.at(-1)
  if (last === undefined || COMMON.test(own.join('')) || last !== other.at(-1)) return false
  const [short, long] = own.length < other.length ? [own, other] : [other, own]
  if (short.length === 1 && COMMON.test(last)) return false
  return short.every((word, n) => word === long[long.length - short.length + n])
}

const toWords = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')

/** Members of values that every program has, and functions of Python itself. */
const BUILT_IN: ReadonlySet<string> = new Set([
  ...[Object, Function, Array, String, Number, Map, Set, Promise, Date, RegExp, Error].flatMap((own) => [
    ...Object.getOwnPropertyNames(own),
    ...Object.getOwnPropertyNames(own.prototype),
  ]),
  ...'open,input,print,exit,quit,id,len,sorted,range,isinstance,getattr,hash,iter,max,min,sum,round,super,type,append,close,copy,count,decode,emit,encode,extend,fetch,flush,format,index,insert,items,json,lower,next,on,once,pop,read,readline,remove,send,split,startswith,status,strip,text,update,upper,write'.split(
    ',',
  ),
])
