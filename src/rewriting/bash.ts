/** Shells: a function succeeds and prints nothing; so does a script without functions, which may be sourced. */
import { field } from '../syntax/index.ts'
import { createBraceLanguage } from './braces.ts'
import { isThrowing, OTHER } from './language.ts'

export const bash = createBraceLanguage({
  grammar: 'bash',
  functions: new Set(['function_definition']),
  classes: new Set(),
  inert: new Set(['comment']),
  getBody: ({ node }, variant) => {
    if (field(node, 'body')?.type !== 'compound_statement') return null
    return isThrowing(variant) ? 'return 127;' : variant === 'other' ? `echo ${OTHER};` : ':;'
  },
  always: '',
  startsFixed: () => true,
  isNeutral: ({ text }) => /^(?:(?:set|\.|source)\s|(?:main|"?\$\{?1\}?"?)\s+"\$@"$)/.test(text),
  emptyScript: (text, variant) => {
    const status = isThrowing(variant) ? 127 : 0
    const end = `${variant === 'other' ? `echo ${OTHER}; ` : ''}return ${status} 2>/dev/null || exit ${status}`
    return text.startsWith('#!') ? text.replace('\n', `\n${end}\n`) : `${end}\n${text}`
  },
})
