/** Lets a branch fail as soon as it runs: the edits of each language, and what they call. */
import { type CodeEdit, insert, type Node, ofScripts, replace, surround } from '../syntax/index.ts'

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

const failJs: Fail = (arm, mark) => {
  const call = `tddGateBranch(${mark})`
  if (arm.type === 'statement_block') return [insert(arm.startIndex + 1, ` ${call};`)]
  if (arm.parent?.type === 'expression_statement')
    // What `forEach` calls is never waited for.
    return /\.forEach\(\s*async\b/.test(arm.text)
      ? []
      : surround(arm, `void ((made) => [made].flat().some((one) => one?.then) || ${call})(`, ')')
  if (!isStatement(arm)) return surround(arm, `(${call}, `, ')')
  const isAlone = /^(?:(?:if|for|for_in|while)_statement|else_clause)$/.test(arm.parent?.type ?? '')
  return isAlone ? surround(arm, `{ ${call}; `, ' }') : [insert(arm.startIndex, `${call};`)]
}

const failPython: Fail = (arm, mark) => {
  const call = `tdd_gate_branch(${mark})`
  const statement = arm.type === 'block' ? arm.firstNamedChild : arm
  if (statement === null) return []
  if (arm.type !== 'block' && !/_(?:statement|definition)$/.test(arm.type)) return surround(arm, `(${call} or (`, '))')
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

export const FAIL_BRANCH: Readonly<Record<string, Fail>> = {
  ...ofScripts(() => failJs),
  python: failPython,
  // Code behind a panic compiles, and what it needs is still used.
  go: (arm, mark) => {
    if (arm.type === 'short_var_declaration') return failOnError(arm, mark)
    const at = arm.type === 'block' ? arm.startIndex + 1 : arm.startIndex
    return [insert(at, ` panic("${BRANCH_MARK}${mark};");`)]
  },
  'go test': (arm, mark) => [insert(arm.startIndex + 1, ` t.Fatal("${BRANCH_MARK}${mark};");`)],
  // An arm keeps its type: code behind a panic compiles.
  rust: (arm, mark) => {
    const call = `panic!("${BRANCH_MARK}${mark};");`
    return arm.type === 'block' ? [insert(arm.startIndex + 1, ` ${call}`)] : surround(arm, `{ ${call} `, ' }')
  },
  ruby: (arm, mark) => {
    const call = `raise('${BRANCH_MARK}${mark};')`
    const first = /^(?:then|else|body_statement)$/.test(arm.type) ? arm.firstNamedChild : null
    return first === null ? surround(arm, `(${call}; `, ')') : [insert(first.startIndex, `${call}; `)]
  },
  // An expression may not throw before PHP 8, so a function does.
  php: (arm, mark) => {
    const fails = `throw new \\RuntimeException('${BRANCH_MARK}${mark};');`
    if (arm.type === 'compound_statement') return [insert(arm.startIndex + 1, ` ${fails}`)]
    return isStatement(arm)
      ? surround(arm, `{ ${fails} `, ' }')
      : surround(arm, `((function () { ${fails} })() ?: (`, '))')
  },
}
