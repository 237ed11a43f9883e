/** The types of nodes that several readers and trials ask for, in all languages. */
export const KINDS = {
  block: /^(?:block|statement_list|statement_block|body_statement|compound_statement|then)$/,
  call: /^(?:call|await_expression|await|.*call_expression|method_invocation|invocation_expression)$/,
  /** Statements, expressions and modifiers that ask a condition; no loops. */
  conditional: /^(?:if|elif|elsif|else_if|unless|conditional|ternary)/,
  function:
    /^(?:(?:generator_)?function_(?:declaration|expression|definition|item)|arrow_function|method(?:_definition|_declaration)?|singleton_method|lambda|local_function_statement)$/,
  /** What throws, or asserts. */
  refusal: /^(?:throw_statement|throw_expression|raise_statement|assert_statement)$/,
} as const
