/**
 * The default classes of paths in common languages: one line per language or tool, with the source of its convention. A
 * pattern matches at any depth; a pattern that ends in `/` names a folder. Only `*` and one level of `{a,b}` are
 * special.
 */

const JS = '{js,jsx,ts,tsx,mjs,cjs,mts,cts}'

/** Fixtures come first: a package.json inside test/fixtures is test input and configures nothing. */
export const FIXTURES: readonly string[] = [
  'fixtures/ __fixtures__/', // jest, pytest, Rails: by custom
  'testdata/ test-data/ test_data/', // go help test: "ignores a directory named testdata"
  '__snapshots__/ *.snap *.snap.new __image_snapshots__/ *.ambr', // jest, vitest, insta, syrupy
  '__mocks__/', // jestjs.io/docs/manual-mocks
  '*.approved.* *.received.* *.verified.*', // ApprovalTests, Verify
  'cassettes/ __recordings__/', // VCR, Polly.js
  '*.golden goldens/', // Go and Flutter golden files
]

/**
 * Compared without case and without invisible characters, as some file systems do, so that aliases of a harness file
 * match.
 */
export const HARNESS: readonly string[] = [
  '.github/tdd-gate.yml .github/tdd-gate/ .github/actions/', // the gate's own
  '.gitattributes .gitmodules', // gitattributes(5): filters change what is checked out
  '.env .env.* .envrc .tool-versions mise.toml .mise.toml flake.nix flake.lock shell.nix .devcontainer/', // environments
  'dockerfile dockerfile.* *.dockerfile docker-compose*.{yml,yaml} compose*.{yml,yaml} .dockerignore containerfile', // docs.docker.com
  'makefile gnumakefile *.mk makefile.* justfile .justfile taskfile.{yml,yaml} earthfile', // make(1), just, task
  'build build.bazel workspace workspace.bazel module.bazel *.bzl .bazelrc .bazelversion', // bazel.build
  `package.json package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.cjs`, // npm, yarn, pnpm
  '.npmrc .yarnrc .yarnrc.yml .yarn/ .nvmrc .node-version .node-options', // npm, yarn, nvm
  'node_modules/', // committed packages come before installed ones
  'bun.lock bun.lockb bunfig.toml deno.json deno.jsonc deno.lock import_map.json', // bun.sh, deno.com
  `vitest.config.* vitest.*.config.* vitest.workspace.* vitest.projects.* vite.config.* vite.*.config.*`, // vitest.dev/config
  `jest.config.* jest.*.config.* jest.preset.* jest-*.config.* jest.config-*.*`, // jestjs.io/docs/configuration
  '.mocharc.* .mocharc ava.config.* .taprc .nycrc .nycrc.* nyc.config.* .c8rc .c8rc.*', // mocha, ava, tap, nyc, c8
  'karma.conf.* karma.*.conf.* jasmine.json wdio.*.* wdio.conf.* cypress.config.* cypress.json playwright.config.*', // karma, jasmine, wdio, cypress, playwright
  `tsconfig*.json jsconfig*.json babel.config.* .babelrc .babelrc.* .swcrc .browserslistrc`, // typescript, babel, swc
  `webpack.config.* webpack.*.* rollup.config.* esbuild.config.* tsup.config.* metro.config.* rspack.config.* rslib.config.*`, // bundlers that runners go through
  'nx.json project.json workspace.json turbo.json lerna.json rush.json angular.json .angular-cli.json', // monorepos
  `{vitest,jest,mocha,test,tests,bun}{.,-,_}{setup,teardown,globals,environment,env}.${JS} setup{-,.}{jest,vitest,tests,test,env}.${JS}`, // set-up files
  `setuptests.${JS} setuptest.${JS} testsetup.${JS} jestsetup.${JS} vitestsetup.${JS} setupjest.${JS} setupvitest.${JS}`, // create-react-app and kin
  `global{-,.}{setup,teardown}.${JS} globalsetup.${JS} globalteardown.${JS}`, // vitest, jest, playwright
  `{test,tests,spec,__tests__}/{setup,teardown,bootstrap,register}.${JS} cypress/support/`, // by custom; docs.cypress.io
  'conftest.py pytest.ini .pytest.ini pytest.toml .pytest.toml pyproject.toml setup.cfg setup.py tox.ini noxfile.py behave.ini', // docs.pytest.org
  'pytest.py _pytest/ pluggy.py unittest.py doctest.py', // come before what is installed, where Python starts beside them
  'requirements*.{txt,in} constraints*.txt pipfile pipfile.lock poetry.lock uv.lock pdm.lock environment.yml .python-version', // pip, pipenv, poetry, uv
  '.coveragerc sitecustomize.py usercustomize.py *.pth *.egg-info/ *.dist-info/', // coverage.py, site(3), plugins by entry points
  'go.mod go.sum go.work go.work.sum', // go.dev/ref/mod
  'pom.xml mvnw mvnw.cmd .mvn/ testng.xml junit-platform.properties', // maven.apache.org, junit.org
  'build.gradle build.gradle.kts settings.gradle settings.gradle.kts gradle.properties gradle/ gradlew gradlew.bat buildsrc/ *.gradle *.gradle.kts', // gradle.org
  'build.sbt *.sbt project/build.properties build.sc .sbtopts', // scala-sbt.org
  'cargo.toml cargo.lock .cargo/ rust-toolchain rust-toolchain.toml nextest.toml build.rs', // doc.rust-lang.org/cargo, nexte.st
  'gemfile gemfile.lock gems.rb gems.locked *.gemspec rakefile .rspec .ruby-version .simplecov .bundle/', // bundler.io, rspec.info
  'spec_helper.rb rails_helper.rb test_helper.rb', // rspec.info, guides.rubyonrails.org/testing
  'composer.json composer.lock phpunit.xml phpunit.*.xml phpunit.xml.* codeception.yml *.suite.yml {test,tests}/bootstrap.php pest.php vendor/bin/ vendor/composer/ vendor/autoload.php', // phpunit.de, codeception, pestphp.com
  '*.csproj *.fsproj *.vbproj *.sln *.slnx directory.{build,packages}.* nuget.config global.json packages.lock.json xunit.runner.json *.runsettings', // learn.microsoft.com/dotnet
  'cmakelists.txt cmakepresets.json *.cmake meson.build meson_options.txt configure configure.ac conanfile.* vcpkg.json', // cmake.org, mesonbuild.com
  'package.swift package.resolved podfile podfile.lock *.xctestplan *.pbxproj *.xcscheme', // swift.org, developer.apple.com
  'mix.exs mix.lock test_helper.exs .formatter.exs rebar.config rebar.lock', // hexdocs.pm/mix, rebar3.org
  'pubspec.yaml pubspec.lock dart_test.yaml build.yaml', // pub.dev/packages/test
  '*.cabal stack.yaml stack.yaml.lock cabal.project cabal.project.* hpack.yaml', // cabal.readthedocs.io
  'project.clj deps.edn tests.edn shadow-cljs.edn bb.edn', // leiningen, clojure.org, kaocha
  '.busted *.rockspec', // lunarmodules.github.io/busted
  'makefile.pl build.pl cpanfile cpanfile.snapshot .proverc dist.ini', // perldoc prove
  'description renv.lock testthat.r project.toml manifest.toml', // r-pkgs.org, pkgdocs.julialang.org
  'dune dune-project *.opam build.zig build.zig.zon *.nimble shard.yml shard.lock foundry.toml hardhat.config.* .terraform.lock.hcl', // their own manuals
]

/** File names are case-sensitive, because `Latest.java` is not a test. Folder names are not. */
export const TESTS: readonly string[] = [
  'test/ tests/ __tests__/ spec/ e2e/ __test__/', // by custom in nearly every language
  `*.{test,spec}.${JS} *.{test-d,e2e,e2e-spec,cy,bench}.${JS} *.{test,spec}.{vue,svelte,astro,coffee,json}`, // vitest.dev/config/include, docs.cypress.io, tsd
  `test.${JS} *{-,_}test.${JS}`, // nodejs.org/api/test, ava, jest: their own defaults
  'test_*.py *_test.py test.py tests.py', // docs.pytest.org/explanation/goodpractices; docs.djangoproject.com
  '*_test.go', // go help test
  '*Test.java *Tests.java Test*.java *TestCase.java *IT.java ITCase*.java', // maven.apache.org/surefire, failsafe
  '*Test.kt *Tests.kt *Spec.kt *IT.kt *Test.groovy *Spec.groovy *Tests.groovy', // kotlinlang.org, spockframework.org
  '*Test.scala *Tests.scala *Spec.scala *Suite.scala', // scalatest.org, scalameta.org/munit
  'androidtest/ commontest/ jvmtest/ jstest/ nativetest/ integrationtest/ functionaltest/ testfixtures/', // Gradle source sets
  'tests.rs *_test.rs *_tests.rs', // doc.rust-lang.org/book/ch11-03
  '*_spec.rb *_test.rb test_*.rb spec_*.rb', // rspec.info, minitest
  '*Test.php *Cest.php *Cept.php *.phpt', // phpunit.de, codeception.com
  '*Tests.cs *Test.cs *Tests.fs *Test.fs *Tests.vb *.tests/ *.test/ *.unittests/ *.integrationtests/', // learn.microsoft.com/dotnet/core/testing
  '*_{test,tests,unittest}.{c,cc,cpp,cxx} test_*.{c,cc,cpp,cxx} *{Test,Tests}.{cpp,cc,h,mm,m}', // google.github.io/googletest, XCTest
  '*Tests.swift *Test.swift', // developer.apple.com/xctest
  '*_test.exs *_test.gleam', // hexdocs.pm/mix/Mix.Tasks.Test
  '*_SUITE.erl *_tests.erl', // erlang.org common_test, eunit
  '*_test.dart', // dart.dev/guides/testing
  '*Spec.hs *Test.hs', // hspec.github.io
  '*_test.{clj,cljs,cljc}', // cljdoc kaocha
  '*_spec.lua *_test.lua', // busted
  't/ xt/ *.t', // perldoc prove
  'test-*.{R,r} runtests.jl', // testthat.r-lib.org, docs.julialang.org/stdlib/Test
  'test_*.ml *_test.ml *_test.zig *_test.nim *_spec.cr *_test.v', // alcotest, zig, nim, crystal, v
  '*.bats *_test.sh *.Tests.ps1 *.feature *.robot', // bats-core, pester.dev, cucumber.io, robotframework.org
  '*.t.sol *.tftest.hcl *_test.sql', // getfoundry.sh, terraform test, pgTAP
]

/** Extensions of code (GitHub linguist, and shells). Code in a folder of documents is not a document. */
export const CODE = new Set(
  'js mjs cjs jsx ts mts cts tsx vue svelte py pyi rb go rs java kt kts scala groovy c cc cpp cxx h hh hpp m mm cs fs vb php pl pm lua r jl sh bash zsh fish ps1 bat cmd sql swift dart ex exs erl clj hs ml nim zig coffee'.split(
    ' ',
  ),
)

/** Files that neither tests nor their runner read. */
export const DOCS: readonly string[] = [
  '*.md *.mdx *.markdown *.rst *.adoc *.asciidoc docs/ doc/',
  '{license,licence,copying,notice,authors,contributors,changelog,changes,readme,todo,codeowners}{,.txt}',
  '{license,licence}-{mit,apache,bsd}{,.txt}',
  '.github/ .gitlab-ci.yml .gitlab/ .circleci/ .buildkite/ .travis.yml jenkinsfile appveyor.yml .drone.yml', // CI
  'azure-pipelines*.yml bitbucket-pipelines.yml .cirrus.yml .woodpecker.yml .woodpecker/ renovate.json .renovaterc .renovaterc.json', // CI
  'eslint.config.* .eslintrc .eslintrc.* .eslintignore .prettierrc .prettierrc.* .prettierignore biome.json biome.jsonc .oxlintrc.json', // linters
  '.stylelintrc .stylelintrc.* .markdownlint.* .commitlintrc .commitlintrc.* commitlint.config.* .lintstagedrc .lintstagedrc.* .husky/', // linters
  'mypy.ini ruff.toml .ruff.toml .flake8 .pylintrc .pre-commit-config.yaml .golangci.{yml,yaml} clippy.toml rustfmt.toml .rubocop.yml .luacheckrc asv.conf.json', // linters, benchmarks
  '.gitignore .gitkeep .keep .mailmap .editorconfig .git-blame-ignore-revs',
]
