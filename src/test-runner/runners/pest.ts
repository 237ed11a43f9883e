/** Pest: as PHPUnit, whose classes it runs too; its own tests are functions. */

import { detectPest, getCanaryBody, PEST, phpunit } from './phpunit.ts'
import { CANARY_FAILS, type Runner } from './runner.ts'

const isClass = (text: string) => /^\s*(?:(?:final|abstract)\s+)?class\s/m.test(text)

export const pest: Runner = {
  ...phpunit,
  name: 'Pest',
  isCommand: (command) => command.includes(PEST),
  detect: detectPest,
  canaryTests: (file, text, token) =>
    isClass(text)
      ? phpunit.canaryTests(file, text, token)
      : `\ntest('${CANARY_FAILS} ${token}', function () ${getCanaryBody()});\n`,
  canaryAt: (file, text) => (isClass(text) ? (phpunit.canaryAt?.(file, text) ?? null) : text.length),
}
