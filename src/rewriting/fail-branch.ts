/** Lets a branch fail as soon as it runs: the edits of each language, and what they call. */
import { type CodeEdit, insert, type Node, ofScripts, replace } from '../syntax/index.ts'

/** The text that an executed branch prints; its number follows. */
export const BRANCH_MARK = 'tdd-gate-branch-'

/** By grammar: what the edits call, for the end of the file. */
export const BRANCH_HELPERS: Readonly<Record<string, string>> = {
  ...ofScripts(
    (any) => `\nfunction tddGateBranch(mark${any})${any} {\n  throw new Error('${BRANCH_MARK}' + mark + ';')\n}\n`,
  ),
  python: `\n\ndef tdd_gate_branch(mark):\n    raise RuntimeError('${BRANCH_MARK}%d;' % mark)\n`,
}

type Fail = (arm: Node, mark: string) => readonly CodeEdit[]

const isStatement = ({ type }: Node) =>
  /_(?:statement|declaration|definition|list)$/.test(type) && type !== 'expression_list'

/** What `forEach` calls is never waited for. */
function failUnlessPromise({ text, startIndex, endIndex }: Node, call: string): readonly CodeEdit[] {
  if (/\.forEach\(\s*async\b/.test(text)) return []
  return [
    insert(startIndex, `void ((made) => [made].flat().some((one) => one?.then) || ${call})(`),
    insert(endIndex, ')'),
  ]
}

const failJs: Fail = (arm, mark) => {
  const call = `tddGateBranch(${mark})`
  if (arm.type === 'statement_block') return [insert(arm.startIndex + 1, ` ${call};`)]
  if (arm.parent?.type === 'expression_statement') return failUnlessPromise(arm, call)
  if (!isStatement(arm)) return [insert(arm.startIndex, `(${call}, `), insert(arm.endIndex, ')')]
  const isAlone = /^(?:if_statement|else_clause)$/.test(arm.parent?.type ?? '')
  return isAlone
    ? [insert(arm.startIndex, `{ ${call}; `), insert(arm.endIndex, ' }')]
    : [insert(arm.startIndex, `${call};`)]
}

const failPython: Fail = (arm, mark) => {
  const call = `tdd_gate_branch(${mark})`
  const statement = arm.type === 'block' ? arm.firstNamedChild : arm
  if (statement === null) return []
  if (arm.type !== 'block' && !/_(?:statement|definition)$/.test(arm.type))
    return [insert(arm.startIndex, `(${call} or (`), insert(arm.endIndex, '))')]
  const { row, column } = statement.startPosition
  const isInline = arm.type === 'block' && arm.parent?.startPosition.row === row
  return [insert(statement.startIndex, isInline ? `${call}; ` : `${call}\n${' '.repeat(column)}`)]
}

/** Fails where the dropped result is an error, and where it is none at all, as a truth value is. */
function failOnError(declaration: Node, mark: string): readonly CodeEdit[] {
  const dropped = declaration.childForFieldName('left')?.lastNamedChild
  const name = `tddGateError${declaration.startIndex}`
  const check = `; if interface{}(${name}) != nil { panic("${BRANCH_MARK}${mark};") }`
  return dropped ? [replace(dropped, name), insert(declaration.endIndex, check)] : []
}

/** Code behind a panic compiles, and what it needs is still used. */
const failGo: Fail = (arm, mark) => {
  if (arm.type === 'short_var_declaration') return failOnError(arm, mark)
  const at = arm.type === 'block' ? arm.startIndex + 1 : arm.startIndex
  return [insert(at, ` panic("${BRANCH_MARK}${mark};");`)]
}

/** An arm keeps its type: code behind a panic compiles. */
const failRust: Fail = (arm, mark) => {
  const call = `panic!("${BRANCH_MARK}${mark};");`
  if (arm.type === 'block') return [insert(arm.startIndex + 1, ` ${call}`)]
  return [insert(arm.startIndex, `{ ${call} `), insert(arm.endIndex, ' }')]
}

/** An expression may not throw before PHP 8, so a function does. */
const failPhp: Fail = (arm, mark) => {
  const fails = `throw new \\RuntimeException('${BRANCH_MARK}${mark};');`
  if (arm.type === 'compound_statement') return [insert(arm.startIndex + 1, ` ${fails}`)]
  return isStatement(arm)
    ? [insert(arm.startIndex, `{ ${fails} `), insert(arm.endIndex, ' }')]
    : [insert(arm.startIndex, `((function () { ${fails} })() ?: (`), insert(arm.endIndex, '))')]
}

const failRuby: Fail = (arm, mark) => {
  const call = `raise('${BRANCH_MARK}${mark};')`
  const first = /^(?:then|else|body_statement)$/.test(arm.type) ? arm.firstNamedChild : null
  if (first !== null) return [insert(first.startIndex, `${call}; `)]
  return [insert(arm.startIndex, `(${call}; `), insert(arm.endIndex, ')')]
}

export const FAIL_BRANCH: Readonly<Record<string, Fail>> = {
  ...ofScripts(() => failJs),
  python: failPython,
  go: failGo,
  rust: failRust,
  ruby: failRuby,
  php: failPhp,
}
