/** Parses any JSON; null where the text is none, as for the text `null`. */
export function parseAnyJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
