/**
 * Asks GitHub whether an answer changed since it was read. An unchanged one costs no point of the hourly limit:
 * https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#use-conditional-requests-if-appropriate
 */

type Fetch = typeof globalThis.fetch
interface Known {
  readonly etag: string
  readonly text: string
  readonly headers: Headers
}

/** Bound on the characters of one answer: longer ones are rare, and change with each push. */
export const MAX_ENTRY = 256 * 1024
/** Bound on the characters of all answers in memory. */
export const MAX_BYTES = 32 * 1024 * 1024
const NOT_MODIFIED = 304

/** Wraps fetch. Answers are remembered for each token: GitHub decides for it each time whether it may read. */
export function conditional(fetch: Fetch): Fetch {
  const answers = createAnswers()
  return async (input, init) => {
    if ((init?.method ?? 'GET') !== 'GET') return fetch(input, init)
    const headers = new Headers(init?.headers)
    const key = [String(input), headers.get('authorization'), headers.get('accept')].join(' ')
    const known = answers.get(key)
    if (known === undefined) return remember(await fetch(input, init), key, answers)
    headers.set('if-none-match', known.etag)
    const response = await fetch(input, { ...init, headers })
    return response.status === NOT_MODIFIED ? repeat(known, response) : remember(response, key, answers)
  }
}

type Answers = ReturnType<typeof createAnswers>

async function remember(response: Response, key: string, answers: Answers): Promise<Response> {
  answers.remove(key)
  const etag = response.headers.get('etag')
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  if (response.status !== 200 || etag === null || !isJson) return response
  const text = await response.text()
  if (text.length <= MAX_ENTRY) answers.add(key, { etag, text, headers: response.headers })
  return toResponse(text, response.headers, response.url)
}

/** The limits and dates are those of the new answer. */
function repeat({ text, headers }: Known, { headers: fresh, url }: Response): Response {
  const merged = new Headers(headers)
  for (const [name, value] of fresh) merged.set(name, value)
  return toResponse(text, merged, url)
}

function toResponse(text: string, headers: Headers, url: string): Response {
  return Object.defineProperty(new Response(text, { headers }), 'url', { value: url })
}

/** A cache of the answers that were read last. */
function createAnswers() {
  const known = new Map<string, Known>()
  let size = 0
  const remove = (key: string) => {
    size -= known.get(key)?.text.length ?? 0
    known.delete(key)
  }
  const add = (key: string, answer: Known) => {
    known.set(key, answer)
    size += answer.text.length
    for (const oldest of known.keys()) {
      if (size <= MAX_BYTES) return
      remove(oldest)
    }
  }
  const get = (key: string) => {
    const found = known.get(key)
    if (found === undefined) return undefined
    known.delete(key)
    known.set(key, found)
    return found
  }
  return { get, add, remove }
}
