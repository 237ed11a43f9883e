/** Perl's test files, as prove runs them: one process for each, and the TAP that it prints. */
import { posix } from 'node:path'
import { asOperand, CANARY_FAILS, CANARY_PASSES, type Project, type Runner } from './runner.ts'

const COMMAND = 'node {assets}/script-files.mjs perl'
const CANARY = `use Test::More tests => 2;
ok(1, '${CANARY_PASSES}');
ok(0, '${CANARY_FAILS}');
`

const MODULE = /^\s*use\s+Test::(?:More|Most|Simple)\b/m
/** What follows is no code. */
const END = /^__(?:END|DATA)__$/m
const CHECKS =
  "['is', 1, 2], ['isnt', 1, 1], ['is_deeply', [1], [2]], ['like', 'a', qr/b/], ['cmp_ok', 1, '==', 2], ['ok', 0]"

// https://perldoc.perl.org/prove
const isTestFile = (path: string) =>
  /^(?:[^/]+\/)*t\/.*\.t$/.test(path) && !/(?:^|\/)(?:node_modules|vendor|local|blib)\//.test(path)

export const perl: Runner = {
  name: 'prove',
  format: 'node-events',
  language: 'perl',
  program: 'prove',
  isCommand: (command) => command.includes(COMMAND),
  detect: ({ files }: Project) =>
    files.some(isTestFile)
      ? {
          directory: '.',
          command: `${COMMAND} {reports}/perl.ndjson {timeout} {files}`,
          reports: ['{reports}/perl.ndjson'],
          why: 'prove, because there are files named t/*.t',
          isNamed: true,
        }
      : null,
  isTestFile,
  toTargets: (files) => files.map(asOperand),
  canary: (file) => ({ path: posix.join(posix.dirname(file), 'tdd_gate_canary.t'), text: CANARY }),
  // The checks run behind any plan, which then counts them too.
  canaryTests: (_file, text, token) => {
    if (!MODULE.test(text) || /(?<![\w:$>])exit\b/.test(text)) return null
    const run = `for my $check (${CHECKS}) { my ($name, @words) = @$check; my $call = main->can($name) or next; $call->(@words, '${CANARY_FAILS} ${token}'); $more++ }`
    const plan =
      "my $planned = $tests->expected_tests; print {$tests->output} '1..', $planned + $more, qq(\\n) if $planned"
    return `\n\n=pod\n\n=cut\n\n;{ my $tests = Test::Builder->new; my $more = 0; ${run} ${plan} }\n`
  },
  canaryAt: (_file, text) => END.exec(text)?.index ?? text.length,
  mayLackCanary: true,
}
