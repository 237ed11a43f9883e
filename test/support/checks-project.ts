/** A project of checks in shell, whose tests cost nothing to start. */
import type { Files } from './repository.ts'

/**
 * Each file of `checks/` is a test that the file of `src/` with its name says the same.
 * @param first what the suite does before anything else
 * @param policy a line of the configuration
 * @param reruns how often a failing test runs again, as the configuration says it: `, reruns: 1`
 */
export const checksProject = ({ first = '', reruns = '', policy = '' } = {}): Files => ({
  '.github/tdd-gate.yml': `version: 1\ntest: { command: sh run.sh, reports: [junit.xml]${reruns} }\npaths: { tests: ['checks/**'] }\n${policy}`,
  '.gitignore': 'junit.xml\nbody\n',
  'run.sh': `${first}for check in checks/*.txt; do
  name=\${check##*/}
  echo "<testcase name='$name holds' classname='checks' file='$check'>"
  cmp -s "$check" "src/$name" || echo "<failure type='AssertionError' message='AssertionError: src/$name differs'/>"
  echo "</testcase>"
done > body
{ echo '<testsuite>'; cat body; echo '</testsuite>'; } > junit.xml
! grep -q '<failure' body
`,
  'checks/base.txt': 'base\n',
  'src/base.txt': 'base\n',
})
