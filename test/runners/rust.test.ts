import type { Body } from '../support/dialect.ts'
import { printTool, STILL_FAILING, toSnake } from './tool.ts'

const BODIES: Readonly<Record<Body, string>> = {
  same: 'n',
  tenth: 'n / 10',
  twentieth: 'n / 20',
  'tenth-otherwise': 'n / 5 / 2',
  exit: 'std::process::exit(n - n)',
  rejection: 'n / 10',
}

printTool({
  runner: 'cargo test',
  needs: ['cargo', '--version'],
  own: { crash: STILL_FAILING },
  project: { 'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n' },
  testPath: (module) => `tests/${module}.rs`,
  sourcePath: (module) => `src/${module}.rs`,
  source: (symbol, body) => `pub fn ${symbol}(n: i32) -> i32 {\n    ${BODIES[body]}\n}\n`,
  tests: ({ module }, specs) => {
    const tests = specs.map(
      ({ name, input, output, mode }) =>
        `\n#[test]\n${mode === 'skip' ? '#[ignore]\n' : ''}fn ${toSnake(name)}() {\n    assert_eq!(${module}(${input}), ${output});\n}\n`,
    )
    return `#[path = "../src/${module}.rs"]\nmod ${module};\nuse ${module}::${module};\n${tests.join('')}`
  },
})
