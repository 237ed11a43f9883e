/** Maven with Surefire: JUnit reports name classes, and a class has one place among the test files. */
import { posix } from 'node:path'
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
  // A class has the name of its file, and a test belongs into a class.
  canaryTests: null,
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
