import type { NearAnswers, OddAnswers } from '../model/counterfactuals.ts'
import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { list } from './text.ts'

const SAYS: Readonly<Record<OddAnswers, string>> = {
  fails: 'fails beside its examples',
  constant: 'has one answer to all other inputs',
  remembers: 'changes its answer to the same call',
  order: 'sorts its examples, and not the lists near them',
  curve: 'is a curve through its examples',
  changes: 'changes what it gets',
  differs: 'answers differently than before',
}
const AS_BEFORE = 'If behaviour changes, take it out, and write a RED for it. Otherwise keep the answers.'
const ADVICE = 'Add an example beside those, in a RED of its own, or say in the test that the code refuses it.'
const MAX_ROWS = 6

export const answersAreGeneral: Rule = {
  code: 'answers-are-general',
  about:
    'Functions answer near inputs as they answer the examples of their tests, and keep their answers in a REFACTOR.',
  why: 'Code can be fitted to the examples of a test. So the gate calls changed functions once more where a driver calls them with literals: with numbers, texts and lists near these. The report has a table of the answers, which people judge. The rule shows a function that ends in an error of the language or in no number there. It also shows one that gives a single answer to everything else, one that answers the same call differently later, one that sorts only its examples, one that changes the list or object that it gets, and a polynomial through the examples. At a REFACTOR or a chore, the gate asks the code before and the code after: a function that answers differently, or leaves its arguments in another state, is shown. A function whose old code differs from run to run is not shown.',
  phases: ['green', 'refactor', 'neutral'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence((_context, { answers = [] }) => {
    const odd = answers.filter((one) => one.odd !== undefined)
    if (odd.length === 0) return null
    return {
      message: list(odd.map(sayOdd)),
      suggestion: odd.some((one) => one.odd === 'differs') ? AS_BEFORE : ADVICE,
      paths: [...new Set(odd.map(({ path }) => path))],
      lines: odd.map(({ path, line }) => ({ path, first: line, last: line })),
    }
  }),
}

function sayOdd({ path, line, rows, odd = 'fails' }: NearAnswers): string {
  const examples = rows.filter(({ isExample }) => isExample).slice(0, MAX_ROWS / 2)
  const others = rows.filter(({ isExample }) => !isExample).slice(0, MAX_ROWS)
  const shown = [...examples, ...others].map(({ call, answer }) => `${call} = ${answer}`)
  return `The code at ${path}:${line} ${SAYS[odd]}: ${shown.join(', ')}`
}
