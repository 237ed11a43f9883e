/** Finds the end of a class: a runner of classes sees no test behind it. */

/** A larger file is generated, or hostile. */
const MAX_TEXT = 524_288
/** Comments and texts are skipped; one without an end takes the rest of the file, so that each byte is read once. */
const COMMENT = String.raw`\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)|\/\/[^\n]*`
const TEXTS = String.raw`"(?:\\[\s\S]|[^"\\])*(?:"|\\?$)|'(?:\\[\s\S]|[^'\\])*(?:'|\\?$)`
const WORDS = String.raw`\bclass\s+(?<name>[\w$]+)|[{}]`

const TOKENS = {
  java: new RegExp(String.raw`${COMMENT}|"""(?:\\[\s\S]|"(?!"")|[^"\\])*(?:"""|\\?$)|${TEXTS}|${WORDS}`, 'g'),
  php: new RegExp(String.raw`${COMMENT}|#(?!\[)[^\n]*|<<<\s*["']?(?<label>\w+)["']?\n|${TEXTS}|${WORDS}`, 'g'),
}

/**
 * Returns the index of the brace that closes a class.
 * @param isWanted decides by the name of the class
 * @returns null when there is no such class, or no end of it
 */
export function findClassEnd(
  text: string,
  language: keyof typeof TOKENS,
  isWanted: (name: string) => boolean,
): number | null {
  if (text.length > MAX_TEXT) return null
  const tokens = new RegExp(TOKENS[language])
  let inner: number | null = null
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    const { name, label } = token.groups ?? {}
    if (label !== undefined) {
      const end = new RegExp(String.raw`\n\s*${label}\b`).exec(text.slice(tokens.lastIndex - 1))
      if (end === null) return null
      tokens.lastIndex += end.index + end[0].length - 1
    } else if (inner === null && name !== undefined && isWanted(name)) inner = 0
    else if (inner !== null && token[0] === '{') inner += 1
    else if (inner !== null && token[0] === '}') {
      inner -= 1
      if (inner <= 0) return inner === 0 ? token.index : null
    }
  }
  return null
}
