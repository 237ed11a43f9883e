import { describe, expect, test } from 'vitest'
import type { SuiteConfig } from '../../../src/core/model/config.ts'
import { measuresCoverage, toMeasuring } from '../../../src/test-runner/own-coverage.ts'
import { toSuite } from '../../../src/test-runner/runners/index.ts'

const suite = (more: Partial<SuiteConfig>): SuiteConfig => ({
  name: '',
  directory: '.',
  setup: null,
  build: null,
  command: 'node --test {files}',
  reports: [],
  coverage: [],
  ...more,
})

const measuring = (command: string) => toMeasuring(toSuite(suite({ command })))?.config
const NODE = '--experimental-test-coverage --test-reporter=lcov --test-reporter-destination='

describe('a runner measures coverage in the run that it makes anyway', () => {
  test.each([
    ['node --test {files}', NODE, 'lcov.info'],
    ['NODE_ENV=test node --import tsx --test {files}', NODE, 'lcov.info'],
    ['go test -json ./... > {reports}/go.json', 'go test -coverprofile=', 'cover.out'],
    ['npx jest --json --outputFile={reports}/jest.json {files}', 'jest --coverage ', 'lcov.info'],
    ['npx vitest run --reporter=json {files}', 'vitest run --coverage.enabled --coverage.provider=v8', 'lcov.info'],
    ['python3 -m pytest --junit-xml={reports}/a.xml {files}', 'pytest --cov ', 'coverage.xml'],
    ['python3 -P -m pytest {files}', 'python3 -P -m coverage run ', 'coverage.xml'],
    ['python3 {assets}/unittest-files.py {reports}/u.ndjson {files}', '-m coverage run ', 'coverage.xml'],
  ])('%s', (command, options, file) => {
    expect(measuring(command)?.command).toContain(options)
    expect(measuring(command)?.command).toContain(`else\n${toSuite(suite({ command })).config.command}\nfi`)
    expect(measuring(command)?.coverage).toEqual([`{reports}/.tdd-gate-coverage/${file}`])
  })

  test('a provider that is not installed is not asked for', () => {
    expect(measuring('npx vitest run {files}')?.command).toMatch(/^if \{ \[ -d node_modules\/@vitest\/coverage-v8 \]/)
    expect(measuring('pytest {files}')?.command).toMatch(/^if \{ python3 -c 'import pytest_cov'/)
  })

  test.each([
    'node --test --experimental-test-coverage {files}',
    'npx c8 node --test {files}',
    'node --test a && node --test b',
    'npx vitest run --coverage',
    'npx jest --coverage',
    'go test -cover ./...',
    'coverage run -m pytest',
    'npx mocha {files}',
    'npm test',
  ])('%s stays as it is', (command) => {
    expect(measuring(command)).toBeUndefined()
  })

  test('only where the configuration asks for it, and no suite names coverage files', () => {
    const [plain, named] = [suite({}), suite({ coverage: ['lcov.info'] })]
    expect(measuresCoverage({ coverage: 'auto' }, [plain])).toBe(true)
    expect(measuresCoverage({ coverage: 'auto' }, [plain, named])).toBe(false)
    expect(measuresCoverage({}, [plain])).toBe(false)
  })
})
