/** Every report and coverage format there is. The order is the order of detection. */

import { allureJson } from './allure-json.ts'
import { boostXml } from './boost-xml.ts'
import { catch2Xml, doctestXml } from './catch2-xml.ts'
import { clover } from './clover.ts'
import { cobertura } from './cobertura.ts'
import { coveragePy } from './coverage-py.ts'
import { ctestXml } from './ctest-xml.ts'
import { ctrf } from './ctrf.ts'
import { cucumberJson } from './cucumber-json.ts'
import { cucumberMessages } from './cucumber-messages.ts'
import { dartJson } from './dart-json.ts'
import type { DescribedCoverageFormat, ReportFormat } from './format.ts'
import { gcovrJson } from './gcovr-json.ts'
import { goCover } from './go-cover.ts'
import { goJson } from './go-json.ts'
import { istanbulJson } from './istanbul-json.ts'
import { istanbulSummary } from './istanbul-summary.ts'
import { jacoco } from './jacoco.ts'
import { jestJson } from './jest-json.ts'
import { junit } from './junit.ts'
import { lcov } from './lcov.ts'
import { libtestJson } from './libtest-json.ts'
import { llvmJson } from './llvm-json.ts'
import { mesonJson } from './meson-json.ts'
import { mochaJson } from './mocha-json.ts'
import { mochaStream } from './mocha-stream.ts'
import { mochawesome } from './mochawesome.ts'
import { newmanJson } from './newman-json.ts'
import { nodeEvents } from './node-events.ts'
import { nunit2 } from './nunit2.ts'
import { nunit3 } from './nunit3.ts'
import { opencover } from './opencover.ts'
import { playwrightJson } from './playwright-json.ts'
import { pytestJson } from './pytest-json.ts'
import { qtestXml } from './qtest-xml.ts'
import { robotXml } from './robot-xml.ts'
import { rspecJson } from './rspec-json.ts'
import { simplecov } from './simplecov.ts'
import { sonarCoverage } from './sonar-coverage.ts'
import { sonarTests } from './sonar-tests.ts'
import { subunit } from './subunit.ts'
import { tap } from './tap.ts'
import { testngXml } from './testng-xml.ts'
import { trx } from './trx.ts'
import { vitestJson } from './vitest-json.ts'
import { wdioJson } from './wdio-json.ts'
import { xcresultJson } from './xcresult-json.ts'
import { xunitNet } from './xunit-net.ts'

export type FormatName =
  | 'subunit'
  | 'vitest-json'
  | 'jest-json'
  | 'node-events'
  | 'go-json'
  | 'mocha-json'
  | 'mocha-stream'
  | 'mochawesome'
  | 'allure'
  | 'newman-json'
  | 'wdio-json'
  | 'playwright-json'
  | 'pytest-json'
  | 'rspec-json'
  | 'libtest-json'
  | 'dart-json'
  | 'meson-json'
  | 'cucumber-json'
  | 'cucumber-messages'
  | 'ctrf'
  | 'xcresult-json'
  | 'xunit-net'
  | 'nunit3'
  | 'nunit2'
  | 'trx'
  | 'boost-xml'
  | 'catch2-xml'
  | 'doctest-xml'
  | 'qtest-xml'
  | 'ctest-xml'
  | 'testng-xml'
  | 'robot-xml'
  | 'sonar-tests'
  | 'junit'
  | 'tap'
export type CoverageName =
  | 'istanbul-json'
  | 'istanbul-summary'
  | 'coverage-py'
  | 'simplecov'
  | 'llvm-json'
  | 'gcovr-json'
  | 'sonar-coverage'
  | 'clover'
  | 'jacoco'
  | 'opencover'
  | 'cobertura'
  | 'go-cover'
  | 'lcov'

export const reportFormats = {
  subunit,
  'vitest-json': vitestJson,
  'jest-json': jestJson,
  'node-events': nodeEvents,
  'go-json': goJson,
  'mocha-json': mochaJson,
  'mocha-stream': mochaStream,
  mochawesome,
  allure: allureJson,
  'newman-json': newmanJson,
  'wdio-json': wdioJson,
  'playwright-json': playwrightJson,
  'pytest-json': pytestJson,
  'rspec-json': rspecJson,
  'libtest-json': libtestJson,
  'dart-json': dartJson,
  'meson-json': mesonJson,
  'cucumber-json': cucumberJson,
  'cucumber-messages': cucumberMessages,
  ctrf,
  'xcresult-json': xcresultJson,
  'xunit-net': xunitNet,
  nunit3,
  nunit2,
  trx,
  'boost-xml': boostXml,
  'catch2-xml': catch2Xml,
  'doctest-xml': doctestXml,
  'qtest-xml': qtestXml,
  'ctest-xml': ctestXml,
  'testng-xml': testngXml,
  'robot-xml': robotXml,
  'sonar-tests': sonarTests,
  junit,
  tap,
} satisfies Record<FormatName, ReportFormat>

export const coverageFormats = {
  'istanbul-json': istanbulJson,
  'istanbul-summary': istanbulSummary,
  'coverage-py': coveragePy,
  simplecov,
  'llvm-json': llvmJson,
  'gcovr-json': gcovrJson,
  'sonar-coverage': sonarCoverage,
  clover,
  jacoco,
  opencover,
  cobertura,
  'go-cover': goCover,
  lcov,
} satisfies Record<CoverageName, DescribedCoverageFormat>
