/** Lets a call say what its function answers to other arguments, in each language. */
import { type CodeEdit, field, insert, type Node, ofScripts, replace } from '../../syntax/index.ts'

/** The text that a call fails with; its number and the answers follow. */
export const ANSWER_MARK = 'tdd-gate-answers-'
/** Characters of one answer, and of what people read of it. */
export const MAX_ANSWER = 200
export const MAX_SHOWN = 30

/** What each call of a function is made to answer. */
export interface Question {
  readonly callee: string
  readonly mark: number
  readonly inputs: readonly string[]
  /** The arguments that alone are replaced, because they mean something else elsewhere; absent: all. */
  readonly place?: string
  /** Whether one object answers all of them. */
  readonly isOnce: boolean
}

interface Place {
  readonly node: Node
  readonly helper: string
  readonly toCall: (args: string) => string
}

/** Separates an answer from the arguments after the call, where the call changed one. */
const LEFT_MARK = '\\t'
/** Begins those arguments where the answer is one of them. */
export const OF_ANSWER = '='
/** Lists and objects by position. */
const HAS_LIST = /^[^=]*[[{][^=]*$|^[^=]*[a-z_$][^=('"]*$/i

export interface Asking {
  /** Makes the object once, on which every call stands. Absent: each call makes one. */
  readonly once?: (owner: string, code: string) => string
  readonly calls: readonly string[]
  readonly helper: (name: string) => string
  readonly ask: (place: Place, question: Question) => readonly CodeEdit[]
}

/** The name of an object that is made once. */
export const OWN = 'tdd_gate_own'

const CUT = `slice(0, ${MAX_ANSWER})`
const jsHelper = (any: string) => (name: string) =>
  `
function ${name}(mark${any}, calls${any})${any} {
  const say = (call${any}) => {
    try {
      const value = call()
      const isNothing = value === null || value === undefined || Number.isNaN(value)
      const text = typeof value === 'number' || isNothing ? String(value) : String(JSON.stringify(value))
      return (isNothing ? 'nothing ' : typeof value + ' ') + text.${CUT}
    } catch (error${any}) {
      return 'throws ' + String(error?.name).${CUT}
    }
  }
  const answers = calls.map((call${any}) => say(call) + (call.left?.() ?? ''))
  throw new Error('${ANSWER_MARK}' + mark + ';' + btoa(unescape(encodeURIComponent(answers.join('\\n')))) + ';')
}
function ${name}Kept(call${any}, args${any})${any} {
  const say = () => { try { return JSON.stringify(args).slice(1, -1).${CUT} } catch { return '' } }
  const before = say()
  let value${any}
  return Object.assign(() => (value = call(...args)), {
    left: (own = value) => (say() === before ? '' : '${LEFT_MARK}' + (args.includes(own) ? '${OF_ANSWER}' : ' ') + say()),
  })
}
async function ${name}Later(mark${any}, calls${any})${any} {
  const known${any} = []
  for (const call of calls)
    try {
      const value = await call()
      known.push(Object.assign(() => value, { left: () => call.left?.(value) }))
    } catch (error) {
      known.push(Object.assign(() => { throw error }, { left: call.left }))
    }
  return ${name}(mark, known)
}
`
const askBy =
  (toThunk: (code: string, args: string, helper: string, kept: string) => string): Asking['ask'] =>
  ({ node, helper, toCall }, { mark, inputs }) => {
    const thunks = inputs.map((args) => toThunk(toCall(args), args, helper, toCall('*own'))).join(', ')
    return [replace(node, `${helper}(${mark}, [${thunks}])`)]
  }

const javascript = (any: string): Asking => ({
  calls: ['call_expression'],
  once: (owner, code) => `((${OWN}${any}) => ${code})(${owner})`,
  helper: jsHelper(any),
  ask: (place, question) => {
    const isAwaited = place.node.parent?.type === 'await_expression'
    const helper = isAwaited ? `${place.helper}Later` : place.helper
    const toThunk = (code: string, args: string) =>
      HAS_LIST.test(args) ? `${place.helper}Kept((...own) => ${place.toCall('...own')}, [${args}])` : `() => ${code}`
    return askBy(toThunk)({ ...place, helper }, question)
  },
})

/** By grammar. */
export const ASKING: Readonly<Record<string, Asking>> = {
  ...ofScripts(javascript),
  python: {
    calls: ['call'],
    once: (owner, code) => `(lambda ${OWN}: ${code})(${owner})`,
    helper: (name) => `

def ${name}_kept(call, *args):
    say = lambda: ', '.join(map(repr, args))[:${MAX_ANSWER}]
    before = say()
    values = []
    def ask():
        values.append(call(*args))
        return values[-1]
    def left():
        is_own = any(value is one for value in values for one in args)
        return '' if say() == before else '${LEFT_MARK}' + ('${OF_ANSWER}' if is_own else ' ') + say()
    ask.left = left
    return ask


def ${name}(mark, calls):
    import base64
    answers = []
    for call in calls:
        try:
            value = call()
            is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
            kind = 'nothing' if value is None or value != value else 'number' if is_number else type(value).__name__
            answers.append(('string' if kind == 'str' else kind) + ' ' + repr(value)[:${MAX_ANSWER}])
        except Exception as error:
            answers.append('throws ' + type(error).__name__)
        answers[-1] += getattr(call, 'left', str)()
    raise RuntimeError('${ANSWER_MARK}%d;%s;' % (mark, base64.b64encode('\\n'.join(answers).encode()).decode()))
`,
    ask: askBy((code, args, helper, kept) =>
      HAS_LIST.test(args) ? `${helper}_kept(lambda *own: ${kept}, ${args})` : `lambda: ${code}`,
    ),
  },
  ruby: {
    calls: ['call'],
    once: (owner, code) => `->(${OWN}) { ${code} }.call(${owner})`,
    helper: (name) => `
def ${name}(mark, calls)
  say = lambda do |call|
    value = call.call
    nothing = value.nil? || (value.respond_to?(:nan?) && value.nan?)
    kind = nothing ? 'nothing' : value.is_a?(Numeric) ? 'number' : value.is_a?(String) ? 'string' : 'object'
    "#{kind} #{value.inspect[0, ${MAX_ANSWER}]}"
  rescue StandardError => error
    "throws #{error.class}"
  end
  answers = calls.map { |call| say.call(call) + (call.respond_to?(:left) ? call.left : '') }
  raise "${ANSWER_MARK}#{mark};#{[answers.join("\\n")].pack('m0')};"
end
def ${name}_kept(*args, &call)
  say = -> { args.inspect[1..-2][0, ${MAX_ANSWER}] }
  before = say.call
  value = nil
  run = -> { value = call.call(*args) }
  run.define_singleton_method(:left) do
    is_own = args.any? { |one| one.equal?(value) }
    say.call == before ? '' : "${LEFT_MARK}#{is_own ? '${OF_ANSWER}' : ' '}#{say.call}"
  end
  run
end
`,
    ask: askBy((code, args, helper, kept) =>
      HAS_LIST.test(args) && !/\w: /.test(args) ? `${helper}_kept(${args}) { |*own| ${kept} }` : `-> { ${code} }`,
    ),
  },
  php: {
    calls: ['function_call_expression', 'member_call_expression', 'scoped_call_expression'],
    once: (owner, code) => `(fn($${OWN}) => ${code})(${owner})`,
    helper: (name) => `
function ${name}(int $mark, array $calls)
{
    $answers = [];
    foreach ($calls as $call) {
        try {
            $value = $call();
            $isNumber = \\is_int($value) || \\is_float($value);
            $isNothing = $value === null || (\\is_float($value) && \\is_nan($value));
            $kind = $isNothing ? 'nothing' : ($isNumber ? 'number' : \\gettype($value));
            $answers[] = $kind . ' ' . \\substr((string) \\json_encode($value), 0, ${MAX_ANSWER});
        } catch (\\Throwable $error) {
            $answers[] = 'throws ' . (new \\ReflectionClass($error))->getShortName();
        }
    }
    throw new \\RuntimeException('${ANSWER_MARK}' . $mark . ';' . \\base64_encode(\\implode("\\n", $answers)) . ';');
}
`,
    ask: askBy((code) => `fn() => ${code}`),
  },
  go: { calls: ['call_expression'], helper: () => '', ask: askGo },
}

/** The statements stand before the one that holds the call, so that a list of results needs no variable. */
function askGo({ node, toCall }: Place, { mark, inputs }: Question): readonly CodeEdit[] {
  let statement: Node | null = node
  while (statement !== null && !/^(?:block|statement_list)$/.test(statement.parent?.type ?? ''))
    statement = statement.parent
  let owner: Node | null = statement
  while (owner !== null && !/^(?:func_literal|function_declaration)$/.test(owner.type)) owner = owner.parent
  const own = /(\w+) \*testing\.[TB]\b/.exec((owner && field(owner, 'parameters')?.text) ?? '')?.[1]
  if (statement === null || own === undefined) return []
  const caught = `defer func() { if r := recover(); r != nil { ${own}.Log("throws", r) } }()`
  // The type of an error tells what it wraps.
  const say = `func(all ...interface{}) { f, v := "", []interface{}{}; for _, one := range all { f += "%v "; v = append(v, one); if _, is := one.(error); is { f += "(%T) "; v = append(v, one) } }; ${own}.Logf(f, v...) }`
  const asked = inputs.map((args, n) => {
    const all = splitArguments(args)
    const lists = all.filter((one) => GO_LIST.test(one))
    const given = all.map((one) => (lists.includes(one) ? `${OWN}${lists.indexOf(one)}` : one)).join(', ')
    const names = lists.map((_, at) => `${OWN}${at}`).join(', ')
    const keep = lists.length === 0 ? '' : `${names} := ${lists.join(', ')}; `
    const tell = lists.length === 0 ? '' : `${own}.Log("${HAD}", ${names})`
    const left = tell === '' ? '' : `defer func() { ${tell} }(); `
    return `func() { ${keep}${left}${caught}; ${own}.Log("${ANSWER_MARK}${mark}-${n};"); ${tell}${tell && '; '}${say}(${toCall(given)}) }()`
  })
  return [insert(statement.startIndex, `${asked.join('\n')}\nif ${own} != nil { ${own}.FailNow() }\n`)]
}

/** Begins the line of Go's log that says what the arguments are, before an answer and after it. */
export const HAD = 'tdd-gate-had'
/** A literal of a list or a map, or a name: what a call may change. */
const GO_LIST = /^(?:(?:\[\]|map\[)[^{}]*\{.*\}|[a-z_][\w.]*)$/s

/** Splits at commas outside of brackets and texts. */
function splitArguments(args: string): readonly string[] {
  let depth = 0
  const parts = ['']
  for (const [token] of args.matchAll(/"(?:[^"\\]|\\.)*"|./gs)) {
    if (/^[[({]$/.test(token)) depth += 1
    if (/^[\])}]$/.test(token)) depth -= 1
    if (token === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts.map((part) => part.trim())
}
