/**
 * Where each command of the pages is run. A new command of a page needs one of these, or a mark of `read.ts` in the page:
 * a row in {@link RUN} where it is cheap, a row in {@link HELD} where another test runs it as a whole process. Of the
 * sections in {@link FOLLOWED} every line is run, in order.
 */

import { WRITE_LATE_TEST, WRITE_TEST } from './projects.ts'

/** A line that is run alone, in a copy of a folder. */
export interface Run {
  /**
   * - `clone`: a fresh clone of this repository, installed
   * - `shop`: a small project on its branch main, with an origin
   * - `branch`: the shop on a branch with a RED and a GREEN commit
   * - `task`: the shop on the branch of a task that has just started
   */
  readonly in: 'clone' | 'shop' | 'branch' | 'task'
  /** 0 unless it is named. */
  readonly exit?: number
  /** In its output. */
  readonly says?: RegExp
  /** A file or folder that is there afterwards. */
  readonly leaves?: string
  /** A file that is gone afterwards. */
  readonly removes?: string
  /** What takes the places of placeholders. */
  readonly fill?: Readonly<Record<string, string>>
  /** Lines of a shell before it: what a reader has who types it. */
  readonly before?: string
}

const AGENT = `printf '#!/bin/sh\\ncat > ../prompt.txt\\n' > ../your-agent && chmod +x ../your-agent && PATH="$PWD/..:$PATH"`
const TASK_MASTER = (id: number) => `mkdir -p .taskmaster/tasks
echo '{"master":{"tasks":[{"id":${id},"title":"Tax","subtasks":[{"id":1,"title":"A fifth"}]}]}}' > .taskmaster/tasks/tasks.json
git add . && git commit --quiet -m "docs: tasks" && git push --quiet`
const ALONE = `echo '{"name":"a","version":"1.0.0"}' > package.json
echo '{"name":"a","version":"1.0.0","lockfileVersion":3,"packages":{"":{"name":"a","version":"1.0.0"}}}' > package-lock.json`
const WORKSPACE = `mkdir -p one && echo '{"name":"one","version":"1.0.0","scripts":{"test":"echo ran-one"}}' > one/package.json
echo '{"name":"a","workspaces":["one"]}' > package.json`

export const RUN: Readonly<Record<string, Run>> = {
  'npm run demo -- --help': { in: 'clone', says: /usage: npm run demo -- / },
  'node src/cli/bin.mjs app admin <command>': {
    in: 'clone',
    fill: { '<command>': 'ruleset acme shop' },
    before: 'export APP_ID=7',
    says: /required_status_checks/,
  },
  // Equal trees are compared by test/scripts/freeze.test.ts: here the tests of two would run.
  'npm run freeze -- <revision>': { in: 'clone', fill: { '<revision>': 'nowhere' }, exit: 2, says: /no revision/ },
  'npm ci --ignore-scripts': { in: 'shop', before: ALONE, says: /found 0 vulnerabilities|up to date/ },
  'npm test --workspaces': { in: 'shop', before: WORKSPACE, says: /ran-one/ },
  'tdd-gate test-policy': {
    in: 'shop',
    before: `mkdir -p .github/tdd-gate-tests
echo 'cases: [{ name: a document needs no test, commits: [{ changes: [README.md] }] }]' > .github/tdd-gate-tests/a.yml`,
    says: /1 case holds/,
  },
  'tdd-gate runs': { in: 'task', before: 'tdd-gate status', says: /__task-\S+ +running/ },
  'tdd-gate init --agents': { in: 'shop', leaves: 'AGENTS.md' },
  'tdd-gate init --hooks git,claude': { in: 'shop', leaves: '.claude/settings.json' },
  'tdd-gate init --soft': {
    in: 'shop',
    before: 'git remote set-url origin https://github.com/acme/shop.git',
    says: /Do not require the check yet/,
  },
  'tdd-gate init --pull-request': {
    in: 'shop',
    before: 'git remote set-url origin https://github.com/acme/shop.git',
    says: /gh pr create --fill/,
  },
  'tdd-gate start 7': { in: 'shop', before: TASK_MASTER(7), says: /task-7/ },
  'tdd-gate autopilot 42': { in: 'shop', before: TASK_MASTER(42), says: /task-42/ },
  'tdd-gate autopilot resume': { in: 'task', says: /7\.1/ },
  'tdd-gate report coverage/lcov.info': {
    in: 'shop',
    before: "mkdir coverage && printf 'SF:src/price.js\\nDA:1,1\\nend_of_record\\n' > coverage/lcov.info",
    says: /100/,
  },
  'tdd-gate report FILE': {
    in: 'shop',
    fill: { FILE: 'report.tap' },
    before: "printf 'TAP version 13\\nok 1 - adds\\n1..1\\n' > report.tap",
    says: /1 passed/,
  },
  'rm .git/index.lock': { in: 'shop', before: 'touch .git/index.lock', removes: '.git/index.lock' },
  'git stash --include-untracked': { in: 'shop', before: 'touch new.txt', says: /Saved working directory/ },
  'tdd-gate verify --sequence pull-request': { in: 'branch', says: /tdd-gate: success/ },
  'tdd-gate commit --phase characterize': {
    in: 'branch',
    before: WRITE_LATE_TEST,
    says: /characterize accepted/,
  },
  'tdd-gate verify --json': { in: 'branch', says: /"conclusion": ?"success"/ },
  'tdd-gate verify --config .github/tdd-gate.yml': {
    in: 'branch',
    before: 'tdd-gate init',
    says: /tdd-gate: success/,
  },
  'tdd-gate verify --task FILE': {
    in: 'shop',
    fill: { FILE: '../task.yml' },
    before: `git switch -c without-a-plan && ${WRITE_TEST}
git add . && git commit -m "test: discounts" --trailer "Task: 7.1" --trailer "Phase: red"`,
    exit: 4,
    says: /7\.2 {2}pending/,
  },
  'tdd-gate plan': { in: 'task', says: /7\.2/ },
  'tdd-gate plan --write': { in: 'task', leaves: 'IMPL_PLAN.md' },
  'tdd-gate plan --check': { in: 'task', before: 'tdd-gate plan --write', says: /are up to date/ },
  'tdd-gate commit --no-verify': {
    in: 'task',
    before: 'tdd-gate next && touch test/tax.test.js',
    says: /Skipped: the measurement/,
  },
  "tdd-gate run --agent 'your-agent --prompt -'": {
    in: 'task',
    before: AGENT,
    exit: 4,
    leaves: '../prompt.txt',
  },
  "tdd-gate run --next --agent 'your-agent --prompt -' --no-confirm --no-push": {
    in: 'shop',
    before: `${TASK_MASTER(9)}\n${AGENT}`,
    exit: 4,
    leaves: '../prompt.txt',
  },
}

/** A command that another test runs as a whole process, or that CI runs: a line of this file has all of its words. */
export type Held = { readonly test: string; readonly title: string } | { readonly workflow: string }

const WHOLE = 'test/docs-commands-whole.test.ts'
const START = 'test/app/npm-start.test.ts'
const inWhole = (title: string): Held => ({ test: WHOLE, title })
const checks = inWhole('`$line` ends with 0 in a clone: $leaves')

export const HELD: Readonly<Record<string, Held>> = {
  'npm test': { workflow: '.ci/run' },
  'npm test -- <file>': {
    test: 'test/scripts/test.test.ts',
    title: '`npm test -- <file>` runs that file, and checks neither types nor lint',
  },
  'npm run test:all': { workflow: '.github/workflows/test-all.yml' },
  'npm run test:postgres': { workflow: '.github/workflows/test-all.yml' },
  'npm run test:tools': { workflow: '.github/workflows/ci.yml' },
  'npm ci && npm link': inWhole('`npm ci && npm link` installs the command'),
  'npm run check': checks,
  'npm run format': checks,
  'npm run docs': checks,
  'npm run package': checks,
  'npm run build': checks,
  'npm run docs:build': checks,
  'node dist/app/bin.mjs': inWhole('`node dist/app/bin.mjs` offers the set-up'),
  'node dist/app/bin.mjs admin <command>': inWhole('`node dist/app/bin.mjs admin` prints the commands of a ruleset'),
  'APP_ID=<number of the App> node src/cli/bin.mjs app admin ruleset <organisation> <repository>...': inWhole(
    '`node src/cli/bin.mjs app admin` prints the commands of a ruleset',
  ),
  'npm run demo': {
    test: 'test/stories/app/demo.test.ts',
    title:
      'the demo goes from an issue to a merged pull request, refuses on the way what it should, and ends by itself',
  },
  'npm run demo -- --open': {
    test: 'test/demo/open.test.ts',
    title: 'a stranger pastes three steps, sees the check of a pull request wait, and then turn green',
  },
  'WEBHOOK_PROXY_URL=https://<public host>/api/github/webhooks npm start': {
    test: START,
    title: '`%s` with %j answers the first request of the set-up: %s',
  },
  'WEBHOOK_PROXY_URL=https://smee.io/<channel> npm start': {
    test: START,
    title: '`%s` with %j answers the first request of the set-up: %s',
  },
  'npx probot run ./src/app/probot.ts': {
    test: START,
    title: '`npx probot run ./src/app/probot.ts` answers an empty request, and works on a webhook that Probot takes',
  },
  "tdd-gate run <task> --agent '<command>'": {
    test: 'test/stories/agent/doors.test.ts',
    title: '`run` leads an agent with real Vitest from the default branch to a green one, over a failed attempt',
  },
  'tdd-gate mcp': {
    test: 'test/mcp/server.test.ts',
    title: 'answers what was asked before the client closed its end',
  },
  'tdd-gate watch': {
    test: 'test/stories/local/watch.test.ts',
    title: 'shows the task at 80 and at 200 columns, and no line is longer than the terminal',
  },
  "tdd-gate watch --agent '<command>'": {
    test: 'test/stories/local/watch.test.ts',
    title: 'with an agent, s leads it in a pane beside the list',
  },
  'tdd-gate watch --tmux': {
    test: 'test/stories/local/watch.test.ts',
    title: 'opens a pane of its own beside that of its reader',
  },
  'tdd-gate start 7 --issue 12': {
    test: 'test/stories/agent/github.test.ts',
    title: 'an agent takes a task from its issue, over a failed attempt and a kill, to a merge that the App allows',
  },
}

const TUTORIALS = 'test/stories/tutorials.test.ts'
const RUNS = 'test/docs-commands-run.test.ts'

/** Pages, and sections of pages, whose blocks a test runs from the first line to the last. */
export const FOLLOWED: Readonly<Record<string, { readonly test: string; readonly title: string }>> = {
  'docs/how-to/agents.md#two-agents-on-one-task': {
    test: 'test/docs-commands-each.test.ts',
    title: 'two agents work on one task in two worktrees, and the branch with the work of both is accepted',
  },
  'docs/start/first-branch.md': { test: TUTORIALS, title: 'a first gated branch' },
  'docs/start/agent-loop.md': {
    test: TUTORIALS,
    title: 'a first task, step by step, and the loop of the README as its last round',
  },
  'README.md#give-it-to-a-coding-agent': {
    test: TUTORIALS,
    title: 'a first task, step by step, and the loop of the README as its last round',
  },
  'docs/start/first-pull-request.md': {
    test: TUTORIALS,
    title: 'a first gated pull request, up to what people do on GitHub',
  },
  'docs/start/task-master.md': {
    test: 'test/stories/agent/manual.test.ts',
    title: 'a task of Task Master, from `start` to the merge',
  },
  'README.md#use-it-in-any-git-repository': { test: RUNS, title: 'the branch of the README is accepted' },
  'README.md#use-it-as-an-action': { test: RUNS, title: 'the README sets the Action up, and pushes it' },
  'CONTRIBUTING.md#contributing': { test: RUNS, title: 'the commits of CONTRIBUTING carry their trailers' },
}
