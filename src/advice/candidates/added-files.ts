/** Takes files that the rejected commit adds to its code into a commit of their own: one may have been forgotten there. */
import { addedExportIsShown } from '../../core/rules/added-export-is-shown.ts'
import { shellWords, trailerOption } from '../../core/rules/text.ts'
import { count } from '../../core/util/count.ts'
import { type Candidate, getBlocked, quotePaths, takeApart } from '../situation.ts'

export const splitAddedFiles: Candidate = {
  code: 'split-added-files',
  about: 'Commit the added files on their own',
  // What other code can use is a feature: it asks for a test.
  unlike: () => [addedExportIsShown.code],
  propose: (situation) => {
    const { at } = situation
    const commit = getBlocked(situation)
    if (commit === undefined || commit.parents.length > 1) return null
    const added = commit.changes.filter((change) => change.class === 'production' && change.before === null)
    const own = [...new Set(added.map(({ path }) => path))]
    const others = [...new Set(commit.changes.map(({ path }) => path))].filter((path) => !own.includes(path))
    const [ownNames, otherNames] = [quotePaths(own), quotePaths(others)]
    if (ownNames === null || otherNames === null) return null
    const subject = `chore: add ${own.length === 1 ? own[0] : count(own.length, 'file')}`
    const message = shellWords([subject], "'chore: add a file'")
    return {
      first: at,
      last: at,
      commands: [
        takeApart(commit),
        `git add --all -- ${ownNames}`,
        `git commit --quiet --message=${message} ${trailerOption('Phase', 'refactor')}`,
        `git add --all -- ${otherNames}`,
        'git commit --quiet --reuse-message=ORIG_HEAD',
      ],
    }
  },
}
