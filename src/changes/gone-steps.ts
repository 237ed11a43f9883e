/** Finds what a function did at its end in any case, and parameters that it used: a refactoring keeps both. */
import type { Difference } from '../core/difference/difference.ts'
import { toShortCode } from '../core/util/short-code.ts'
import { field, type Node, namedNodes, ofType } from '../syntax/index.ts'
import { type CodeScope, compareScopes } from './scopes.ts'

const CLEANS = /^(?:finally_clause|defer_statement|ensure)$/
const NAMES = ['identifier', 'shorthand_property_identifier', 'variable_name']
const NAME = /^\$?[\p{L}][\p{L}\p{N}_$]*$/u

interface Steps {
  readonly cleanups: readonly string[]
  readonly unused: ReadonlySet<string>
  readonly used: ReadonlySet<string>
}

/** @param known what all changed files said before, and what they say now: a cleanup that stands elsewhere only moved */
export async function findGoneSteps(
  path: string,
  [before, after]: readonly [before: string, after: string],
  known: readonly [before: string, after: string],
): Promise<readonly Difference[]> {
  const count = (text: string) => text.match(/\b(?:finally|defer|ensure)\b/g)?.length ?? 0
  const isMoved = count(known[1]) >= count(known[0])
  return compareScopes(path, [before, after], {
    read: readSteps,
    compare: (scope, old) => {
      const now = readSteps(scope)
      const line = scope.node.startPosition.row + 1
      const gone = isMoved || now.cleanups.length > 0 ? [] : old.cleanups.slice(0, 1)
      const ignored = [...now.unused].filter((name) => old.used.has(name))
      return [
        ...gone.map((was) => ({ line, was: toShortCode(was), is: `no ${toShortCode(was)}` })),
        ...ignored.map((name) => ({ line, was: `a use of ${name}`, is: `no use of ${name}` })),
      ]
    },
  })
}

function readSteps({ node, nodes }: CodeScope): Steps {
  const list = field(node, 'parameters')
  const names = list === null ? [] : namedNodes(list).flatMap(toNames)
  const uses = names.length === 0 ? [] : ofType(node, ...NAMES)
  const ofName = Map.groupBy(
    uses.filter(({ parent }) => parent?.type !== 'variable_name'),
    ({ text }) => text,
  )
  const isUsed = (name: string) => (ofName.get(name)?.length ?? 0) > 1
  return {
    cleanups: nodes.filter(({ type }) => CLEANS.test(type)).map(({ text }) => text),
    unused: new Set(names.filter((name) => !isUsed(name))),
    used: new Set(names.filter(isUsed)),
  }
}

/** A pattern has names of its own, which are not read. */
function toNames(parameter: Node): readonly string[] {
  const given = [...parameter.childrenForFieldName('name'), field(parameter, 'pattern')].filter((one) => one !== null)
  const own = given.length > 0 ? given : [parameter.namedChildCount === 0 ? parameter : parameter.firstNamedChild]
  return own.flatMap((one) => (one !== null && NAME.test(one.text) ? [one.text] : []))
}
