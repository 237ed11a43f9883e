import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createMeasurerState, suite } from '../support/measuring.ts'
import { printStory } from '../support/runner-story.ts'

const MANIFEST = '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n'
const rust = (body: string) => `#[test]\nfn works() {\n    ${body}\n}\n`

printStory({
  runner: 'cargo test',
  needs: ['cargo', '--version'],
  project: {
    'Cargo.toml': MANIFEST,
    'src/lib.rs':
      'pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        assert_eq!(super::add(1, 2), 3);\n    }\n}\n',
    '.gitignore': 'target\n',
  },
  situations: {
    'a name is missing in one file, and the others run': {
      files: {
        'tests/basket.rs': `use shop::basket::Basket;\n${rust('Basket::new();')}`,
        'tests/sums.rs': rust('assert_eq!(shop::add(1, 2), 4);'),
      },
      outcomes: { 'src/lib.rs > tests > adds': 'passed', 'tests/sums.rs > works': 'assertion' },
      loadErrors: { 'tests/basket.rs': 'shop::basket' },
    },
    'a test ends the process as if all were well, in the one file that is run': {
      files: { 'tests/ends.rs': rust('std::process::exit(0)') },
      only: ['tests/ends.rs'],
      outcomes: { 'tests/ends.rs > works': 'crash' },
      problems: [],
    },
  },
})

test.skipIf(spawnSync('cargo', ['--version']).status !== 0)(
  'a suite in the folder of a member runs this member of the workspace, and no other',
  async () => {
    const command = 'node {assets}/cargo-files.mjs {reports}/cargo.ndjson {timeout} {files}'
    const cargo = { command, reports: ['{reports}/cargo.ndjson'] }
    const suites = ['core', 'web'].map((name) => suite({ name, directory: name, ...cargo }))
    await using bench = await createMeasurerState({ suites, lender: null })
    const { run, problems } = await bench.measure({
      'Cargo.toml': '[workspace]\nmembers = ["core", "web"]\nresolver = "2"\n',
      'core/Cargo.toml': MANIFEST.replace('shop', 'core-of-shop'),
      'core/src/lib.rs': `pub fn one() -> i32 {\n    1\n}\n${rust('assert_eq!(one(), 1)')}`,
      'web/Cargo.toml': `${MANIFEST}[dependencies]\ncore-of-shop = { path = "../core" }\n`,
      'web/src/lib.rs': rust('assert_eq!(core_of_shop::one(), 1)'),
    })
    expect(problems).toEqual([])
    expect(run.cases.map(({ id }) => id)).toEqual(['[core] core/src/lib.rs > works', '[web] web/src/lib.rs > works'])
  },
)
