/** Refuses a wrong call of a command for operators, with the usage of that command. */
import { badAdminCall } from '../../core/errors/app.ts'
import type { GateError } from '../../core/model/errors.ts'
import { adminTexts, type CommandName, USAGES } from './texts.ts'

/** @param name the command; empty: it is missing */
export function wrongCommand(name: string): GateError {
  const message = name === '' ? adminTexts.noCommand : adminTexts.unknownCommand(name)
  const usages = Object.values(USAGES).map(([usage]) => usage)
  return badAdminCall(message, `admin ${usages.join(' | ')}`)
}

/** @param wrong the argument; empty: it is missing @param expected `the number of an entry` */
export function wrongArgument(name: CommandName, wrong: string, expected: string): GateError {
  return wrongCall(name, wrong === '' ? `An argument is missing: ${expected}.` : `\`${wrong}\` is not ${expected}.`)
}

export function wrongCall(name: CommandName, message: string): GateError {
  return badAdminCall(message, `admin ${USAGES[name][0]}`)
}
