/** Paths as reports name them: most runners know files, some (Go) know only the folder of a package. */

/** The files themselves and the folders they lie in; the top folder is `.`. */
export function nearby(files: Iterable<string>): ReadonlySet<string> {
  return new Set([...files].flatMap((file) => [file, getFolder(file)]))
}

export function getFolder(file: string): string {
  return file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.'
}
