/** Gradle: JUnit reports name classes, as Maven's do. */
import { posix } from 'node:path'
import { javaClasses, SOURCES, toClass } from './java-classes.ts'
import type { ConsoleError, Detection, Project, Runner } from './runner.ts'

const REPORTS = 'build/test-results/test'
/** Reports of the run before stay where they are. `--continue` runs the projects behind a failing one. */
const COMMAND = `find . -path '*/${REPORTS}/*' -delete && {gradle} --console=plain --continue -I {assets}/gradle-init.gradle test {files}`
const BUILD = /(?:^|\/)(?:build|settings)\.gradle(?:\.kts)?$/

// https://docs.gradle.org/current/userguide/java_testing.html
const isTestFile = (path: string) =>
  SOURCES.test(path) && /(?:^|\/)(?:Test[^/]*|[^/]+(?:Tests?|TestCase|Spec))\.(?:java|kt|groovy|scala)$/.test(path)

export const gradle: Runner = {
  name: 'Gradle',
  format: 'junit',
  language: 'java',
  isCommand: (command) => /(?:^|[\s/])gradlew?\s/.test(command),
  detect,
  isTestFile,
  toTargets: (files) => files.flatMap((file) => ['--tests', toClass(file)]),
  ...javaClasses,
  consoleErrors,
}

function detect({ files }: Project): Detection | null {
  const isTop = files.some((path) => BUILD.test(path) && posix.dirname(path) === '.')
  if (!isTop || !files.some(isTestFile)) return null
  return {
    directory: '.',
    command: COMMAND.replace('{gradle}', files.includes('gradlew') ? './gradlew' : 'gradle'),
    reports: [`**/${REPORTS}/TEST-*.xml`],
    why: 'Gradle, because there is a build.gradle and tests in src/test',
    isNamed: true,
  }
}

/** The first error of each file, of javac and of Kotlin's compiler, with the lines that belong to it. */
const COMPILER =
  /^(?:e: (?:file:\/\/)?)?(\/[^\n:]{1,500}\.\w{1,10}):(?:\d+:?){1,2} (?:error: )?([^\n]{1,500}(?:\n(?! *\/|e: )[^\n]{0,300}){0,4})/gm

function consoleErrors(output: string): readonly ConsoleError[] {
  const found = [...output.matchAll(COMPILER)].map(([, file = '', message = '']) => ({ file, message }))
  return [...new Map(found.toReversed().map((error) => [error.file, error])).values()].toReversed()
}
