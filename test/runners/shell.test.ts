import type { Body, Subject } from '../support/dialect.ts'
import { printTool, STILL_RED, toSnake } from './tool.ts'

const BODIES: Readonly<Record<Body, string>> = {
  same: 'echo "$1"',
  tenth: 'echo $(($1 / 10))',
  twentieth: 'echo $(($1 / 20))',
  'tenth-otherwise': 'echo $(($1 / 5 / 2))',
  // In a substitution `exit` ends the substitution only.
  exit: 'kill -9 $$',
  rejection: 'echo $(($1 / 10))',
}
const code = {
  sourcePath: (module: string) => `${module}.sh`,
  source: (symbol: string, body: Body) => `${symbol}() {\n  ${BODIES[body]}\n}\n`,
}
const call = ({ module }: Subject, input: number) => `"$(${module} ${input})"`
const own = { crash: STILL_RED }

printTool({
  ...code,
  runner: 'shunit2',
  needs: ['sh', '-c', 'command -v shunit2'],
  project: {},
  testPath: (module) => `test/${module}_test.sh`,
  tests: (subject, specs) => {
    const tests = specs.map(
      ({ name, input, output, mode }) =>
        `\ntest_${toSnake(name)}() {\n${mode === 'skip' ? '  startSkipping\n' : ''}  assertEquals ${output} ${call(subject, input)}\n}\n`,
    )
    return `#!/bin/bash\n. ./${subject.module}.sh\n${tests.join('')}\n. shunit2\n`
  },
  own,
})

printTool({
  ...code,
  runner: 'bats',
  needs: ['bats', '--version'],
  project: {},
  testPath: (module) => `test/${module}.bats`,
  tests: (subject, specs) => {
    const tests = specs.map(
      ({ name, input, output, mode }) =>
        `\n@test "${name}" {\n${mode === 'skip' ? '  skip later\n' : ''}  [ ${call(subject, input)} -eq ${output} ]\n}\n`,
    )
    return `setup() {\n  source ./${subject.module}.sh\n}\n${tests.join('')}`
  },
  own,
})
