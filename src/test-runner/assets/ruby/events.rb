# What our scripts for Ruby share: they load each test file with the project's own library, and write the events that
# `reports/formats/node-events.ts` reads.
require 'json'

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

  # Loads the files that the arguments name, or those of the patterns. A file that does not load keeps no other from it.
  def self.load_files(patterns, helpers)
    words = ARGV.empty? ? patterns : ARGV.dup
    files = words.flat_map { |word| word.match?(/[*?]/) ? Dir[word].sort : word } - Dir[helpers]
    ARGV.clear
    write({ type: 'tdd-gate:node-events', version: 1, node: 'v0' })
    files.uniq.each do |file|
      require File.expand_path(file)
    rescue ScriptError, StandardError => e
      refuse(file, e)
    end
  end

  # Ends the process, so that nothing else that waits for its end runs.
  def self.finish(passed)
    write({ type: 'tdd-gate:end' })
    REPORT.close
    exit!(passed && !failed? ? 0 : 1)
  end
end
