/**
 * Lays out what an execution sees: the checkout at the path of the working tree, its own HOME, and no files of ours.
 */
import { existsSync, lstatSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { leadsThroughLink, outermost, partsBelow, secretFiles, shownPaths } from './home.ts'
import { isBelow, isOverlay, type Mount, placesOfMount } from './view.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** The paths inside the sandbox. */
export interface Places {
  readonly checkout: string
  readonly home: string
  readonly temporary: string
  readonly reports: string
  readonly assets: string
}

export interface LayoutOptions {
  /** The scratch folder. */
  readonly folder: string
  /** The checkout on this machine. */
  readonly tree: string
  /**
   * The top of the working tree, where the checkout appears: installed tools may contain their own path. Null: none.
   */
  readonly top: string | null
  /** Folders of this machine that tests must not see: the clone, the recording, the cache. */
  readonly hidden: readonly string[]
  readonly source: Variables
  /** Our own reporters. */
  readonly assets: string
  /** The tests' own PATH. */
  readonly path: string
}

/** The same for every execution of a measurer. */
export interface Layout {
  readonly places: Places
  readonly hidden: readonly string[]
  /** HOME on this machine; null without a usable one. */
  readonly realHome: string | null
  /** Without HOME itself: a fresh folder, or the one of the set-up. */
  readonly mounts: readonly Mount[]
  /** Files with secrets that are seen, without links. */
  readonly secretFiles: readonly string[]
}

const TEMPORARY = '/tmp'
/** Folders of a system: never hidden, never covered. */
const SYSTEM = [
  '/',
  '/bin',
  '/boot',
  '/dev',
  '/etc',
  '/home',
  '/lib',
  '/lib64',
  '/opt',
  '/proc',
  '/root',
  '/sbin',
  '/srv',
  '/sys',
  '/tmp',
  '/usr',
  '/var',
]
/** Sockets of the machine, mounted disks, queues: hidden from tests. */
const ALWAYS_HIDDEN = ['/run', '/mnt', '/media', '/var/spool']
/** Parts of hidden folders that tests need: name resolution, and databases that listen on a socket. */
const STILL_SHOWN = [
  '/run/systemd/resolve',
  '/run/resolvconf',
  '/run/postgresql',
  '/run/mysqld',
  '/run/redis',
  '/run/opengl-driver',
]
/** Folders of a GitHub runner: its files and commands. */
const RUNNER_FOLDERS = ['RUNNER_TEMP', 'RUNNER_WORKSPACE', 'GITHUB_WORKSPACE', 'GITHUB_ACTION_PATH']

export function layOut(options: LayoutOptions): Layout {
  const { folder, tree, source } = options
  const realHome = getHome(source, options.top)
  const home = realHome ?? `${TEMPORARY}/home`
  const top =
    options.top !== null && !isSystem(options.top) && !isAt(home, options.top) ? realpathSync(options.top) : null
  const places: Places = {
    checkout: top ?? `${home}/checkout`,
    home,
    temporary: TEMPORARY,
    reports: `${home}/.reports`,
    assets: `${home}/.assets`,
  }
  const fresh: readonly Mount[] = [
    { kind: 'write', from: join(folder, 'tmp'), at: TEMPORARY },
    { kind: 'write', from: join(folder, 'var-tmp'), at: '/var/tmp' },
    { kind: 'write', from: tree, at: places.checkout },
    { kind: 'write', from: join(folder, 'reports'), at: places.reports },
    { kind: 'read', from: options.assets, at: places.assets },
  ]
  const covered = [home, TEMPORARY, '/var/tmp', '/dev/shm', places.checkout]
  const hidden = hiddenFolders(options, covered)
  return {
    places,
    hidden,
    realHome,
    secretFiles: seenSecrets(options, { home, realHome, top, empty: [...covered, ...hidden] }),
    mounts: [...fresh, ...shown(options, { home, realHome, empty: [...covered, ...hidden], top })],
  }
}

/** In a folder that appears empty, only what is shown is seen. */
function seenSecrets({ source, path }: LayoutOptions, { realHome, top, empty }: Empty): readonly string[] {
  const seen = shownPaths(source, path, realHome).filter((one) => !isOurs(one, top))
  const files = [...new Set(secretFiles(source, path).map((file) => realpathSync(file)))]
  return files.filter((file) => seen.some((one) => isAt(file, one)) || !empty.some((folder) => isAt(file, folder)))
}

function getHome({ HOME }: Variables, top: string | null): string | null {
  if (HOME === undefined || !HOME.startsWith('/') || !existsSync(HOME)) return null
  const home = realpathSync(HOME)
  if ((isSystem(home) && home !== '/root') || (top !== null && isAt(home, top))) return null
  return home
}

const isSystem = (path: string) =>
  SYSTEM.includes(path) || ['/usr/', '/etc/', '/proc/', '/sys/'].some((root) => path.startsWith(root))
const isAt = (path: string, folder: string) => path === folder || isBelow(path, folder)

function hiddenFolders({ folder, hidden, source }: LayoutOptions, covered: readonly string[]): readonly string[] {
  const ofRunner = RUNNER_FOLDERS.flatMap((name) => source[name] ?? [])
  const others = ['/root', dirname(source['GITHUB_EVENT_PATH'] ?? '/')]
  const all = [...ALWAYS_HIDDEN, ...others, ...ofRunner, ...hidden, folder].filter(
    (path) => path.startsWith('/') && existsSync(path),
  )
  return outermost(
    all
      .map((path) => realpathSync(path))
      .filter((path) => (path === '/root' || !isSystem(path)) && !covered.some((place) => isAt(path, place))),
  )
}

interface Empty {
  readonly home: string
  readonly realHome: string | null
  readonly top: string | null
  /** Folders of this machine whose own contents stay hidden. */
  readonly empty: readonly string[]
}

function shown({ source, path }: LayoutOptions, { home, realHome, top, empty }: Empty): readonly Mount[] {
  const needed = STILL_SHOWN.filter(existsSync)
  const paths = outermost([...shownPaths(source, path, realHome), ...needed]).filter((path) => !isOurs(path, top))
  const inHome = realHome === null ? [] : partsBelow(paths, realHome)
  const view: readonly Mount[] =
    realHome === null || inHome.length === 0
      ? []
      : [{ kind: 'overlay', from: [realHome], at: home, parts: inHome, changes: null }]
  const elsewhere = paths.filter((path) => realHome === null || !isBelow(path, realHome))
  return [
    ...view,
    ...elsewhere
      .filter((path) => empty.some((one) => isAt(path, one)))
      .map((path): Mount => ({ kind: 'read', from: path, at: path })),
  ]
}

/** Files of the working tree come from the commit, or are lent without a set-up. */
const isOurs = (path: string, top: string | null) => top !== null && isAt(path, top) && !path.includes('/node_modules/')

/** Sorts mounts so that one within another comes after it. */
export function orderMounts(mounts: readonly Mount[]): readonly Mount[] {
  return mounts.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** Creates the mount points within our folders. A tool that runs as root would create them as root. */
export function makePoints(mounts: readonly Mount[]): void {
  for (const [index, mount] of mounts.entries()) {
    for (const place of placesOfMount(mount)) {
      const around = mounts.slice(0, index).findLast((other) => !isOverlay(other) && isBelow(place, other.at))
      if (around === undefined || isOverlay(around) || around.kind === 'read') continue
      const point = relative(around.at, place)
      if (!leadsThroughLink(around.from, point)) makePoint(join(around.from, point), getSource(mount, place))
    }
  }
}

function getSource(mount: Mount, place: string): string {
  if (!isOverlay(mount)) return mount.from
  return join(mount.from[0] ?? '', relative(mount.at, place))
}

function makePoint(point: string, source: string): void {
  if (lstatSync(point, { throwIfNoEntry: false }) !== undefined) return
  const isFolder = !existsSync(source) || lstatSync(realpathSync(source)).isDirectory()
  mkdirSync(isFolder ? point : dirname(point), { recursive: true })
  if (!isFolder) writeFileSync(point, '')
}
