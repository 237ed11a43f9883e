/** Puts a line around work that is not committed. The files are the same in the end, so that it fits onto them again. */
export const layAside = (line: string) => `git stash push --quiet && ${line} && git stash pop --quiet --index`
