/** Recognises defensive copies: what others would see without them. */
import { field, findValues, KINDS, type Node } from '../syntax/index.ts'

/** What others may hold as well: a name, or a member. */
const PATH = /^[$@]*[\p{L}_][\p{L}\p{N}_$]*(?:(?:\.|->|::)[\p{L}_][\p{L}\p{N}_$]*)*$/u
const COPIES =
  /^(?:list|dict|set|tuple|frozenset|copy\.copy|copy|(?:copy\.)?deepcopy|(?:types\.)?MappingProxyType|structuredClone|Array\.from|Object\.freeze|(?:slices|maps|bytes|strings)\.Clone|\w+\.copyOf|Collections\.unmodifiable\w+)$/
const COPIES_ITSELF = /^(?:slice|concat|copy|clone|dup|freeze|ToList|ToArray|toList)$/
const FREEZES = /freeze|unmodifiable|MappingProxy/

/** What gives a new list, and what changes the one that is there. */
const NEW_LIST = /\.to(Sorted|Reversed|Spliced)$/
const IN_PLACE: Readonly<Record<string, string>> = { Sorted: 'sort', Reversed: 'reverse', Spliced: 'splice' }
const RUBY_COPY =
  /^[^(\s]+\.(?:sort|sort_by|map|select|reject|uniq|compact|flatten|reverse|merge|gsub|sub|strip|upcase|downcase)(?=[\s(]|$)/

/** @returns what an expression would be that neither copies nor freezes; null where others see nothing of that */
export function withoutCopy(node: Node, scope: Node): string | null {
  const isRuby = node.tree.rootNode.type === 'program' && node.type === 'call'
  const { text } = node
  const callee = field(node, 'function')?.text ?? ''
  const changing = isRuby
    ? text.replace(RUBY_COPY, '$&!')
    : callee.replace(NEW_LIST, (_, name: string) => `.${IN_PLACE[name]}`) + text.slice(callee.length)
  if (changing !== text) return isOwn(/^[$@\w.]+(?=\.)/.exec(changing)?.[0] ?? '', scope) ? null : changing
  const copied = readCopied(node)
  return copied === null || !isShared(node, copied, scope) ? null : copied
}

/** Returns what an expression copies or freezes; null for another one. */
function readCopied(node: Node): string | null {
  const { text } = node
  if (node.tree.rootNode.type === 'source_file' && !/^(?:slices|maps|append)\b/.test(text)) return null
  const spread = /^(?:\[\s*(?:\.\.\.|\*)([^,]*?)\s*\]|\{\s*(?:\.\.\.|\*\*)([^,]*?)\s*\}|(.*)\[:\])$/s.exec(text)
  const whole = spread?.slice(1).find((one) => one !== undefined)
  if (whole !== undefined) return PATH.test(whole) ? whole : null
  if (node.type === 'new_expression' || KINDS.call.test(node.type) || node.type === 'object_creation_expression')
    return readOfCall(text)
  return null
}

function readOfCall(text: string): string | null {
  const [, callee = '', given = ''] = /^((?:new\s+)?[\w.$]+(?:<[\w, ]*>)?)\((.*)\)$/s.exec(text) ?? []
  const isCopy = COPIES.test(callee) || /^new\s+(?:Set|Map|\w*(?:List|Set|Map))(?:<[\w, ]*>)?$/.test(callee)
  if (isCopy) return PATH.test(given) || FREEZES.test(callee) ? given : null
  const [, grown] = /^append\(\[\][\w.*]+(?:\(nil\)|\{\}), ([\w.]+)\.\.\.\)$/.exec(text) ?? []
  const [, owner = '', method = ''] = /^(.*)(?:\.|->)(\w+)(?:\(0?\))?$/s.exec(text) ?? []
  return grown ?? (COPIES_ITSELF.test(method) && PATH.test(owner) ? owner : null)
}

const CHANGES =
  /^\W*(?:sort|reverse|push|pop|shift|unshift|splice|fill|append|extend|insert|remove|update|clear|add|delete|set)\w*$/

/** Functions that only read what they get. */
const READS =
  /(?:^|\.)(?:sorted|sum|len|max|min|any|all|list|tuple|set|dict|enumerate|zip|map|filter|join|iter|reversed|print|str|repr|stringify|keys|values|entries|from|Set|Map)$/

/** Returns whether a function made the value of a name itself. */
const isOwn = (copied: string, scope: Node) =>
  findValues(scope, copied).some(({ text }) => /^(?:[[{]|new\b|[\w.]+\()/.test(text))

/** Returns whether others see what becomes of it: it is no value of this function, and nothing only reads it. */
function isShared(node: Node, copied: string, scope: Node): boolean {
  const { parent } = node
  if (parent === null || /^for/.test(parent.type) || isOwn(copied, scope)) return false
  const [used = ''] = /^(?:\??\.|->|&\.|\[)\w*/.exec(textBehind(node, parent)) ?? []
  const callee = /argument/.test(parent.type)
    ? (parent.parent?.text.slice(0, parent.startIndex - parent.parent.startIndex) ?? '')
    : ''
  return (used === '' || CHANGES.test(used)) && !READS.test(callee)
}

/** Returns the first characters behind a node inside of another one. */
export const textBehind = (node: Node, around: Node) =>
  around.text.slice(node.endIndex - around.startIndex, node.endIndex - around.startIndex + 40).trim()
