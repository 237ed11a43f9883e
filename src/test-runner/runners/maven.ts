/** Maven with Surefire: JUnit reports name classes, and a class has one place among the test files. */
import { javaClasses, SOURCES, toClass } from './java-classes.ts'
import type { ConsoleError, Detection, Project, Runner } from './runner.ts'

const REPORTS = 'target/surefire-reports'
/** Surefire leaves reports of the run before where they are. `-fae` runs the modules behind a failing one. */
const COMMAND = `find . -path '*/${REPORTS}/*' -delete && {mvn} -B -fae -Dstyle.color=never -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false {files} test`

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
  ...javaClasses,
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

/** The compiler's first error of each file, with the lines that belong to it. */
const COMPILER = /^\[ERROR\] (\/[^\n:]{1,500}\.\w{1,10}):\[\d+,\d+\] ([^\n]{1,500}(?:\n {2}[^\n]{1,300}){0,3})/gm

function consoleErrors(output: string): readonly ConsoleError[] {
  const found = [...output.matchAll(COMPILER)].map(([, file = '', message = '']) => ({ file, message }))
  return [...new Map(found.toReversed().map((error) => [error.file, error])).values()].toReversed()
}
