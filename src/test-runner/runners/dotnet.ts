/** dotnet test: TRX names classes, and a class usually has the name of its file. */
import { posix } from 'node:path'
import type { ConsoleError, Detection, Located, Project, Runner } from './runner.ts'

const COMMAND = 'dotnet test --nologo --logger trx --results-directory {reports} {files}'
const OUTPUT = /(?:^|\/)(?:bin|obj)\//
const PROJECT = /\.(?:cs|fs|vb)proj$/
const TEST_PROJECT = /\.(?:unit|integration)?tests?\.(?:cs|fs|vb)proj$/i

// https://learn.microsoft.com/dotnet/core/testing
const isTestFile = (path: string) =>
  !OUTPUT.test(path) &&
  /(?:Tests?\.|(?:^|\/)[^/]*\.(?:Unit|Integration)?Tests?\/(?:.*\/)?[^/]+\.)(?:cs|fs|vb)$/.test(path)

export const dotnet: Runner = {
  name: 'dotnet test',
  format: 'trx',
  language: 'c#',
  isCommand: (command) => /(?:^|[\s/])dotnet\s+test(?:\s|$)/.test(command),
  detect,
  isTestFile,
  // https://learn.microsoft.com/dotnet/core/testing/selective-unit-tests: a class of another name makes all tests run.
  toTargets: (files) =>
    files.length === 0 ? [] : ['--filter', files.map((file) => `FullyQualifiedName~${toClass(file)}.`).join('|')],
  canary: (file, neighbour) => ({
    path: posix.join(posix.dirname(file), 'TddGateCanaryTests.cs'),
    text: createClass('TddGateCanaryTests', getLibrary(neighbour) ?? XUNIT, [
      ['TddGateCanaryPasses', ''],
      ['TddGateCanaryFails', FAIL],
    ]),
  }),
  canaryTests,
  mayLackCanary: true,
  locate,
  consoleErrors,
}

const toClass = (file: string): string => posix.basename(file).replace(/\.\w+$/, '')

function detect({ files, read }: Project): Detection | null {
  const projects = files.filter((path) => PROJECT.test(path) && !OUTPUT.test(path))
  const isOfTests = (path: string) => TEST_PROJECT.test(path) || (read(path) ?? '').includes('Microsoft.NET.Test.Sdk')
  const tests = projects.filter(isOfTests)
  if (tests.length === 0) return null
  const isTop = files.some((path) => /^[^/]+\.slnx?$/.test(path)) || projects.some((path) => !path.includes('/'))
  // Without a solution the command takes the project of its folder.
  const [first = '.'] = tests.map((path) => posix.dirname(path))
  return {
    directory: isTop ? '.' : first,
    command: COMMAND,
    reports: ['{reports}/*.trx'],
    why: 'dotnet test, because there is a project of tests',
    isNamed: true,
  }
}

interface Library {
  readonly name: string
  readonly onClass: string
  readonly onTest: string
  readonly checks: readonly string[]
}

const XUNIT: Library = {
  name: 'Xunit',
  onClass: '',
  onTest: '[Xunit.Fact]',
  checks: ['Xunit.Assert.Equal(1, 2)', 'Xunit.Assert.True(false)'],
}
const LIBRARIES: readonly Library[] = [
  XUNIT,
  {
    name: 'NUnit.Framework',
    onClass: '[NUnit.Framework.TestFixture] ',
    onTest: '[NUnit.Framework.Test]',
    checks: ['NUnit.Framework.Assert.That(1, NUnit.Framework.Is.EqualTo(2))'],
  },
  {
    name: 'Microsoft.VisualStudio.TestTools.UnitTesting',
    onClass: '[Microsoft.VisualStudio.TestTools.UnitTesting.TestClass] ',
    onTest: '[Microsoft.VisualStudio.TestTools.UnitTesting.TestMethod]',
    checks: ['Microsoft.VisualStudio.TestTools.UnitTesting.Assert.AreEqual(1, 2)'],
  },
]
const FAIL = 'throw new System.Exception("canary");'

/** The name may stand in a `using`, or only in an attribute. */
const getLibrary = (text: string): Library | null => LIBRARIES.find(({ name }) => text.includes(name)) ?? null

function createClass(
  name: string,
  { onClass, onTest }: Library,
  tests: readonly (readonly [string, string])[],
): string {
  const methods = tests.map(([method, body]) => `${onTest} public void ${method}() { ${body} }`)
  return `${onClass}public class ${name} { ${methods.join(' ')} }\n`
}

/** A class of its own behind the others: its name ends with the name by which the file is selected. */
function canaryTests(file: string, text: string, token: string): string | null {
  const library = getLibrary(text)
  if (library === null || !file.endsWith('.cs')) return null
  const checks = library.checks.map((check) => `try { ${check}; held++; } catch (System.Exception) { held += 0; }`)
  const body = `int held = 0; ${checks.join(' ')} if (held == 0) { ${FAIL} }`
  return `\n${createClass(`TddGateCanary_${token}_${toClass(file)}`, library, [[`TestTddGateCanaryFails_${token}`, body]])}`
}

function locate<T extends Located>(test: T, files: readonly string[]): T {
  const own = test.suite?.[0]?.split('+')[0]?.split('.').at(-1)
  const found = files.filter((file) => toClass(file) === own || own?.endsWith(`_${toClass(file)}`))
  return test.file === null && found.length === 1 ? { ...test, file: found[0] ?? null } : test
}

/** The compiler's first error of each file; MSBuild prints each twice. */
const COMPILER = /^\s{0,20}([^\s:(][^\n:(]{0,500}\.(?:cs|fs|vb))\(\d+,\d+\): (error [A-Z]{2}\d{4}: [^\n[]{1,500})/gm

function consoleErrors(output: string): readonly ConsoleError[] {
  const found = [...output.matchAll(COMPILER)].map(([, file = '', message = '']) => ({ file, message: message.trim() }))
  return [...new Map(found.toReversed().map((error) => [error.file, error])).values()].toReversed()
}
