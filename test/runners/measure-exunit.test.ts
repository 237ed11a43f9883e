import { printStory } from '../support/runner-story.ts'

const module = (name: string, body: string) =>
  `defmodule ${name} do\n  use ExUnit.Case\n  test "is new" do\n    ${body}\n  end\nend\n`

printStory({
  runner: 'ExUnit',
  needs: ['mix', '--version'],
  project: {
    'mix.exs':
      'defmodule Shop.MixProject do\n  use Mix.Project\n  def project, do: [app: :shop, version: "0.1.0"]\nend\n',
    'test/test_helper.exs': 'ExUnit.start()\n',
    'test/old_test.exs': module('OldTest', 'assert 1 + 2 == 3'),
    '.gitignore': '_build\n',
  },
  situations: {
    'a struct is missing in one file, a function in another, and the others run': {
      files: {
        'test/new_test.exs': module('NewTest', 'assert %Basket{}.size == 0'),
        'test/sum_test.exs': module('SumTest', 'assert Basket.sum([]) == 0'),
      },
      outcomes: {
        'test/old_test.exs > OldTest > is new': 'passed',
        'test/sum_test.exs > SumTest > is new': 'missing-symbol',
      },
      loadErrors: { 'test/new_test.exs': 'Basket' },
    },
  },
})
