/** What one execution sees of this machine, as plain data: the same view is built by each tool that can build one. */

export type Mount =
  /** A file or folder of this machine, under its name inside. */
  { readonly kind: 'read' | 'write'; readonly from: string; readonly at: string } | Overlay

/** A writable view over folders that stay as they are. */
export interface Overlay {
  readonly kind: 'overlay'
  /** The folders below, the topmost first. */
  readonly from: readonly string[]
  readonly at: string
  /** Only these paths of it are shown, each at its place below `at`; null: all of it. */
  readonly parts: readonly string[] | null
  /** A folder that keeps what is written; null: it is thrown away with the sandbox. */
  readonly changes: string | null
}

/** All paths are absolute, and free of links where they name this machine. */
export interface View {
  /** Files and folders of this machine that are empty inside. */
  readonly hidden: readonly string[]
  /** In order: a later one lies over an earlier one. Everything else of this machine can only be read. */
  readonly mounts: readonly Mount[]
  /** Where the command runs, as named inside. */
  readonly directory: string
  readonly env: Readonly<Record<string, string>>
  readonly network: 'host' | 'none'
  readonly limits: Limits
}

/** Bounds that no real suite meets: they protect the machine, not the project's taste. */
export interface Limits {
  /** Private memory of one process, in bytes. */
  readonly processBytes: number
  /** Size of one file, in bytes. */
  readonly fileBytes: number
  /** Processes and threads of the user. Root is not bound by it. */
  readonly processes: number
  /** Files in memory (`/dev/shm`), in bytes. */
  readonly sharedBytes: number
}

/** What a shell command becomes: a program that builds the view first. */
export interface Launcher {
  readonly argv: readonly string[]
  /** True where the program runs as another user, whom we may not signal: it ends when its standard input closes. */
  readonly endsWithInput: boolean
  readonly env: Readonly<Record<string, string>>
}

export const isOverlay = (mount: Mount): mount is Overlay => mount.kind === 'overlay'

/** The places inside at which a mount appears. */
export function placesOfMount(mount: Mount): readonly string[] {
  if (!isOverlay(mount) || mount.parts === null) return [mount.at]
  return mount.parts.map((part) => `${mount.at}/${part}`)
}

export const isBelow = (path: string, folder: string): boolean =>
  folder === '/' ? path !== '/' : path.startsWith(`${folder}/`)
