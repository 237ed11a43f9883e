/** Drivers that assert nothing, in languages whose functions are found by their layout; each where its tool is installed. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'

type Tree = Readonly<Record<string, string>>

interface Story {
  readonly needs: readonly [string, ...string[]]
  readonly base: Tree
  readonly hollow: Tree
  readonly honest: Tree
  readonly green: Tree
}

const PERL: Story = {
  needs: ['perl', '-MTest::More', '-e1'],
  base: { 't/old.t': "use Test::More tests => 1;\nis(1 + 2, 3, 'adds');\n" },
  hollow: { 't/area.t': "use Test::More tests => 1;\nuse Area;\nArea::area(2, 3);\nok(1, 'has an area');\n" },
  honest: { 't/value.t': "use Test::More tests => 1;\nuse Area;\nis(Area::area(2, 3), 6, 'has a value');\n" },
  green: { 'lib/Area.pm': 'package Area;\nsub area {\n    my ($a, $b) = @_;\n    return $a * $b;\n}\n1;\n' },
}

const STORIES: Readonly<Record<string, Story>> = {
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
  ExUnit: {
    needs: ['mix', '--version'],
    base: {
      'mix.exs':
        'defmodule Shop.MixProject do\n  use Mix.Project\n  def project, do: [app: :shop, version: "0.1.0"]\nend\n',
      'test/test_helper.exs': 'ExUnit.start()\n',
      'test/old_test.exs':
        'defmodule OldTest do\n  use ExUnit.Case\n  test "adds" do\n    assert 1 + 2 == 3\n  end\nend\n',
      '.gitignore': '_build\n',
    },
    hollow: {
      'test/area_test.exs':
        'defmodule AreaTest do\n  use ExUnit.Case\n  test "has an area" do\n    Area.area(2, 3)\n  end\nend\n',
    },
    honest: {
      'test/value_test.exs':
        'defmodule ValueTest do\n  use ExUnit.Case\n  test "has a value" do\n    assert Area.area(2, 3) == 6\n  end\nend\n',
    },
    green: { 'lib/area.ex': 'defmodule Area do\n  def area(a, b) do\n    a * b\n  end\nend\n' },
  },
  CMake: {
    needs: ['cmake', '--version'],
    base: {
      'CMakeLists.txt':
        'cmake_minimum_required(VERSION 3.10)\nproject(shop C)\nenable_testing()\nfile(GLOB sources CONFIGURE_DEPENDS src/*.c)\nfile(GLOB tests CONFIGURE_DEPENDS test/*.c)\nforeach(path ${tests})\nget_filename_component(name ${path} NAME_WE)\nadd_executable(${name} ${path} ${sources})\ntarget_include_directories(${name} PRIVATE src)\nadd_test(NAME ${name} COMMAND ${name})\nendforeach()\n',
      'src/sum.c': 'int sum(int a, int b) {\n    return a + b;\n}\n',
      'src/sum.h': 'int sum(int a, int b);\n',
      'test/test_sum.c':
        '#include <assert.h>\n#include "sum.h"\nint main(void) { assert(sum(1, 2) == 3); return 0; }\n',
    },
    hollow: { 'test/test_area.c': '#include "area.h"\nint main(void) { area(2, 3); return 0; }\n' },
    honest: {
      'test/test_value.c': '#include "area.h"\nint main(void) { return area(2, 3) == 6 ? 0 : 1; }\n',
    },
    green: {
      'src/area.h': '#ifndef AREA_H\n#define AREA_H\nint area(int a, int b);\n#endif\n',
      'src/area.c': '#include "area.h"\n\nint area(int a, int b)\n{\n    return a * b;\n}\n',
    },
  },
}

function isThere([command, ...words]: Story['needs']): boolean {
  return spawnSync(command, words).status === 0
}

for (const [title, { needs, base, hollow, honest, green }] of Object.entries(STORIES)) {
  test.skipIf(!isThere(needs))(
    `${title}: a driver that asserts nothing is shown, and the one beside it that asserts is not`,
    async () => {
      await using branch = await createBranch(base)
      await branch.red({ ...hollow, ...honest })
      await branch.green(green)
      const { verdicts, decision } = await branch.verify()
      const said = decision.commits.flatMap(({ findings }) => findings.map(({ message }) => message)).join('\n')
      expect(verdicts, said).toEqual(['red accepted', 'green accepted'])
      expect(said).toContain('do nothing')
      expect(said).not.toContain('value')
    },
  )
}

test.skipIf(!isThere(PERL.needs))(
  'a driver that asserts nothing is rejected where an error ends its file',
  async () => {
    await using branch = await createBranch(PERL.base)
    await branch.red(PERL.hollow)
    await branch.green(PERL.green)
    expect((await branch.verify()).verdicts).toEqual(['red accepted', 'green rejected: drivers-need-production'])
  },
)
