/** Errors of a call: unknown words, and systems or servers that cannot serve it. */
import { advise, GateError } from '../model/errors.ts'

/** @param words of a call that works */
export function badUsage(message: string, words: string): GateError {
  return new GateError('bad-usage', message, advise('', `tdd-gate ${words}`))
}

export function unknownRule(code: string, hint: string, nearest: string | null): GateError {
  const command = ['tdd-gate explain', nearest].filter((word) => word !== null).join(' ')
  return new GateError('unknown-rule', `no rule is called \`${code}\`${hint}`, advise('', command))
}

export function unknownFormat(format: string, hint: string, known: readonly string[]): GateError {
  const message = `no report format is called \`${format}\`${hint}`
  return new GateError('unknown-format', message, `Known formats: ${known.join(', ')}`)
}

/** Windows has no process groups: a test runner would leave processes behind. */
export function noApp(): GateError {
  const next = 'Run it from a clone of the repository of tdd-gate: npm ci && npm start'
  return new GateError('bad-usage', 'This package holds no App.', next)
}

export function noWindows(): GateError {
  return new GateError('unsupported-system', 'Windows has no process groups, so tests that hang could not be ended.', {
    text: 'wsl --install, then run tdd-gate there; or let CI measure: tdd-gate init',
    commands: ['wsl --install'],
  })
}

export function configNotReadable(file: string, cause: Error): GateError {
  return new GateError(
    'bad-config',
    `${file} cannot be read: ${cause.message}`,
    (command) => advise('Name an existing file', `${command} --config <file>`),
    cause,
  )
}

/** @param mistakes one line each: place and mistake */
export function badConfig(file: string, mistakes: readonly string[]): GateError {
  const next = `Correct ${file}; the keys are described in schema/tdd-gate.schema.json.`
  return new GateError('bad-config', mistakes.join('\n'), next)
}

export function agentFailed(how: string): GateError {
  return new GateError('agent-failed', `The agent ended with ${how}.`, 'Correct its command, then run again.')
}
