/** Describes a test runner for a story: how its projects and its tests are written. */
import type { Files } from './repository.ts'

/** A test that `subject(input)` gives `output`. */
export interface Spec {
  readonly name: string
  readonly input: number
  readonly output: number
  readonly mode?: 'skip' | 'todo' | 'only'
}

export interface Subject {
  /** The module; its function has the same name unless `symbol` says another. */
  readonly module: string
  readonly symbol?: string
}

/** Production code of one function: what it returns for `n`, and what it does before. */
export type Body = 'same' | 'tenth' | 'twentieth' | 'tenth-otherwise' | 'exit' | 'rejection'

/** Names of stories whose outcome is the runner's own; null where the runner has no such thing. */
export type StoryName =
  | 'hang'
  | 'mute'
  | 'only'
  | 'duplicates'
  | 'exit'
  | 'rejection'
  | 'empty'
  | 'todo'
  | 'skip'
  | 'rows'
  | 'syntax'
  | 'package'

export interface Dialect {
  readonly name: string
  /** The runner's start-up speed. */
  readonly pace: 'quick' | 'slow'
  /** Manifests and configuration. */
  readonly project: Files
  /** Whether it needs installed packages. */
  readonly isNode: boolean
  /** The folder of installed packages; absent: ours. */
  readonly packages?: string
  readonly testPath: (module: string) => string
  readonly sourcePath: (module: string) => string
  readonly source: (symbol: string, body: Body) => string
  readonly tests: (subject: Subject, specs: readonly Spec[]) => string
  /** One parametrised test. */
  readonly rows: (subject: Subject, rows: readonly (readonly [number, number])[]) => string
  readonly texts: {
    readonly empty: string
    readonly hang: string
    readonly syntaxError: string
    readonly missingPackage: string
  }
  /** A test's id. */
  readonly idOf: (module: string, name: string) => string
  readonly rowIds: (module: string) => readonly string[]
  readonly told: Readonly<Partial<Record<StoryName, string | null>>>
  /** Why a run is worthless, where the runner's own reason comes first. */
  readonly because?: Readonly<Partial<Record<StoryName, string>>>
  /**
   * The time limit of its command, for a runner that ends hanging tests by itself: long enough that the runner always
   * ends first.
   */
  readonly timeout?: string
}

type Script = 'esm' | 'cjs'

interface JavaScript {
  readonly name: string
  readonly pace: Dialect['pace']
  /** The npm package and the test script. */
  readonly dependency?: string
  readonly script: string
  readonly modules?: Script
  readonly header: string
  /** The last line of a file, where tests need one to run. */
  readonly footer?: string
  /** Parameters of a test's function. */
  readonly given?: string
  readonly equal: (actual: string, expected: string | number) => string
  readonly define?: Partial<Record<'plain' | 'skip' | 'todo' | 'only', string>>
  readonly told: Dialect['told']
  readonly because?: NonNullable<Dialect['because']>
  readonly timeout?: string
}

const WORDS = { plain: 'test', skip: 'test.skip', todo: 'test.todo', only: 'test.only' }

const BODIES: Readonly<Record<Body, string>> = {
  same: 'n',
  tenth: 'n / 10',
  twentieth: 'n / 20',
  'tenth-otherwise': 'n * 0.1',
  exit: 'process.exit(0)',
  rejection: "(Promise.reject(new Error('lost')), n / 10)",
}

/** Stops the thread without using the processor. */
const BLOCKING = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'

/** All runners of JavaScript differ in the words of one test only. */
export function javascript(own: JavaScript): Dialect {
  const { modules = 'esm', header, footer = '', given = '' } = own
  const define = { ...WORDS, ...own.define }
  const getImport = ({ module, symbol = module }: Subject) =>
    modules === 'esm'
      ? `import { ${symbol} } from '../src/${module}.js'\n`
      : `const { ${symbol} } = require('../src/${module}.js')\n`
  const getTest = (symbol: string, { name, input, output, mode }: Spec) =>
    mode === 'todo'
      ? `${define.todo}('${name}')\n`
      : `${define[mode ?? 'plain']}('${name}', (${given}) => ${own.equal(`${symbol}(${input})`, output)})\n`
  const testPath = (module: string) => `test/${module}.test.js`
  const toId = (module: string, name: string) => `${testPath(module)} > ${name}`
  return {
    name: own.name,
    pace: own.pace,
    isNode: true,
    project: {
      'package.json': `${JSON.stringify({
        name: 'shop',
        type: modules === 'esm' ? 'module' : 'commonjs',
        scripts: { test: own.script },
        devDependencies: own.dependency ? { [own.dependency]: '*' } : {},
      })}\n`,
    },
    testPath,
    sourcePath: (module) => `src/${module}.js`,
    source: (symbol, body) =>
      `${modules === 'esm' ? `export const ${symbol}` : `exports.${symbol}`} = (n) => ${BODIES[body]}\n`,
    tests: (subject, specs) =>
      `${header}\n${getImport(subject)}\n${specs.map((spec) => getTest(subject.symbol ?? subject.module, spec)).join('')}${footer}`,
    rows: (subject, rows) =>
      `${header}\n${getImport(subject)}\nfor (const [n, result] of ${JSON.stringify(rows)})\n  ${define.plain}(\`of \${n}\`, (${given}) => ${own.equal(`${subject.module}(n)`, 'result')})\n${footer}`,
    texts: {
      empty: '',
      hang: `${header}\n${define.plain}('waits', (${given}) => ${own.equal(BLOCKING, "'never'")})\n${footer}`,
      syntaxError: `${header}\n${define.plain}('is cut off', (${given}) => {\n`,
      missingPackage: `${header}\n${modules === 'esm' ? "import paid from 'paid-package'" : "const paid = require('paid-package')"}\n${define.plain}('pays', (${given}) => ${own.equal('paid(1)', 1)})\n${footer}`,
    },
    idOf: toId,
    rowIds: (module) => [toId(module, 'of 100'), toId(module, 'of 200')],
    told: own.told,
    ...(own.because ? { because: own.because } : {}),
    ...(own.timeout ? { timeout: own.timeout } : {}),
  }
}
