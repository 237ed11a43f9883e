/** Errors of a checkout that does not hold what its tree names. */
import { GateError } from '../model/errors.ts'

export function rewrittenObject(path: string): GateError {
  return new GateError(
    'git-failed',
    `Git wrote ${path} with other content than the commit has: something rewrote an object of the repository.`,
    {
      text: 'Run `git fsck --full`, fetch the branch anew, and find the test that writes into the repository.',
      commands: ['git fsck --full'],
    },
  )
}

/** @param holders processes that still use the checkout, as far as the system shows them */
export function changedByProcess(
  path: string,
  holders: readonly { readonly pid: number; readonly name: string }[],
): GateError {
  const what = `${path} changed after git wrote it: a process of an earlier run still writes into the checkout.`
  const namespaces = 'Where tests have namespaces of their own (`tdd-gate doctor`), no process outlives its run.'
  if (holders.length === 0) return new GateError('git-failed', what, `End what the tests left running. ${namespaces}`)
  const named = holders.map(({ pid, name }) => `${name} (${pid})`).join(', ')
  const command = `kill ${holders.map(({ pid }) => pid).join(' ')}`
  const text = `${named} still uses it: ${command}. Then judge again. ${namespaces}`
  return new GateError('git-failed', what, { text, commands: [command] })
}
