/** Refuses options of Task Master that are no options here, and names what does their work. */
import { notAnOption } from '../core/errors/usage.ts'

/**
 * @param words what follows a command
 * @throws GateError `bad-usage`
 */
export function refuseElsewhere(words: readonly string[]): void {
  for (const word of words) {
    const option = word.replace(/=.*/s, '')
    const task = words.find((one) => !one.startsWith('-')) ?? '<task>'
    const refusal = notAnOption(option, task)
    if (refusal !== null) throw refusal
  }
}
