import type { Body } from '../support/dialect.ts'
import { printTool, STILL_FAILING, toPascal, VANISHED } from './tool.ts'

const BODIES: Readonly<Record<Body, string>> = {
  same: 'return $n;',
  tenth: 'return $n / 10;',
  twentieth: 'return $n / 20;',
  'tenth-otherwise': 'return $n / 5 / 2;',
  exit: 'exit 0;',
  rejection: 'return $n / 10;',
}

printTool({
  runner: 'prove',
  needs: ['perl', '-MTest::More', '-e1'],
  project: { cpanfile: '' },
  // Perl names no test that it skips.
  own: { skip: VANISHED, crash: STILL_FAILING },
  testPath: (module) => `t/${module}.t`,
  sourcePath: (module) => `lib/${toPascal(module)}.pm`,
  source: (symbol, body) =>
    `package ${toPascal(symbol)};\nuse strict;\n\nsub of {\n    my ($n) = @_;\n    ${BODIES[body]}\n}\n\n1;\n`,
  tests: ({ module }, specs) => {
    const tests = specs.map(({ name, input, output, mode }) => {
      const assertion = `is(${toPascal(module)}::of(${input}), ${output}, '${name}');`
      return mode === 'skip' ? `SKIP: {\n    skip 'later', 1;\n    ${assertion}\n}\n` : `${assertion}\n`
    })
    return `use strict;\nuse Test::More;\nuse ${toPascal(module)};\n\n${tests.join('')}done_testing;\n`
  },
})
