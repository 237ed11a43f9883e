/** Writes a test command as people run it: without the placeholders and reports that only the gate uses. */

const WORD = /(?:[^\s'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+/g
const OWN = /\{(?:reports|assets|shard|timeout)\}/
const REPORT = /^(?:--?json|--(?:test-)?reporter(?:-destination)?=.*|--testLocationInResults|2>&1)$/
const ALL_FILES = /^\{files(?::-(.*))?\}$/
/** An argument that belongs to the next one. */
const TAKES_NEXT = /^(?:--[^=]+|>)$/

/** @returns null for a command that starts a program of the gate */
export function toPlainCommand(command: string): string | null {
  const words = command.match(WORD) ?? []
  const isOwn = (word = '') => !word.startsWith('-') && (OWN.test(word) || word === 'json')
  const takesOwn = (word: string, next?: string) => TAKES_NEXT.test(word) && isOwn(next)
  if (words.some((word, i) => word.startsWith('{assets}') && !TAKES_NEXT.test(words[i - 1] ?? ''))) return null
  return words
    .flatMap((word, i) => {
      const files = ALL_FILES.exec(word)
      if (files !== null) return files[1] ?? []
      return OWN.test(word) || word === 'json' || REPORT.test(word) || takesOwn(word, words[i + 1]) ? [] : [word]
    })
    .join(' ')
}
