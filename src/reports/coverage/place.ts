/** Knows where a coverage report comes from: its relative paths may start from several folders of the tree. */

export interface CoveragePlace {
  /** The folder of the report: two reports of one folder mean one file by one path. */
  readonly at: string
  /** Folders of the tree from which relative paths may start, the likeliest first; the last one is '', the top. */
  readonly folders: readonly string[]
  /** Absolute paths of the checkout in which the tests ran. */
  readonly checkouts: readonly string[]
}

/** Nothing is known but the tree. */
export const NOWHERE: CoveragePlace = { at: '', folders: [''], checkouts: [] }

interface ReportOrigin {
  /** The path of the report in the tree; null when it lies outside of the tree. */
  readonly name: string | null
  /** The folder in which the command ran, in the tree. */
  readonly directory: string
  readonly checkouts: readonly string[]
  /** The folder of a report outside of the tree; it distinguishes equal paths of several reports. */
  readonly outside?: string
}

/** A tool writes paths from where it starts: mostly the parent of its report, otherwise the folder of the command. */
export function placeOf({ name, directory, checkouts, outside = '' }: ReportOrigin): CoveragePlace {
  const own = name === null ? [] : foldersAbove(name)
  const start = toFolder(directory)
  const folders = [...own, ...(start === '' ? [] : [start, ...foldersAbove(start)])]
  return { at: own[0] ?? `${start}\n${outside}`, folders: [...new Set(folders), ''], checkouts }
}

/** Lists the folders above a path, the nearest first: `a/b`, `a` of `a/b/c`. */
export function foldersAbove(path: string): readonly string[] {
  const parts = toFolder(path).split('/')
  return parts.slice(1).map((_, n) => parts.slice(0, parts.length - 1 - n).join('/'))
}

const toFolder = (path: string) =>
  path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')
