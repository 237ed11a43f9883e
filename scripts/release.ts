/**
 * Makes and checks releases. `node scripts/release.ts prepare 0.2.0` writes the version into package.json and the lock
 * file and a section into CHANGELOG.md, from the commits since the newest release. `prepare --dry-run` writes nothing, and
 * says what would be published. `check <tag>` and `notes <version>` are for the workflow that a tag starts.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

export interface Commit {
  readonly sha: string
  readonly subject: string
  readonly body: string
}

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/
const SUBJECT = /^(\w+)(?:\(([\w./-]+)\))?(!)?: (.+)$/
const BREAKING = /^BREAKING[ -]CHANGE: (.+)/m
/** What users notice, in the order of the notes. */
const SECTIONS = { feat: 'New', fix: 'Fixed', perf: 'Faster' } as const
const HEAD = '# Changelog\n\nWhat users notice. [What may change before 1.0](docs/reference/versions.md)\n'
/** Stands there until the first release. */
const NO_RELEASE = /\nThere is no release yet\.[^\n]*\n/

/**
 * Checks the version of a release. @param published tags of earlier releases
 * @throws Error that names what does not fit
 */
export function checkVersion(tag: string, version: string, published: readonly string[]): void {
  if (!VERSION.test(version)) throw new Error(`${version} is not a version: x.y.z`)
  if (tag !== `release/v${version}`) throw new Error(`package.json says ${version}, the tag is ${tag}.`)
  const newest = getNewest(published)
  if (newest !== null && compare(version, newest) <= 0) throw new Error(`${version} does not follow ${newest}.`)
}

/** Returns the newest of the tags `v1.2.3` without its `v`; null: there is no release yet. */
export function getNewest(tags: readonly string[]): string | null {
  const versions = tags.flatMap((tag) => (VERSION.test(tag.slice(1)) && tag.startsWith('v') ? [tag.slice(1)] : []))
  return versions.toSorted(compare).at(-1) ?? null
}

function compare(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => (VERSION.exec(version) ?? []).slice(1).map(Number)) as [
    number[],
    number[],
  ]
  const place = a.findIndex((part, i) => part !== b[i])
  return place < 0 ? 0 : (a[place] ?? 0) - (b[place] ?? 0)
}

/** Returns the notes of a release: breaking changes first, then what is new, fixed and faster. */
export function toNotes(commits: readonly Commit[]): string {
  const parsed = commits.map((commit) => ({ ...commit, parts: SUBJECT.exec(commit.subject)?.slice(1) ?? [] }))
  const broken = parsed.flatMap(({ parts, body, sha }) => {
    const text = BREAKING.exec(body)?.[1] ?? (parts[2] ? parts[3] : undefined)
    return text === undefined ? [] : [toLine(parts[1], text, sha)]
  })
  const sections = Object.entries(SECTIONS).map(([type, title]) => {
    const lines = parsed.filter(({ parts }) => parts[0] === type)
    return toSection(
      title,
      lines.map(({ parts, sha }) => toLine(parts[1], parts[3] ?? '', sha)),
    )
  })
  return [toSection('Breaking', broken), ...sections].join('') || '\nNothing that users notice.\n'
}

const toSection = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? '' : `\n### ${title}\n\n${lines.join('\n')}\n`

/** Subjects are texts of commits: what Markdown or HTML would take for its own is escaped. */
function toLine(scope: string | undefined, text: string, sha: string): string {
  const escaped = text.replaceAll(/[\\<>[\]*_|@]/g, (sign) => (sign === '<' ? '&lt;' : `\\${sign}`))
  return `- ${scope === undefined ? '' : `**${scope}**: `}${escaped} (${sha.slice(0, 9)})`
}

/** @returns the changelog with a section for this version on top @throws Error where it has one already */
export function withSection(changelog: string, version: string, date: string, notes: string): string {
  if (getSection(changelog, version) !== null) throw new Error(`CHANGELOG.md has a section of ${version} already.`)
  const before = (changelog.startsWith(HEAD) ? changelog.slice(HEAD.length) : changelog).replace(NO_RELEASE, '')
  return `${HEAD}\n## ${version} (${date})\n${notes}${before}`
}

/** Returns the notes of a version; null: there is no such section. */
export function getSection(changelog: string, version: string): string | null {
  const [, ...sections] = changelog.split(/^## /m)
  const found = sections.find((section) => section.startsWith(`${version} (`))
  return found === undefined ? null : found.slice(found.indexOf('\n') + 1).trim()
}

const git = (...words: readonly string[]) => execFileSync('git', words, { encoding: 'utf8', maxBuffer: 2 ** 28 })
const getTags = () => git('tag', '--list', 'v*').split('\n').filter(Boolean)

function getCommits(since: string | null): readonly Commit[] {
  const range = since === null ? 'HEAD' : `v${since}..HEAD`
  const records = git('log', '--no-merges', '--format=%H%x00%s%x00%b%x01', range).split('\u0001')
  return records.flatMap((record) => {
    const [sha = '', subject = '', body = ''] = record.trim().split('\0')
    return sha === '' ? [] : [{ sha, subject, body }]
  })
}

function prepare(version: string): void {
  const newest = getNewest(getTags())
  checkVersion(`release/v${version}`, version, getTags())
  for (const file of ['package.json', 'package-lock.json']) {
    const before = readFileSync(file, 'utf8')
    const own = JSON.parse(before).version
    // The first ones of the lock file are its own and that of its root package.
    writeFileSync(
      file,
      replaceFirst(before, `"version": "${own}"`, `"version": "${version}"`, file === 'package.json' ? 1 : 2),
    )
  }
  const changelog = existsSync('CHANGELOG.md') ? readFileSync('CHANGELOG.md', 'utf8') : HEAD
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync('CHANGELOG.md', withSection(changelog, version, date, toNotes(getCommits(newest))))
  console.log(`Read CHANGELOG.md. Then, on main:
  npm run docs && git commit --all --message "chore(release): ${version}"
  git tag release/v${version} && git push origin main release/v${version}`)
}

function replaceFirst(text: string, from: string, to: string, times: number): string {
  return Array.from({ length: times }).reduce<string>((before) => before.replace(from, to), text)
}

/** Without a version: what package.json says, or the next minor one where that is published. */
async function preview(named: string | undefined): Promise<void> {
  const { previewRelease } = await import('./release-preview.ts')
  const tags = getTags()
  const newest = getNewest(tags)
  const { version: own } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [major = 0, minor = 0] = (newest ?? own).split('.').map(Number)
  const version = named ?? (newest === null || compare(own, newest) > 0 ? own : `${major}.${minor + 1}.0`)
  checkVersion(`release/v${version}`, version, tags)
  const commits = getCommits(newest)
  const count = (type: string) => commits.filter(({ subject }) => SUBJECT.exec(subject)?.[1] === type).length
  const notes = Object.entries(SECTIONS).map(([type, title]) => `${count(type)} ${title.toLowerCase()}`)
  for (const line of await previewRelease(process.cwd(), version, notes.join(', '))) console.log(line)
}

async function main([command, ...words]: readonly string[]): Promise<void> {
  const [word = ''] = words
  if (command === 'prepare' && words.includes('--dry-run')) return preview(words.find((one) => one !== '--dry-run'))
  if (command === 'prepare') prepare(word)
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const notes = getSection(existsSync('CHANGELOG.md') ? readFileSync('CHANGELOG.md', 'utf8') : '', version)
  if (command === 'check') checkVersion(word, version, getTags())
  if (notes === null)
    throw new Error(`CHANGELOG.md has no section of ${version}: node scripts/release.ts prepare ${version}`)
  if (command === 'notes') console.log(notes)
}

if (import.meta.main) {
  try {
    await main(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
