/** Maven with Surefire: JUnit reports name classes, and a class has one place among the test files. */
import { posix } from 'node:path'
import { findClassEnd } from '../canary/class-end.ts'
import type { ConsoleError, Detection, Located, Project, Runner } from './runner.ts'

const REPORTS = 'target/surefire-reports'
/** Surefire leaves reports of the run before where they are. `-fae` runs the modules behind a failing one. */
const COMMAND = `find . -path '*/${REPORTS}/*' -delete && {mvn} -B -fae -Dstyle.color=never -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false {files} test`
const SOURCES = /^(?!(?:.*\/)?node_modules\/)(?:.*\/)?src\/test\/(?:java|kotlin|groovy|scala)\//

// https://maven.apache.org/surefire/maven-surefire-plugin/examples/inclusion-exclusion.html
const isTestFile = (path: string) =>
  SOURCES.test(path) && /(?:^|\/)(?:Test[^/]*|[^/]+(?:Tests?|TestCase))\.(?:java|kt|groovy|scala)$/.test(path)

export const maven: Runner = {
  name: 'Maven',
  format: 'junit',
  language: 'java',
  isCommand: (command) => /(?:^|[\s/])mvnw?\s/.test(command),
  detect,
  isTestFile,
  toTargets: (files) => (files.length === 0 ? [] : [`-Dtest=${files.map(toClass).join(',')}`]),
  canary: createCanary,
  canaryTests,
  // A class has the name of its file, and a test belongs into a class.
  canaryAt: (file, text) => findClassEnd(text, 'java', (name) => name === posix.basename(file, '.java')),
  mayLackCanary: true,
  locate,
  consoleErrors,
}

function detect({ files }: Project): Detection | null {
  if (!files.includes('pom.xml') || !files.some(isTestFile)) return null
  const program = files.includes('mvnw') ? './mvnw' : 'mvn'
  return {
    directory: '.',
    command: COMMAND.replace('{mvn}', program),
    reports: [`**/${REPORTS}/TEST-*.xml`],
    why: 'Maven, because there is a pom.xml and tests in src/test',
    isNamed: true,
  }
}

/** `shop.CartTest` for `src/test/java/shop/CartTest.java`. */
function toClass(file: string): string {
  return file
    .replace(SOURCES, '')
    .replace(/\.\w+$/, '')
    .replaceAll('/', '.')
}

function createCanary(file: string, neighbour: string) {
  const head = /^package\s+[\w.]+\s*;/m.exec(neighbour)?.[0] ?? ''
  const test = neighbour.includes('org.junit.jupiter') ? 'org.junit.jupiter.api.Test' : 'org.junit.Test'
  const text = `${head}

public class TddGateCanaryTest {
    @${test}
    public void tddGateCanaryPasses() {}

    @${test}
    public void tddGateCanaryFails() {
        throw new AssertionError("canary");
    }
}
`
  const folder = posix.dirname(file).replace(/src\/test\/(?:kotlin|groovy|scala)/, 'src/test/java')
  return { path: posix.join(folder, 'TddGateCanaryTest.java'), text }
}

interface Library {
  readonly name: string
  readonly annotation: string
  readonly assertions: string
}

const LIBRARIES: readonly Library[] = [
  ['org.junit.jupiter', '@org.junit.jupiter.api.Test', 'org.junit.jupiter.api.Assertions'],
  ['org.junit.Test', '@org.junit.Test', 'org.junit.Assert'],
  ['junit.framework', '', 'junit.framework.Assert'],
].map(([name = '', annotation = '', assertions = '']) => ({ name, annotation, assertions }))
/** A runner of its own may refuse a method that it does not know. */
const OWN_RUNNER = /@RunWith\b|@(?:Suite|Cucumber)\b|\bSpecification\b/

/** One line, so that no line of the file moves. */
function canaryTests(file: string, text: string, token: string): string | null {
  const library = LIBRARIES.find(({ name }) => text.includes(name))
  if (library === undefined || OWN_RUNNER.test(text) || !file.endsWith('.java')) return null
  const { annotation, assertions } = library
  const calls = ['assertEquals(1, 2)', 'assertTrue(false)', 'assertNull("a")'].map((call) => `${assertions}.${call};`)
  const fluent = text.includes('org.assertj') ? ['org.assertj.core.api.Assertions.assertThat(1).isEqualTo(2);'] : []
  const checks = [...calls, ...fluent].map((check) => `try { ${check} held++; } catch (Throwable error) { held += 0; }`)
  return ` ${annotation} public void testTddGateCanaryFails_${token}() { int held = 0; ${checks.join(' ')} if (held == 0) throw new AssertionError("canary"); } `
}

/** A class inside another one belongs to the file of the outer one. */
function locate<T extends Located>(test: T, files: readonly string[]): T {
  const own = test.suite?.[0]?.split('$')[0]
  const found = files.filter((file) => toClass(file) === own)
  return test.file === null && found.length === 1 ? { ...test, file: found[0] ?? null } : test
}

/** The compiler's first error of each file, with the lines that belong to it. */
const COMPILER = /^\[ERROR\] (\/[^\n:]{1,500}\.\w{1,10}):\[\d+,\d+\] ([^\n]{1,500}(?:\n {2}[^\n]{1,300}){0,3})/gm

function consoleErrors(output: string): readonly ConsoleError[] {
  const found = [...output.matchAll(COMPILER)].map(([, file = '', message = '']) => ({ file, message }))
  return [...new Map(found.toReversed().map((error) => [error.file, error])).values()].toReversed()
}
