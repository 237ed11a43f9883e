/** Drivers that assert nothing, where the tool takes seconds to start. */
import { printHollow } from '../support/hollow-stories.ts'

printHollow({
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
})
