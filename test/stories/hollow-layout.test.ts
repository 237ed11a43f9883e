/** Drivers that assert nothing, in languages whose functions are found by their layout; each where its tool is installed. */
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import { type HollowStory, isThere, printHollow } from '../support/hollow-stories.ts'

const PERL: HollowStory = {
  needs: ['perl', '-MTest::More', '-e1'],
  base: { 't/old.t': "use Test::More tests => 1;\nis(1 + 2, 3, 'adds');\n" },
  hollow: { 't/area.t': "use Test::More tests => 1;\nuse Area;\nArea::area(2, 3);\nok(1, 'has an area');\n" },
  honest: { 't/value.t': "use Test::More tests => 1;\nuse Area;\nis(Area::area(2, 3), 6, 'has a value');\n" },
  green: { 'lib/Area.pm': 'package Area;\nsub area {\n    my ($a, $b) = @_;\n    return $a * $b;\n}\n1;\n' },
}

printHollow({
  Perl: PERL,
  bats: {
    needs: ['bats', '--version'],
    base: { 'test/old.bats': '@test "adds" { [ $((1 + 2)) -eq 3 ]; }\n' },
    hollow: { 'test/area.bats': '@test "has an area" {\n  source lib/area.sh\n  area 2 3\n}\n' },
    honest: { 'test/value.bats': '@test "has a value" {\n  source lib/area.sh\n  [ "$(area 2 3)" -eq 6 ]\n}\n' },
    green: { 'lib/area.sh': '#!/bin/bash\narea() {\n  echo $(($1 * $2))\n}\n' },
  },
  'a script under bats': {
    needs: ['bats', '--version'],
    base: { 'test/old.bats': '@test "adds" { [ $((1 + 2)) -eq 3 ]; }\n' },
    hollow: { 'test/area.bats': '@test "has an area" {\n  bash bin/area.sh 2 3\n}\n' },
    honest: { 'test/value.bats': '@test "has a value" {\n  [ "$(bash bin/area.sh 2 3)" -eq 6 ]\n}\n' },
    green: { 'bin/area.sh': '#!/bin/bash\necho $(($1 * $2))\n' },
  },
})

test.skipIf(!isThere(PERL.needs))(
  'a driver that asserts nothing is rejected where an error ends its file',
  async () => {
    await using branch = await createBranch(PERL.base)
    await branch.red(PERL.hollow)
    await branch.green(PERL.green)
    expect((await branch.verify()).verdicts).toEqual(['red accepted', 'green rejected: drivers-need-production'])
  },
)
