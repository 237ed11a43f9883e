/** Converts paths to the forms of reports: most runners name files, some (Go) only the folder of a package. */

/** Returns the files themselves and their folders; the top folder is `.`. */
export function nearby(files: Iterable<string>): ReadonlySet<string> {
  return new Set([...files].flatMap((file) => [file, getFolder(file)]))
}

export function getFolder(file: string): string {
  return file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.'
}

/** Joins paths as a file system does, without leaving the top. */
export function resolvePath(folder: string, relative: string): string {
  const parts: string[] = []
  for (const part of `${folder}/${relative}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}
