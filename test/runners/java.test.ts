import type { Body } from '../support/dialect.ts'
import type { Files } from '../support/repository.ts'
import { HIDDEN, printTool, type Tool, toCamel, toPascal, VANISHED } from './tool.ts'

const BODIES: Readonly<Record<Body, string>> = {
  same: 'return n;',
  tenth: 'return n / 10;',
  twentieth: 'return n / 20;',
  'tenth-otherwise': 'return n / 5 / 2;',
  exit: 'System.exit(0);\n        return n;',
  rejection: 'return n / 10;',
}
/** Debian's packages bring a repository that needs no network. */
const REPOSITORY = '/usr/share/maven-repo'
const needs = (tool: string, library: string): [string, ...string[]] => [
  'sh',
  '-c',
  `command -v ${tool} && test -d ${REPOSITORY}/${library}`,
]

interface Library {
  readonly imports: readonly string[]
  readonly equal: (actual: string, expected: number) => string
  readonly skip: string
}
const JUNIT4: Library = {
  imports: ['static org.junit.Assert.assertEquals', 'org.junit.Ignore', 'org.junit.Test'],
  equal: (actual, expected) => `assertEquals(${expected}, ${actual})`,
  skip: '@Ignore @Test',
}
const JUNIT5: Library = {
  imports: [
    'static org.junit.jupiter.api.Assertions.assertEquals',
    'org.junit.jupiter.api.Disabled',
    'org.junit.jupiter.api.Test',
  ],
  equal: JUNIT4.equal,
  skip: '@Disabled @Test',
}
const TESTNG: Library = {
  imports: ['static org.testng.Assert.assertEquals', 'org.testng.annotations.Test'],
  equal: (actual, expected) => `assertEquals(${actual}, ${expected})`,
  skip: '@Test(enabled = false)',
}

function java({ imports, equal, skip }: Library): Pick<Tool, 'testPath' | 'sourcePath' | 'source' | 'tests' | 'own'> {
  return {
    own: { vanish: HIDDEN },
    testPath: (module) => `src/test/java/shop/${toPascal(module)}Test.java`,
    sourcePath: (module) => `src/main/java/shop/${toPascal(module)}.java`,
    source: (symbol, body) =>
      `package shop;\n\npublic class ${toPascal(symbol)} {\n    public static int of(int n) {\n        ${BODIES[body]}\n    }\n}\n`,
    tests: ({ module }, specs) => {
      const head = imports.map((name) => `import ${name};\n`).join('')
      const tests = specs.map(
        ({ name, input, output, mode }) =>
          `    ${mode === 'skip' ? skip : '@Test'}\n    public void ${toCamel(name)}() {\n        ${equal(`${toPascal(module)}.of(${input})`, output)};\n    }\n`,
      )
      return `package shop;\n\n${head}\npublic class ${toPascal(module)}Test {\n${tests.join('\n')}}\n`
    },
  }
}

const PLUGINS = { resources: '3.3.0', compiler: '3.10.1', surefire: '2.22.3' }
const dependency = (group: string, artifact: string, version: string) =>
  `<dependencies><dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version><scope>test</scope></dependency></dependencies>`
const maven = (dependencies: string): Files => {
  const plugins = Object.entries(PLUGINS).map(
    ([name, version]) =>
      `<plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-${name}-plugin</artifactId><version>${version}</version></plugin>`,
  )
  return {
    '.mvn/maven.config': '-o\n-s\n/etc/maven/settings-debian.xml\n',
    'pom.xml': `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>shop</groupId><artifactId>shop</artifactId><version>1</version>
<properties><maven.compiler.source>11</maven.compiler.source><maven.compiler.target>11</maven.compiler.target><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
${dependencies}
<build><pluginManagement><plugins>${plugins.join('')}</plugins></pluginManagement></build></project>
`,
  }
}
const gradle = (dependencies: string, more = ''): Files => ({
  'settings.gradle': "rootProject.name = 'shop'\n",
  'build.gradle': `apply plugin: 'java'\nrepositories { maven { url 'file://${REPOSITORY}' } }\ndependencies { testCompile '${dependencies}' }\n${more}`,
})

printTool({
  ...java(JUNIT4),
  runner: 'Maven',
  variant: 'JUnit 4',
  needs: needs('mvn', 'junit'),
  project: maven(dependency('junit', 'junit', '4.x')),
})
printTool({
  ...java(JUNIT5),
  runner: 'Maven',
  variant: 'JUnit 5',
  needs: needs('mvn', 'org/junit/jupiter'),
  project: maven(dependency('org.junit.jupiter', 'junit-jupiter', '5.9.2')),
})
printTool({
  ...java(TESTNG),
  // Tests that are not enabled are in no report.
  own: { skip: VANISHED, vanish: HIDDEN },
  runner: 'Maven',
  variant: 'TestNG',
  needs: needs('mvn', 'org/testng'),
  project: maven(dependency('org.testng', 'testng', '6.x')),
})
printTool({
  ...java(JUNIT4),
  runner: 'Gradle',
  variant: 'JUnit 4',
  needs: needs('gradle', 'junit'),
  project: gradle('junit:junit:4.x'),
})
printTool({
  ...java(TESTNG),
  own: { skip: VANISHED, vanish: HIDDEN },
  runner: 'Gradle',
  variant: 'TestNG',
  needs: needs('gradle', 'org/testng'),
  project: gradle('org.testng:testng:debian', 'test { useTestNG() }\n'),
})
