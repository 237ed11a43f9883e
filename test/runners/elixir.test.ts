import type { Body } from '../support/dialect.ts'
import { printTool, STILL_RED, toPascal } from './tool.ts'

const BODIES: Readonly<Record<Body, string>> = {
  same: 'n',
  tenth: 'div(n, 10)',
  twentieth: 'div(n, 20)',
  'tenth-otherwise': 'div(div(n, 5), 2)',
  exit: 'System.halt(n - n)',
  rejection: 'div(n, 10)',
}

printTool({
  runner: 'ExUnit',
  needs: ['mix', '--version'],
  own: { crash: STILL_RED },
  project: {
    'mix.exs':
      'defmodule Shop.MixProject do\n  use Mix.Project\n  def project, do: [app: :shop, version: "0.1.0"]\nend\n',
    'test/test_helper.exs': 'ExUnit.start()\n',
  },
  testPath: (module) => `test/${module}_test.exs`,
  sourcePath: (module) => `lib/${module}.ex`,
  source: (symbol, body) => `defmodule ${toPascal(symbol)} do\n  def of(n) do\n    ${BODIES[body]}\n  end\nend\n`,
  tests: ({ module }, specs) => {
    const tests = specs.map(
      ({ name, input, output, mode }) =>
        `${mode === 'skip' ? '  @tag :skip\n' : ''}  test "${name}" do\n    assert ${toPascal(module)}.of(${input}) == ${output}\n  end\n`,
    )
    return `defmodule ${toPascal(module)}Test do\n  use ExUnit.Case\n\n${tests.join('\n')}end\n`
  },
})
