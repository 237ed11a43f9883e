/** cargo test: runs each target by itself and reads its text, because stable Rust writes no report. */
import { posix } from 'node:path'
import { OUTSIDE as NO_PART } from './parts.ts'
import { asOperand, type Detection, type Project, type Runner } from './runner.ts'

const SCRIPT = 'cargo-files.mjs'
/** By cargo-nextest, which runs each test in a process of its own. */
const NEXTEST = `${SCRIPT} nextest`
const NEXTEST_CONFIGURATION = '.config/nextest.toml'
/** Where a project says how its tests run. */
const COMMANDS =
  /(?:^|\/)(?:Makefile|\.?justfile|Makefile\.toml)$|^\.cargo\/config\.toml$|^\.github\/workflows\/[^/]+\.ya?ml$/i
const MANIFEST = 'Cargo.toml'
const OUTSIDE = /(?:^|\/)(?:target|vendor|node_modules)\//
/** Sources of a package may hold tests beside their code. */
const SOURCE = /(?:^|\/)src\/.+\.rs$/
const HAS_TESTS = /#\[(?:cfg\(test\)|(?:\w+::)?test\b)/
/** How many files are searched for tests. */
const MAX_LOOKED_INTO = 200

const CANARY = `#[test]
fn tdd_gate_canary_passes() {}

#[test]
fn tdd_gate_canary_fails() {
    panic!("canary");
}
`

/** Assertions that must panic: one that does not was replaced. */
const CHECKS = ['assert_eq!(1, 2)', 'assert_ne!(1, 1)', 'assert!(false)', 'assert_eq!("a", "b")', 'assert!(1.5 == 2.5)']

// https://doc.rust-lang.org/cargo/reference/cargo-targets.html#target-auto-discovery
const isTestFile = (path: string) =>
  !OUTSIDE.test(path) &&
  (/(?:^|\/)tests\/(?:[^/]+|[^/]+\/main)\.rs$/.test(path) || (SOURCE.test(path) && /(?:^|\/|_)tests?\.rs$/.test(path)))

export const cargo: Runner = {
  name: 'cargo test',
  format: 'node-events',
  language: 'rust',
  program: 'cargo',
  isCommand: (command) => command.includes(SCRIPT) && !command.includes(NEXTEST),
  detect: (project) => (namesNextest(project) ? null : detect(project, SCRIPT)),
  isTestFile,
  mayHoldTests: (path) => !OUTSIDE.test(path) && SOURCE.test(path),
  toTargets: (files) => files.map(asOperand),
  canary: (file) => ({ path: posix.join(getPackage(file), 'tests', 'tdd_gate_canary.rs'), text: CANARY }),
  canaryTests: (_file, _text, token) => {
    const held = CHECKS.map((check) => `std::panic::catch_unwind(|| ${check}).is_ok()`).join(', ')
    const body = `if ![${held}].contains(&true) { panic!("canary") }`
    return `\n#[cfg(test)]\nmod tdd_gate_canary_${token} { #[test] fn tdd_gate_canary_fails_${token}() { ${body} } }\n`
  },
}

export const nextest: Runner = {
  ...cargo,
  name: 'cargo nextest',
  program: 'cargo-nextest',
  isCommand: (command) => command.includes(NEXTEST),
  detect: (project) => {
    const found = namesNextest(project) ? detect(project, NEXTEST) : null
    return (
      found && { ...found, why: `cargo nextest, because there is a ${NEXTEST_CONFIGURATION}, or a script calls it` }
    )
  },
}

const namesNextest = ({ files, read }: Project) =>
  files.some((path) => path.endsWith(NEXTEST_CONFIGURATION)) ||
  files.some((path) => COMMANDS.test(path) && /\bcargo nextest\b/.test(read(path) ?? ''))

/** The folder of the package around a file. */
const getPackage = (file: string) => file.replace(/(?:^|\/)(?:tests|src)\/.*$/, '')

function detect({ files, read }: Project, script: string): Detection | null {
  const manifests = files.filter((path) => posix.basename(path) === MANIFEST && !NO_PART.test(path))
  const [first] = manifests.toSorted((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1))
  if (first === undefined) return null
  const directory = posix.dirname(first)
  const inside = files.filter((path) => directory === '.' || path.startsWith(`${directory}/`))
  const sources = inside.filter((path) => SOURCE.test(path) && !OUTSIDE.test(path)).slice(0, MAX_LOOKED_INTO)
  if (!inside.some(isTestFile) && !sources.some((path) => HAS_TESTS.test(read(path) ?? ''))) return null
  return {
    directory,
    command: `node {assets}/${script} {reports}/cargo.ndjson {timeout} {files}`,
    reports: ['{reports}/cargo.ndjson'],
    why: `cargo test, because there are a ${MANIFEST} and tests`,
    isNamed: false,
  }
}
