import { expect, test } from 'vitest'
import { DEFAULT_CONFIG, parseConfig } from '../../../src/config/parse.ts'
import { getPolicyDigest, MEASURING_VERSION } from '../../../src/operations/verify/policy-digest.ts'

const SUITE = {
  name: '',
  directory: '.',
  setup: null,
  build: null,
  command: 'make test',
  reports: ['r.xml'],
  coverage: [],
}
const DIGEST = getPolicyDigest(DEFAULT_CONFIG, [SUITE])
const read = (text: string) =>
  parseConfig(`version: 1\n${text}`, { file: 'tdd-gate.yml', ruleCodes: ['red-has-driver'] })

test('is a sha256, the same for the same terms in any order', () => {
  const { name, ...rest } = SUITE
  const { version, ...config } = DEFAULT_CONFIG
  expect(DIGEST).toMatch(/^[0-9a-f]{64}$/)
  expect(getPolicyDigest({ ...config, version }, [{ ...rest, name }])).toBe(DIGEST)
  expect(getPolicyDigest(DEFAULT_CONFIG, [SUITE], MEASURING_VERSION)).toBe(DIGEST)
})

test.each([
  ['a weaker rule', getPolicyDigest(read('policy: { rules: { red-has-driver: off } }'), [SUITE])],
  ['another class of a path', getPolicyDigest(read('paths: { docs: ["src/**"] }'), [SUITE])],
  ['fewer reruns', getPolicyDigest(read('test: { command: make test, reports: [r.xml], reruns: 1 }'), [SUITE])],
  ['another command', getPolicyDigest(DEFAULT_CONFIG, [{ ...SUITE, command: 'make' }])],
  ['one more suite', getPolicyDigest(DEFAULT_CONFIG, [SUITE, { ...SUITE, name: 'api' }])],
  ['another version of the readers', getPolicyDigest(DEFAULT_CONFIG, [SUITE], 'another')],
])('%s is another digest', (_, other) => {
  expect(other).not.toBe(DIGEST)
})
