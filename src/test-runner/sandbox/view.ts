/** Describes what one execution sees of this machine, and its bounds, as plain data: each tool builds the same view from it. */
import { totalmem } from 'node:os'

export type Mount =
  /** A file or folder of this machine, with its name inside. */
  { readonly kind: 'read' | 'write'; readonly from: string; readonly at: string } | Overlay

/** A writable view over folders that stay unchanged. */
export interface Overlay {
  readonly kind: 'overlay'
  /** The lower folders, the topmost first. */
  readonly from: readonly string[]
  readonly at: string
  /** Only these paths are shown, each at its place below `at`; null: the whole folder. */
  readonly parts: readonly string[] | null
  /** A folder that receives the changes; null: they are removed with the sandbox. */
  readonly changes: string | null
}

/** All paths are absolute; paths of this machine contain no links. */
export interface View {
  /** Files and folders of this machine that appear empty. */
  readonly hidden: readonly string[]
  /** In order: a later one covers an earlier one. Everything else of this machine is read-only. */
  readonly mounts: readonly Mount[]
  /** Where the command runs, as a path inside. */
  readonly directory: string
  readonly env: Readonly<Record<string, string>>
  readonly network: 'host' | 'none'
  readonly limits: Limits
}

/** Limits that protect the machine; no real suite reaches them. */
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

/** A program that builds the view and then runs a shell command in it. */
export interface Launcher {
  readonly argv: readonly string[]
  /** True when the program runs as another user, whom we may not signal: it ends when its standard input closes. */
  readonly endsWithInput: boolean
  readonly env: Readonly<Record<string, string>>
}

export const isOverlay = (mount: Mount): mount is Overlay => mount.kind === 'overlay'

/** Returns the paths inside at which a mount appears. */
export function placesOfMount(mount: Mount): readonly string[] {
  if (!isOverlay(mount) || mount.parts === null) return [mount.at]
  return mount.parts.map((part) => `${mount.at}/${part}`)
}

export const isBelow = (path: string, folder: string): boolean =>
  folder === '/' ? path !== '/' : path.startsWith(`${folder}/`)

const GIB = 1024 ** 3
/** Share of the machine's memory that one process may take, so that the rest stays responsive. */
const PROCESS_SHARE = 0.8
const SHARED_SHARE = 0.5
const LEAST_PROCESS_BYTES = 2 * GIB
const FILE_BYTES = 32 * GIB
const PROCESSES = 16_384

/** Computes the bounds of one execution from this machine's resources. */
export function defaultLimits(): Limits {
  const memory = totalmem()
  return {
    processBytes: Math.max(LEAST_PROCESS_BYTES, Math.floor(memory * PROCESS_SHARE)),
    fileBytes: FILE_BYTES,
    processes: PROCESSES,
    sharedBytes: Math.floor(memory * SHARED_SHARE),
  }
}

/**
 * Converts to options of `prlimit` (util-linux). `data` bounds written private memory; reserved memory does not count.
 */
export function toPrlimit({ processBytes, fileBytes, processes }: Limits): readonly string[] {
  return ['prlimit', '--core=0', `--data=${processBytes}`, `--fsize=${fileBytes}`, `--nproc=${processes}`, '--']
}

/**
 * The shell that is process 1 of a sandbox, followed by the folder and the command. Without this shell the command would
 * be process 1, for which signals have no default action. The kernel ends a process that takes too much memory before it
 * ends the measuring processes.
 */
export const INSIDE = [
  '/bin/sh',
  '-c',
  'echo 700 > /proc/self/oom_score_adj 2>/dev/null; cd "$1" || exit 127; unset OLDPWD; /bin/sh -c "$2"; exit $?',
  'sh',
] as const
