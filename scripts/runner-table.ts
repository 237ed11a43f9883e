/** The tables of detected runners, from the registry and from the stories that run them. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { FAILURE_KINDS } from '../src/core/model/test-run.ts'
import { canEmpty } from '../src/rewriting/index.ts'
import { runners } from '../src/test-runner/runners/index.ts'
import type { Runner } from '../src/test-runner/runners/runner.ts'
import { toTable } from './docs-tables.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const EXTENSIONS: Readonly<Record<Runner['language'], string>> = {
  javascript: 'js',
  python: 'py',
  go: 'go',
  ruby: 'rb',
  php: 'php',
  java: 'java',
  rust: 'rs',
  perl: 'pl',
  shell: 'sh',
  elixir: 'ex',
  erlang: 'erl',
  'c++': 'cpp',
  'c#': 'cs',
}
const FORMAT_ONLY = 'format only'
/** The fast stories, then those of each night. */
const STORIES = ['test/stories/{measure,verify}-*.test.ts', 'test/runners/*.test.ts']
const RUNS = ['runner', 'language', 'set-up', 'targeted', 'canary', 'emptied', 'tests beside code']
const READS = ['runner', 'report', 'file of a test', 'load errors', 'kinds', 'shown by']

const LANGUAGES: Readonly<Record<Runner['language'], string>> = {
  javascript: 'JavaScript',
  python: 'Python',
  go: 'Go',
  rust: 'Rust',
  ruby: 'Ruby',
  php: 'PHP',
  java: 'Java',
  'c#': 'C#',
  'c++': 'C and C++',
  elixir: 'Elixir',
  erlang: 'Erlang',
  perl: 'Perl',
  shell: 'shell',
}

const list = (words: readonly string[]): string => new Intl.ListFormat('en-GB').format(words)

/** How many runners there are, and how many of them no story starts. */
export function toRunnerCount(): string {
  const told = getStories()
  const unproved = runners.filter((runner) => getProof(getOwn(runner, told)) === FORMAT_ONLY).map(({ name }) => name)
  const used = new Set<string>(runners.map(({ language }) => LANGUAGES[language]))
  const languages = Object.values(LANGUAGES).filter((name) => used.has(name))
  const { length } = unproved
  const rest = length === 0 ? '' : ` Of the other ${length} only the format is tested: ${list(unproved)}.`
  return `tdd-gate detects ${runners.length} runners, in ${list(languages)}.
Stories run ${runners.length - length} of them with the real tool.${rest}
`
}

/** Two tables: how tests run, and how results are read. One would be too wide for a phone. */
export function toRunnerTable(): string {
  const told = getStories()
  const runs = toTable(RUNS, runners.map(toRun))
  const reads = toTable(
    READS,
    runners.map((runner) => toReading(runner, told)),
  )
  return `${runs}\n${reads}`
}

function getStories(): readonly StoryFile[] {
  const stories = STORIES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }).toSorted())
  return stories.map((path) => ({ path, text: readFileSync(`${ROOT}${path}`, 'utf8') }))
}

const toRun = (runner: Runner): readonly string[] => [
  runner.name,
  runner.language,
  runner.language === 'javascript' ? 'by the lock file' : '`test.setup`',
  getUnit(runner),
  runner.mayLackCanary ? 'among the drivers, where there is a place' : 'among the drivers',
  canEmpty(`x.${EXTENSIONS[runner.language]}`) ? 'yes' : '',
  runner.mayHoldTests === undefined ? '' : 'yes',
]

/** What one test file makes the command run. */
function getUnit({ toTargets }: Runner): string {
  const targets = toTargets(['area/cart_test.x']).join(' ')
  if (targets.includes('cart_test.x')) return 'file'
  return targets.includes('cart_test') ? 'class' : 'package'
}

interface StoryFile {
  readonly path: string
  readonly text: string
}

/** The stories of one runner. */
function getOwn({ name }: Runner, told: readonly StoryFile[]): readonly StoryFile[] {
  return told.flatMap(({ path, text }) => {
    const parts = text.split(/\brunner: (?=')/).filter((after) => after.startsWith(`'${name}'`))
    const isNamed = parts.length > 0 || text.includes(`name: '${name}'`)
    return isNamed ? [{ path, text: parts.join('\n') }] : []
  })
}

function toReading(runner: Runner, told: readonly StoryFile[]): readonly string[] {
  const own = getOwn(runner, told)
  return [
    runner.name,
    `\`${runner.format}\``,
    runner.locate === undefined ? 'in the report' : 'by name',
    runner.consoleErrors === undefined ? 'report' : 'report, console',
    FAILURE_KINDS.filter((kind) => own.some(({ text }) => text.includes(`'${kind}'`)))
      .map((kind) => kind.replaceAll('-', ' '))
      .join(', '),
    getProof(own),
  ]
}

/** Links the stories that run the real tool; without one, tests read output in its format. */
function getProof(own: readonly StoryFile[]): string {
  if (own.length === 0) return FORMAT_ONLY
  const links = own.map(({ path, text }) => {
    const name = /(measure|verify)-/.exec(path)?.[1] ?? 'runners'
    const variants = [...text.matchAll(/\bvariant: '([^']+)'/g)].map(([, variant]) => variant)
    return `[${name}](../../${path})${variants.length === 0 ? '' : ` with ${variants.join(', ')}`}`
  })
  return `the real tool: ${links.join(', ')}`
}
