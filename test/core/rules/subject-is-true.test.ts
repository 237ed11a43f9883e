import { subjectIsTrue } from '../../../src/core/rules/subject-is-true.ts'
import { aCommit, change } from '../support.ts'
import { holdsRule, type RuleCase } from './support.ts'

const was = { before: 'v0' }
const changed = { ...change('src/a.py', 'production', was), differs: [{ line: 4 }] }
const at = (path: string) => ({ ...change(path, 'production', was), differs: [{ line: 4 }] })
const given = (subject: string, ...changes: readonly (typeof changed)[]) => ({
  phase: 'refactor' as const,
  commit: aCommit({ subject, changes: changes.length > 0 ? changes : [changed] }),
})
const shown = (title: string, subject: string, type: string, ...changes: (typeof changed)[]): RuleCase => ({
  title,
  ...given(subject, ...changes),
  says: `The subject says \`${type}\`, and code differs: ${(changes[0] ?? changed).path}:4`,
  step: 'Let the subject say what the commit does',
})
const silent = (title: string, subject: string, ...changes: (typeof changed)[]): RuleCase => ({
  title,
  ...given(subject, ...changes),
  says: null,
})

holdsRule(subjectIsTrue, [
  silent('a format that changes no code', 'style: format', { ...changed, differs: [] }),
  shown('a format that changes code', 'style: format', 'style'),
  {
    ...silent('a feature that no test demands', 'feat: refuse negative fees'),
    says: 'The subject says `feat`, and a REFACTOR keeps behaviour: no test demands something new of src/a.py',
    step: 'Let the subject say what the commit does',
  },
  {
    ...silent('a hotfix that no test demands', 'Hotfix(api): refuse negative fees'),
    says: 'The subject says `hotfix`, and a REFACTOR keeps behaviour: no test demands something new of src/a.py',
    step: 'Let the subject say what the commit does',
  },
  { ...silent('a feature that tests demand', 'feat: refuse negative fees'), phase: 'green' },
  silent('a correction of tests', 'fix: the tests', change('test/test_a.py', 'test', was) as typeof changed),
  shown('a chore with a scope', 'chore(deps)!: sort imports', 'chore'),
  shown('documents', 'docs: say it better', 'docs'),
  shown('a build', 'build: faster', 'build'),
  shown('tests', 'test: more', 'test'),
  shown('a workflow', 'ci: cache', 'ci'),
  shown('a format without a type', 'Reformat with black', 'format'),
  shown('sorted imports', 'Sort imports', 'format'),
  shown('a typo', 'Fix typo', 'typo'),
  shown('a page', 'Update README.md', 'docs'),
  {
    ...shown('a type that the trailer states', 'say it better', 'docs'),
    commit: aCommit({ subject: 'say it better', phase: 'docs', changes: [changed] }),
  },
  {
    ...shown('an import from elsewhere', 'chore: sort imports', 'chore'),
    ...given('chore: sort imports', { ...changed, differs: [{ line: 1, was: 'auth', is: 'auth-dev' }] as never }),
    says: 'The subject says `chore`, and code differs: src/a.py:1 (auth became auth-dev)',
  },
  {
    ...shown('a new file', 'style: format', 'style'),
    ...given('style: format', { ...change('src/b.py'), differs: [{ line: 1 }] }),
    says: 'The subject says `style`, and code differs: src/b.py (new)',
  },
  {
    ...shown('a removed file', 'style: format', 'style'),
    ...given('style: format', {
      ...change('src/b.py', 'production', { before: 'v0', after: null }),
      differs: [{ line: 1 }],
    }),
    says: 'The subject says `style`, and code differs: src/b.py (removed)',
  },
  silent('a refactoring', 'refactor: tidy'),
  silent('a sentence about formats', 'Format prices in euros'),
  silent('a sentence about documents', 'Add documentation links to errors'),
  silent('a sentence about comments', 'Add comments to posts'),
  silent('settings in a chore', 'chore: settings', at('config/app.yml'), at('tool.toml'), at('data.json')),
  shown('settings in documents', 'docs: settings', 'docs', at('config/app.yml')),
  silent('scripts of a build', 'build: scripts', at('scripts/build.mjs'), at('release.sh'), at('next.config.js')),
  shown('a script in a format', 'style: format', 'style', at('scripts/build.mjs')),
  silent('a style sheet in a style', 'style: colors', at('src/app.scss')),
  shown('a style sheet in documents', 'docs: colors', 'docs', at('src/app.css')),
  silent('an example in documents', 'docs: example', at('examples/shop.py'), at('mkdocs.yml')),
  silent('a file of a tool in a format', 'style: format', at('.prettierignore')),
  shown('settings of the program in documents', 'docs: settings', 'docs', at('settings.toml')),
  silent('a helper of tests in tests', 'test: helper', at('src/test-utils.ts'), at('src/mocks/server.ts')),
  silent('words in documents', 'docs: clearer help', { ...changed, differs: [{ line: 4, isWording: true }] as never }),
  silent('dead code that a chore removes', 'chore: remove the dead parser', { ...changed, edit: 'removal' } as never),
  shown('a check that goes with unused imports', 'chore: remove unused imports', 'chore', {
    ...changed,
    edit: 'removal',
  } as never),
])
