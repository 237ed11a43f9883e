/** Removes secrets from what is kept of a run: other people read its reports and output. */

import { getCredentials } from './credentials.ts'

export interface Redactor {
  readonly text: (text: string) => string
  /** Yields the same bytes without secrets; never holds more than a chunk and the longest secret. */
  readonly bytes: (chunks: Iterable<Uint8Array>) => Generator<Buffer>
}

/** Shorter texts occur in every report by chance. */
const MIN_SECRET = 6
/** Minimal length of a line in a secret of several lines; shorter lines may be keywords of its format. */
const MIN_LINE = 16
const REDACTED = '***'
const MAX_TOKEN = 4_096
/**
 * GitHub's token formats: classic, fine-grained, and of installations, which may contain a JWT:
 * https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats
 */
const TOKENS = [
  `ghs_[A-Za-z0-9._-]{36,${MAX_TOKEN}}`,
  `gh[pour]_[A-Za-z0-9]{36,${MAX_TOKEN}}`,
  `github_pat_[A-Za-z0-9_]{22,${MAX_TOKEN}}`,
]
const MAX_PREFIX = 'github_pat_'.length

/**
 * Creates a redactor.
 * @param secrets values as the runner has them, and URLs with a password; values shorter than MIN_SECRET characters are ignored
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const all = secrets.flatMap((secret) => [secret, ...getCredentials(secret)])
  const texts = [...new Set(all.flatMap(getParts).flatMap(getWritings))].filter((text) => text.length >= MIN_SECRET)
  const encoded = texts.flatMap((text) => [latin(Buffer.from(text, 'utf8')), latin(Buffer.from(text, 'utf16le'))])
  const [inText, inBytes] = [getPattern(texts), getPattern(encoded)]
  const longest = Math.max(MAX_TOKEN + MAX_PREFIX, ...encoded.map(({ length }) => length))
  return {
    text: (text) => text.replace(inText, REDACTED),
    bytes: (chunks) => redactChunks(chunks, inBytes, longest),
  }
}

/** Returns the whole secret, and its lines when it has several: tools indent them. */
function getParts(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim())
  return [secret, secret.trim(), ...lines.filter((line) => line.length >= MIN_LINE)].filter(
    ({ length }) => length >= MIN_SECRET,
  )
}

/** Returns the forms in which reports write a text. */
function getWritings(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1)
  const element = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const attribute = element.replaceAll('"', '&quot;')
  return [
    ...[text, json, toAscii(json), element, attribute],
    ...[attribute.replaceAll("'", '&apos;'), attribute.replaceAll("'", '&#39;')],
    encodeURIComponent(text.toWellFormed()),
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
  ]
}

function toAscii(json: string): string {
  return json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Decodes one character for each byte, so that patterns can match bytes. */
function latin(bytes: Buffer): string {
  return bytes.toString('latin1')
}

/** Puts the longest secret first: of two with the same beginning no rest may remain. */
function getPattern(texts: readonly string[]): RegExp {
  const escaped = texts
    .toSorted((a, b) => b.length - a.length)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp([...escaped, ...TOKENS].join('|'), 'g')
}

function* redactChunks(chunks: Iterable<Uint8Array>, pattern: RegExp, longest: number): Generator<Buffer> {
  let rest = ''
  for (const chunk of chunks) {
    const window = rest + latin(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
    const [done, end] = secretStarts(window, pattern, window.length - longest)
    rest = window.slice(end)
    if (done !== '') yield Buffer.from(done, 'latin1')
  }
  yield Buffer.from(rest.replace(pattern, REDACTED), 'latin1')
}

/**
 * Redacts secrets that begin before `limit`; the text up to there is complete.
 * @returns the text before the end, and the end
 */
function secretStarts(window: string, pattern: RegExp, limit: number): readonly [string, number] {
  let done = ''
  let at = 0
  for (const { 0: found, index } of window.matchAll(pattern)) {
    if (index >= limit) break
    done += window.slice(at, index) + REDACTED
    at = index + found.length
  }
  const end = Math.max(at, limit)
  return [done + window.slice(at, end), end]
}
