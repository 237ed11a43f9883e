/** The registry of report and coverage formats, in the order of detection. */

import type { DescribedCoverageFormat, ReportFormat } from './format.ts'
import { allureJson } from './formats/allure-json.ts'
import { boostXml } from './formats/boost-xml.ts'
import { catch2Xml, doctestXml } from './formats/catch2-xml.ts'
import { clover } from './formats/clover.ts'
import { cobertura } from './formats/cobertura.ts'
import { coveragePy } from './formats/coverage-py.ts'
import { ctestXml } from './formats/ctest-xml.ts'
import { ctrf } from './formats/ctrf.ts'
import { cucumberJson } from './formats/cucumber-json.ts'
import { cucumberMessages } from './formats/cucumber-messages.ts'
import { dartJson } from './formats/dart-json.ts'
import { gcovrJson } from './formats/gcovr-json.ts'
import { goCover } from './formats/go-cover.ts'
import { goJson } from './formats/go-json.ts'
import { istanbulJson } from './formats/istanbul-json.ts'
import { istanbulSummary } from './formats/istanbul-summary.ts'
import { jacoco } from './formats/jacoco.ts'
import { jestJson, vitestJson } from './formats/jest-like.ts'
import { junit } from './formats/junit.ts'
import { lcov } from './formats/lcov.ts'
import { libtestJson } from './formats/libtest-json.ts'
import { llvmJson } from './formats/llvm-json.ts'
import { mesonJson } from './formats/meson-json.ts'
import { mochaJson } from './formats/mocha-json.ts'
import { mochaStream } from './formats/mocha-stream.ts'
import { mochawesome } from './formats/mochawesome.ts'
import { newmanJson } from './formats/newman-json.ts'
import { nodeEvents } from './formats/node-events.ts'
import { nunit2 } from './formats/nunit2.ts'
import { nunit3 } from './formats/nunit3.ts'
import { opencover } from './formats/opencover.ts'
import { playwrightJson } from './formats/playwright-json.ts'
import { pytestJson } from './formats/pytest-json.ts'
import { qtestXml } from './formats/qtest-xml.ts'
import { robotXml } from './formats/robot-xml.ts'
import { rspecJson } from './formats/rspec-json.ts'
import { simplecov } from './formats/simplecov.ts'
import { sonarCoverage } from './formats/sonar-coverage.ts'
import { sonarTests } from './formats/sonar-tests.ts'
import { subunit } from './formats/subunit.ts'
import { tap } from './formats/tap.ts'
import { testngXml } from './formats/testng-xml.ts'
import { trx } from './formats/trx.ts'
import { wdioJson } from './formats/wdio-json.ts'
import { xcresultJson } from './formats/xcresult-json.ts'
import { xunitNet } from './formats/xunit-net.ts'

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
