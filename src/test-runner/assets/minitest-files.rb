# `ruby <this file> <report> [<file>...]`: loads each test file with the project's own Minitest and writes the events
# that `reports/formats/node-events.ts` reads. Minitest itself writes no report, and a file that does not load would
# keep the others from running.
require 'json'
require 'minitest'

module TddGate
  # A file that no other start of this script has: the path, or the first free one of `name-2.ending`, ...
  def self.own_file(path, number = 1)
    ending = File.extname(path)
    own = number == 1 ? path : "#{path.delete_suffix(ending)}-#{number}#{ending}"
    File.open(own, File::WRONLY | File::CREAT | File::EXCL)
  rescue Errno::EEXIST
    own_file(path, number + 1)
  end

  REPORT = own_file(ARGV.shift)
  MAX_TEXT = 8_000
  ROOT = "#{Dir.pwd}/"
  NUMBER = /\Atest_\d{4}_/

  def self.write(event)
    REPORT.puts(JSON.generate(event))
    REPORT.flush
  end

  def self.path_of(file)
    File.expand_path(file).delete_prefix(ROOT)
  end

  def self.clip(text)
    text.to_s.dup.force_encoding('UTF-8').scrub[0, MAX_TEXT]
  end

  def self.refuse(file, error)
    path = path_of(file)
    output = clip("#{error.class}: #{error.message}\n#{Array(error.backtrace).map { |at| "    from #{at}" }.join("\n")}")
    place = { name: path, file: path, nesting: 0, line: 1, column: 1 }
    write({ type: 'test:fail', **place, error: { failureType: 'testCodeFailure', exitCode: 1 }, stderr: output })
    warn(output)
    @failed = true
  end

  def self.failed?
    @failed == true
  end

  # The file of the class: a method may come from a module of another one. A group of specifications is no constant,
  # though it may have the name of one.
  def self.file_of(klass)
    found = Object.const_get(klass)
    Object.const_source_location(klass)&.first if found.is_a?(Class) && found < Minitest::Runnable
  rescue NameError
    nil
  end

  # A specification without Minitest's number, which changes with the tests above it. Equal words need the number.
  def self.name_of(result)
    words = result.name.delete_prefix(result.name[NUMBER].to_s)
    words == 'anonymous' || names_in(result.klass)[words] != 1 ? result.name : words
  end

  def self.names_in(klass)
    @names ||= Minitest::Runnable.runnables.to_h do |group|
      [group.name, group.runnable_methods.map { |name| name.delete_prefix(name[NUMBER].to_s) }.tally]
    end
    @names[klass] || {}
  end

  class Reporter < Minitest::AbstractReporter
    def initialize
      super
      @passed = true
    end

    def start
      @began = true
    end

    def record(result)
      written, line = result.source_location
      file = TddGate.file_of(result.klass) || written
      name = "#{result.klass}##{TddGate.name_of(result)}"
      event = { name: name, nesting: 0, file: TddGate.path_of(file), isInside: true }
      TddGate.write({ type: 'test:start', **event })
      error = result.skipped? ? nil : error_of(result.failure)
      marks = result.skipped? ? { skip: true } : {}
      @passed &&= error.nil?
      TddGate.write({ type: error ? 'test:fail' : 'test:pass', **event, line: line, **marks, **(error ? { error: error } : {}) })
    end

    def passed?
      @passed
    end

    private

    def error_of(failure)
      return nil if failure.nil?

      cause = failure.error
      isAssertion = cause.is_a?(Minitest::Assertion)
      stack = Array(cause.backtrace).map { |at| "    at #{at}" }.join("\n")
      details = { failureType: 'testCodeFailure', message: TddGate.clip(cause.message), stack: TddGate.clip(stack) }
      isAssertion ? { **details, code: 'ERR_ASSERTION' } : { **details, name: cause.class.name }
    end
  end
end

module Minitest
  def self.plugin_tdd_gate_init(_options)
    reporter << TddGate::Reporter.new
  end
  extensions << 'tdd_gate'

  # The files may ask for it too; the script runs the tests itself, once all files are loaded.
  def self.autorun; end
end

seed = ARGV.first == '--seed' ? ARGV.shift(2).last : '0'
words = ARGV.empty? ? ['{test,spec}/**/{*_test,test_*,*_spec,spec_*}.rb'] : ARGV.dup
files = words.flat_map { |word| word.match?(/[*?]/) ? Dir[word].sort : word } - Dir['{test,spec}/**/{test,spec}_helper.rb']
ARGV.clear
TddGate.write({ type: 'tdd-gate:node-events', version: 1, node: 'v0' })
files.each do |file|
  require File.expand_path(file)
rescue ScriptError, StandardError => e
  TddGate.refuse(file, e)
end
passed = Minitest.run(['--seed', seed])
TddGate.write({ type: 'tdd-gate:end' })
TddGate::REPORT.close
exit!(passed && !TddGate.failed? ? 0 : 1)
