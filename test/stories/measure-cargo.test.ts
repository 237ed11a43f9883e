import { printStory } from '../support/runner-story.ts'

const MANIFEST = '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n'
const test = (body: string) => `#[test]\nfn works() {\n    ${body}\n}\n`

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
        'tests/basket.rs': `use shop::basket::Basket;\n${test('Basket::new();')}`,
        'tests/sums.rs': test('assert_eq!(shop::add(1, 2), 4);'),
      },
      outcomes: { 'src/lib.rs > tests > adds': 'passed', 'tests/sums.rs > works': 'assertion' },
      loadErrors: { 'tests/basket.rs': 'shop::basket' },
    },
    'a test ends the process as if all were well, in the one file that is run': {
      files: { 'tests/ends.rs': test('std::process::exit(0)') },
      only: ['tests/ends.rs'],
      outcomes: { 'tests/ends.rs > works': 'crash' },
      problems: [],
    },
  },
})
