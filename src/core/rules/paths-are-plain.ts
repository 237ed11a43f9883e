import { type FileChange, SUBMODULE, SYMLINK } from '../model/commit.ts'
import type { Rule } from './rule.ts'
import { list } from './text.ts'

export const pathsArePlain: Rule = {
  code: 'paths-are-plain',
  about:
    'Test and harness files are regular files, and no other path differs from theirs only in case. No link leads out of the tree.',
  why: 'A symbolic link or a submodule lets a frozen test follow something else. No commit contains files outside of the tree. On some machines two names that differ only in case are one file.',
  choices: 'Put the files themselves in the place of links, and give every file a unique name.',
  phases: ['red', 'green', 'refactor', 'neutral'],
  level: 'error',
  needsEvidence: false,
  check({ commit }) {
    const added = commit.changes.filter(({ after }) => after !== null)
    const duplicates = Map.groupBy(added, ({ path }) => path.toLowerCase())
    const isOdd = (change: FileChange) =>
      change.isOutside === true ||
      (isGuarded(change) && (change.after?.mode === SYMLINK || change.after?.mode === SUBMODULE))
    const hasDuplicate = ({ path }: FileChange) => {
      const same = duplicates.get(path.toLowerCase()) ?? []
      return same.some((other) => other.path !== path) && same.some(isGuarded)
    }
    const paths = added.filter((change) => isOdd(change) || hasDuplicate(change)).map(({ path }) => path)
    if (paths.length === 0) return null
    return {
      message: `Not plain files: ${list(paths)}`,
      paths,
    }
  },
}

function isGuarded({ class: fileClass }: FileChange): boolean {
  return fileClass === 'test' || fileClass === 'harness'
}
