type Environment = Readonly<Record<string, string | undefined>>

export function defaultCacheDir(env: Environment): string
export function makeCompiledDir(env: Environment): string | null
/** @param mode of each folder that is made @throws NodeJS.ErrnoException */
export function makeFolder(folder: string, mode?: number): void
