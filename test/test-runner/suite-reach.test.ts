/** Which suites a change can reach: the others keep their results. */
import { expect, test } from 'vitest'
import { getReaches, pathsToRead } from '../../src/test-runner/suite-reach.ts'
import { suite } from '../support/measuring.ts'

const json = JSON.stringify
const NPM = {
  'package.json': '{}',
  'web/package.json': json({ name: 'web', dependencies: { '@shop/core': '*' } }),
  'web/src/a.ts': '',
  'core/package.json': json({ name: '@shop/core', dependencies: { units: '*' } }),
  'core/a.ts': '',
  'units/package.json': json({ name: 'units' }),
  'units/a.ts': '',
  'docs/package.json': json({ name: 'docs' }),
  'docs/a.ts': '',
  'tools/lint.js': '',
}
const GO = {
  'go.work': 'use ./a\nuse ./b\n',
  'a/go.mod': 'module example.com/a\n\nrequire example.com/b v1.0.0\n',
  'b/go.mod': 'module example.com/b\n',
  'c/go.mod': 'module example.com/c\n',
}
const PATHS = { 'web/package.json': '{"name":"web"}', 'web/tsconfig.json': '{"references":[{"path":"../core"}]}' }
const MAVEN = {
  'app/pom.xml': '<artifactId>app</artifactId><dependencies><dependency><artifactId>base-lib</artifactId>',
  'lib/pom.xml': '<parent><artifactId>all</artifactId></parent><artifactId>base-lib</artifactId>',
}
const GRADLE = { 'app/build.gradle.kts': 'implementation(project(":core"))', 'core/build.gradle.kts': '' }

type Tree = Readonly<Record<string, string>>
const reachOf = (tree: Tree, directory: string) => {
  const files = new Map(Object.entries(tree).map(([path, text]) => [path, { id: text, mode: '100644' }] as const))
  return getReaches(files, (path) => tree[path] ?? null, [suite({ name: 'it', directory })]).get('it')
}

test.each<[string, Tree, string, string, boolean]>([
  ['its own folder', NPM, 'web', 'web/src/a.ts', true],
  ['a package that it depends on', NPM, 'web', 'core/a.ts', true],
  ['a package that this one depends on', NPM, 'web', 'units/a.ts', true],
  ['a package that it does not name', NPM, 'web', 'docs/a.ts', false],
  ['a package that depends on it', NPM, 'core', 'web/src/a.ts', false],
  ['a file of no package', NPM, 'web', 'tools/lint.js', true],
  ['a new file of no package', NPM, 'units', 'README.md', true],
  ['everything, from the top', NPM, '.', 'docs/a.ts', true],
  ['a module that it requires', GO, 'a', 'b/new.go', true],
  ['a module that it does not require', GO, 'a', 'c/new.go', false],
  ['a folder that another file of settings names', { ...NPM, ...PATHS }, 'web', 'core/a.ts', true],
  ['a module of Maven', MAVEN, 'app', 'lib/A.java', true],
  ['a module of Gradle', GRADLE, 'app', 'core/A.kt', true],
  ['a module that uses it', GRADLE, 'core', 'app/A.kt', false],
  ['a project below its folder', { 'a/Cargo.toml': '', 'a/b/Cargo.toml': '' }, 'a', 'a/b/lib.rs', true],
])('a suite reaches %s', (_, tree, directory, path, isReached) => {
  const changed = reachOf({ ...tree, [path]: `changed ${tree[path] ?? ''}` }, directory)
  expect(changed !== reachOf(tree, directory)).toBe(isReached)
})

test('the paths to read are those of manifests below the top', () => {
  expect(pathsToRead(['package.json', 'a/package.json', 'a/b.ts', 'a/tsconfig.base.json'])).toEqual([
    'a/package.json',
    'a/tsconfig.base.json',
  ])
})
