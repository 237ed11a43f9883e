/** Finds users and passwords in the URLs of variables and settings: they are for package sources and proxies, not for tests. */

const SCHEME = '[a-z][a-z0-9+.-]{0,20}://'
/** A URL up to a blank, or up to the next URL of a list. */
const URLS = new RegExp(`(${SCHEME})((?:(?![,|;]${SCHEME})\\S)*)`, 'gi')
/** `user:password@host`: a proxy may have no scheme. */
const BARE = /^[^\s/@:]+:[^\s@]*@(?=[^\s@]+$)/

/** Returns the text without the users and passwords of its URLs. */
export function withoutCredentials(text: string): string {
  if (!text.includes('://')) return text.replace(BARE, '')
  return text.replace(URLS, (_, scheme: string, rest: string) => scheme + rest.slice(getEnd(rest)))
}

export const hasCredentials = (text: string): boolean => withoutCredentials(text) !== text

/** Returns users with their passwords, and passwords, as written and decoded. A user alone may be a token. */
export function getCredentials(text: string): readonly string[] {
  const found = text.includes('://')
    ? [...text.matchAll(URLS)].map(([, , rest = '']) => rest.slice(0, getEnd(rest)))
    : [BARE.exec(text)?.[0] ?? '']
  return found.flatMap((mark) => {
    const both = mark.slice(0, -1)
    const secret = both.slice(both.indexOf(':') + 1)
    return [both, decode(both), secret, decode(secret)].filter((part) => part !== '')
  })
}

/** Returns where the host begins. An `@` in a path is no mark of a user, unless a password holds the `/` before it. */
function getEnd(rest: string): number {
  const [authority = ''] = rest.split(/[/?#]/, 1)
  const end = authority.lastIndexOf('@') + 1
  const isWhole = end > 0 ? end < authority.length : !/^[^:]*:(?!\d{0,5}$)/.test(authority)
  return isWhole ? end : rest.lastIndexOf('@') + 1
}

/** Returns the text as it is where it is not percent-encoded. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A key whose value lets somebody in: `token`, `AWS_SECRET_ACCESS_KEY`, `credential-provider`. */
const SECRET_KEY =
  /[\w."'-]*(?:token|secret|passw(?:or)?d|passphrase|credential|api[_-]?key|private[_-]?key|_auth)[\w."'-]*\s*[=:]/i

/** Returns the lines of settings without credentials; null where the end of a value of several lines is unknown. */
export function withoutSecrets(text: string): string | null {
  const isSecret = (line: string) => SECRET_KEY.test(line) || hasCredentials(line)
  const lines = text.split('\n')
  const secret = lines.filter(isSecret)
  if (secret.length === 0) return text
  const isOpen = (line: string) => /"""|'''/.test(line) || line.split('[').length !== line.split(']').length
  return secret.some(isOpen) ? null : lines.filter((line) => !isSecret(line)).join('\n')
}
