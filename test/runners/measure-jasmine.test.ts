import { printStory } from '../support/runner-story.ts'

const spec = (title: string, body: string) => `describe('cart', () => { it('${title}', () => { ${body} }) })\n`

printStory({
  runner: 'Jasmine',
  project: {
    'package.json': '{ "name": "shop", "scripts": { "test": "jasmine" } }',
    'spec/oldSpec.js': spec('adds', 'expect(1 + 2).toBe(3)'),
  },
  situations: {
    'one file does not load, one calls a function that is missing, and the others run': {
      files: {
        'spec/newSpec.js': `const { basket } = require('../src/basket')\n${spec('is new', 'expect(basket()).toBe(1)')}`,
        'spec/sumSpec.js': `${spec('sums', 'globalThis.sumUp()')}${spec('fails', 'expect(1).toBe(2)')}xit('later', () => {})\n`,
        'spec/endsSpec.js': spec('ends', 'process.exit(0)'),
      },
      outcomes: {
        'spec/oldSpec.js > cart > adds': 'passed',
        'spec/sumSpec.js > cart > sums': 'missing-symbol',
        'spec/sumSpec.js > cart > fails': 'assertion',
        'spec/sumSpec.js > later': 'skipped',
      },
      loadErrors: { 'spec/newSpec.js': '../src/basket', 'spec/endsSpec.js': null },
    },
    'one file runs alone, and its canary among its tests': {
      files: { 'spec/newSpec.js': spec('is new', 'expect(1).toBe(2)') },
      only: ['spec/newSpec.js'],
      outcomes: { 'spec/newSpec.js > cart > is new': 'assertion' },
    },
  },
})
