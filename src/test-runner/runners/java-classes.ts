/** What runners of Java share: JUnit reports name classes, and a class has one place among the test files. */
import { posix } from 'node:path'
import { findClassEnd } from '../canary/class-end.ts'
import type { Located, Runner } from './runner.ts'

/** Folders of test files, as Maven and Gradle lay them out. */
export const SOURCES = /^(?!(?:.*\/)?node_modules\/)(?:.*\/)?src\/test\/(?:java|kotlin|groovy|scala)\//

/** `shop.CartTest` for `src/test/java/shop/CartTest.java`. */
export function toClass(file: string): string {
  return file
    .replace(SOURCES, '')
    .replace(/\.\w+$/, '')
    .replaceAll('/', '.')
}

function createCanary(file: string, neighbour: string) {
  const head = /^package\s+[\w.]+\s*;/m.exec(neighbour)?.[0] ?? ''
  const annotation = LIBRARIES.find(({ name }) => neighbour.includes(name))?.annotation || JUNIT4
  const text = `${head}

public class TddGateCanaryTest {
    ${annotation}
    public void tddGateCanaryPasses() {}

    ${annotation}
    public void tddGateCanaryFails() {
        throw new AssertionError("canary");
    }
}
`
  const folder = posix.dirname(file).replace(/src\/test\/(?:kotlin|groovy|scala)/, 'src/test/java')
  return { path: posix.join(folder, 'TddGateCanaryTest.java'), text }
}

/** Runs classes of JUnit 3 as well. */
const JUNIT4 = '@org.junit.Test'

interface Library {
  readonly name: string
  readonly annotation: string
  readonly assertions: string
}

const LIBRARIES: readonly Library[] = [
  ['org.junit.jupiter', '@org.junit.jupiter.api.Test', 'org.junit.jupiter.api.Assertions'],
  ['org.junit.Test', JUNIT4, 'org.junit.Assert'],
  ['org.testng', '@org.testng.annotations.Test', 'org.testng.Assert'],
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

export const javaClasses: Pick<Runner, 'canary' | 'canaryTests' | 'canaryAt' | 'mayLackCanary' | 'locate'> = {
  canary: createCanary,
  canaryTests,
  // A class has the name of its file, and a test belongs into a class.
  canaryAt: (file, text) => findClassEnd(text, 'java', (name) => name === posix.basename(file, '.java')),
  mayLackCanary: true,
  locate,
}
