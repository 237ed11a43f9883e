/** Words that findings share: short lists, first lines, and paths that are safe inside a command. */
import type { Sha } from '../commit.ts'

const MAX_LINE = 160
const PLAIN_WORD = /^[\w./@+-]+$/
/** A backtick would end the command that a suggestion quotes, a control character the line. */
const UNQUOTABLE = /[`\p{Cc}]/u

/** `one, two and 3 more`: lists stay readable whatever their size; `omitted` entries were left out before. */
export function list(items: readonly string[], most = 3, omitted = 0): string {
  const shown = items.slice(0, most)
  const more = items.length + omitted - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

/**
 * Commands that stop at an earlier commit, so that it can be amended, and that go on from there: in a POSIX shell, without
 * an editor, whatever editors and lengths of ids are configured.
 */
export function stopAt(sha: Sha): { readonly stop: string; readonly goOn: string } {
  const id = sha.slice(0, 12)
  return {
    stop: `GIT_SEQUENCE_EDITOR="sed -i.bak 's/^p[a-z]* ${id}/edit ${id}/'" git -c core.abbrev=12 rebase -i ${id}~1`,
    goOn: 'GIT_EDITOR=true git rebase --continue',
  }
}

/** A trailer as `git commit` takes it. */
export function trailerOption(key: string, value: string): string {
  const trailer = `${key}: ${value}`
  return `--trailer ${/^[\w.# :-]+$/.test(trailer) ? `"${trailer}"` : shellWords([trailer], `"${key}: ..."`)}`
}

/** A line that only says where: `node:internal/x:331`, `test/cart.test.js:5`, `test_cart.py:1: in <module>`. */
const PLACE = /^\S+:\d+(?::\d+)?(?::? in <\w+>)?$/
const EXCEPTION = /^(?:E\s+)?((?:[\w.$]*(?:Error|Exception)\b).*)$/

/** The first line that says something, or what was thrown where that line only names a place; cut to a readable length. */
export function firstLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  const first = lines.find((line) => line !== '') ?? ''
  const thrown = PLACE.test(first) ? lines.flatMap((line) => EXCEPTION.exec(line)?.[1] ?? [])[0] : undefined
  return (thrown ?? first).slice(0, MAX_LINE)
}

/**
 * Words as a POSIX shell reads them. Names come from commits that are judged, and agents run what suggestions say:
 * a name that could break out becomes the placeholder, and so do many names.
 */
export function shellWords(words: readonly string[], placeholder: string, most = 5): string {
  if (words.length === 0 || words.length > most || words.some((word) => UNQUOTABLE.test(word))) return placeholder
  return words.map((word) => (PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ')
}
