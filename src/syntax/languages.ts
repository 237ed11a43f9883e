/** Which files a grammar reads, and which of its nodes are texts or annotations. */
import { extname } from 'node:path'

/** The types of nodes, by what they mean; those of `texts` are read as they are, with their blanks. */
export interface Syntax {
  /** The name of tree-sitter's grammar. */
  readonly grammar: string
  readonly texts: ReadonlySet<string>
  /** Strings in which one quote means what the other one means, unless they hold one of these characters. */
  readonly quotes: RegExp | null
  /** A line end behind these words ends the statement, whatever follows. */
  readonly endsAtLine: ReadonlySet<string>
  /** Each comma and semicolon counts in these nodes. */
  readonly exact: ReadonlySet<string>
  readonly isTyped: boolean
  /** A string that stands alone documents the code around it; parameters may have type hints. */
  readonly isPython: boolean
}

/** Gives the grammars of JavaScript and TypeScript an entry of a table. @param create of how each writes the type `any` */
export function ofScripts<T>(create: (any: string) => T) {
  const typed = create(': any')
  return { javascript: create(''), typescript: typed, tsx: typed }
}

const NONE: ReadonlySet<string> = new Set()
/** @param texts types of nodes, with commas or blanks between them */
export const toTypes = (...texts: readonly string[]): ReadonlySet<string> => new Set(texts.join(',').split(/[ ,]/))

const create = (grammar: string, own: Partial<Omit<Syntax, 'grammar'>>): Syntax => ({
  grammar,
  texts: NONE,
  quotes: null,
  endsAtLine: NONE,
  exact: NONE,
  isTyped: false,
  isPython: false,
  ...own,
})

function createJavascript(grammar: string): Syntax {
  return create(grammar, {
    isTyped: grammar !== 'javascript',
    texts: toTypes('string,template_string,template_literal_type,regex,jsx_text,html_character_reference'),
    quotes: /["'\\]/,
    endsAtLine: toTypes('return,throw,break,continue,yield,async,using,type,interface,namespace,abstract'),
  })
}

const javascript = createJavascript('javascript')
const typescript = createJavascript('typescript')
const python = create('python', {
  texts: toTypes('string'),
  quotes: /["'\\]/,
  exact: toTypes('subscript,tuple_pattern'),
  isPython: true,
})
const ruby = create('ruby', {
  texts: toTypes(
    'string,string_array,symbol_array,bare_symbol,delimited_symbol,heredoc_body,regex,subshell,character,uninterpreted',
  ),
  quotes: /["'\\#%]/,
  exact: toTypes('block_parameters'),
})
const php = create('php', {
  texts: toTypes('string,encapsed_string,heredoc,nowdoc,shell_command_expression,text'),
  quotes: /["'\\$]/,
})
const bash = create('bash', {
  texts: toTypes('string,raw_string,ansi_c_string,translated_string,heredoc_body,regex,expansion,extglob_pattern'),
  quotes: /["'\\$`!]/,
})
const cpp = create('cpp', {
  texts: toTypes('string_literal,raw_string_literal,char_literal,system_lib_string,preproc_arg'),
})
const rust = create('rust', {
  texts: toTypes('string_literal,raw_string_literal,char_literal'),
  // A macro sees each of them.
  exact: toTypes('token_tree,token_tree_pattern,token_repetition,token_repetition_pattern,tuple_pattern,tuple_type'),
})
const go = create('go', {
  texts: toTypes('interpreted_string_literal,raw_string_literal,rune_literal'),
  // A semicolon there divides what is done first from what is asked.
  exact: toTypes('if_statement,expression_switch_statement,type_switch_statement'),
})
const java = create('java', { texts: toTypes('string_literal,character_literal,template_expression') })
const csharp = create('c-sharp', {
  texts: toTypes(
    'string_literal,verbatim_string_literal,raw_string_literal,interpolated_string_expression,character_literal',
  ),
})

const BY_EXTENSION: readonly (readonly [extensions: string, syntax: Syntax])[] = [
  ['.js .mjs .cjs .jsx', javascript],
  ['.ts .mts .cts', typescript],
  ['.tsx', createJavascript('tsx')],
  ['.py .pyi', python],
  ['.rb', ruby],
  ['.php', php],
  ['.sh .bash', bash],
  ['.c .h .cc .cpp .cxx .hh .hpp .hxx', cpp],
  ['.rs', rust],
  ['.go', go],
  ['.java', java],
  ['.cs', csharp],
]
const SYNTAXES = new Map(
  BY_EXTENSION.flatMap(([extensions, syntax]) => extensions.split(' ').map((one) => [one, syntax] as const)),
)

/** What the program brings along. */
export const GRAMMARS: readonly string[] = BY_EXTENSION.map(([, { grammar }]) => grammar)

/** Returns null for a file that no grammar reads. */
export const getSyntax = (path: string): Syntax | null => SYNTAXES.get(extname(path)) ?? null
