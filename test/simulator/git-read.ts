/** Commits, trees and differences as records. */
import { git, IS_SHA, lines, type Place, tryGit, ZERO } from './git.ts'

export interface Person {
  readonly name: string
  readonly email: string
  /** ISO 8601 in whole seconds, UTC. */
  readonly date: string
}

export interface GitCommit {
  readonly sha: string
  readonly tree: string
  readonly parents: readonly string[]
  readonly author: Person
  readonly committer: Person
  readonly message: string
  readonly signature: string | null
}

/** By folder and SHA: what a commit says never changes. */
const knownCommits = new Map<string, GitCommit>()

export async function readCommit(place: Place, sha: string): Promise<GitCommit> {
  const key = `${place.folder} ${sha}`
  const commit = knownCommits.get(key) ?? (await parseCommit(place, sha))
  if (IS_SHA.test(sha)) knownCommits.set(key, commit)
  return commit
}

async function parseCommit(place: Place, sha: string): Promise<GitCommit> {
  const raw = await git(place, ['cat-file', 'commit', sha])
  const end = raw.indexOf('\n\n')
  const head = raw.slice(0, end).replaceAll('\n ', '\r').split('\n')
  const all = (name: string) =>
    head.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1))
  const [tree = '', author = '', committer = '', signature] = ['tree', 'author', 'committer', 'gpgsig'].map(
    (name) => all(name)[0],
  )
  return {
    sha,
    tree,
    parents: all('parent'),
    author: toPerson(author),
    committer: toPerson(committer),
    message: raw.slice(end + 2).replace(/\n$/, ''),
    signature: signature?.replaceAll('\r', '\n') ?? null,
  }
}

function toPerson(line: string): Person {
  const [, name = '', email = '', seconds = '0'] = /^(.*?) ?<(.*)> (\d+) /.exec(line) ?? []
  return { name, email, date: new Date(Number(seconds) * 1000).toISOString().replace('.000', '') }
}

export interface ChangedFile {
  readonly sha: string
  readonly filename: string
  readonly status: string
  readonly additions: number
  readonly deletions: number
  readonly previous: string | null
  readonly patch: string
}

const STATUS: Readonly<Record<string, string>> = { A: 'added', M: 'modified', D: 'removed', R: 'renamed', T: 'changed' }

/** What changed between two trees or commits. */
export async function readChanges(place: Place, before: string, after: string): Promise<ChangedFile[]> {
  const diff = (...kind: string[]) => git(place, ['diff', '--no-color', '--find-renames', '-z', ...kind, before, after])
  const [raw, numbers, patch] = [
    await diff('--raw', '--abbrev=40'),
    await diff('--numstat'),
    await git(place, ['diff', '--no-color', '--find-renames', before, after]),
  ]
  const counts = getCounts(numbers)
  const patches = patch.split(/^diff --git .*$/m).slice(1)
  return getChanges(raw).map(({ sha, kind, paths }, index) => {
    const [additions = 0, deletions = 0] = counts[index] ?? []
    const text = patches[index] ?? ''
    return {
      sha,
      filename: paths.at(-1) ?? '',
      status: STATUS[kind] ?? 'changed',
      additions,
      deletions,
      previous: paths.length > 1 ? (paths[0] ?? null) : null,
      patch: text.includes('\n@@') ? text.slice(text.indexOf('\n@@') + 1).trimEnd() : '',
    }
  })
}

function getChanges(raw: string): { sha: string; kind: string; paths: string[] }[] {
  const parts = raw.split('\0').filter((part) => part !== '')
  const changes: { sha: string; kind: string; paths: string[] }[] = []
  for (const part of parts) {
    const [, , , sha, status] = part.startsWith(':') ? part.split(' ') : []
    if (sha !== undefined && status !== undefined) changes.push({ sha, kind: status.slice(0, 1), paths: [] })
    else changes.at(-1)?.paths.push(part)
  }
  return changes
}

/** A rename's paths stand apart in numstat with -z: `1\t2\t`, old, new. */
function getCounts(numbers: string): [number, number][] {
  return numbers
    .split('\0')
    .filter((part) => /^(\d+|-)\t(\d+|-)\t/.test(part))
    .map((part) => part.split('\t').map((number) => Number.parseInt(number, 10) || 0) as [number, number])
}

export interface TreeEntry {
  readonly mode: string
  readonly type: string
  readonly sha: string
  readonly size: number | null
  readonly path: string
}

/** Null when there is no such tree. */
export async function readTree(
  place: Place,
  tree: string,
  options: readonly string[] = [],
): Promise<TreeEntry[] | null> {
  const printed = await tryGit(place, ['ls-tree', '-z', '--long', ...options, tree])
  if (printed === null) return null
  return printed
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [about = '', path = ''] = entry.split('\t')
      const [mode = '', type = '', sha = '', size = '-'] = about.split(/ +/)
      return { mode, type, sha, path, size: size === '-' ? null : Number(size) }
    })
}

/** Added, removed and modified paths of one commit against its first parent. */
export async function readPaths(place: Place, sha: string): Promise<Readonly<Record<'A' | 'D' | 'M', string[]>>> {
  const printed = await git(place, [
    'diff-tree',
    '--root',
    '--no-commit-id',
    '-r',
    '-m',
    '--first-parent',
    '--name-status',
    sha,
  ])
  const rows = lines(printed).map((line) => line.split('\t') as [string, string])
  const of = (kind: string) => rows.filter(([status]) => status === kind).map(([, path]) => path)
  return { A: of('A'), D: of('D'), M: of('M') }
}

/** Branches (`heads`) or tags with where they point, by name. */
export async function listRefs(place: Place, below: string): Promise<{ ref: string; sha: string }[]> {
  const printed = await git(place, ['for-each-ref', '--format=%(objectname) %(refname)', below])
  return lines(printed).map((line) => ({ sha: line.slice(0, ZERO.length), ref: line.slice(ZERO.length + 1) }))
}
