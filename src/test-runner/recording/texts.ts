/** Why a recording, or a part of it, is not read or not written. */

type Text = string | number | undefined

export const recordingTexts = {
  notOpened: (code: Text) => `it cannot be opened: ${code}.`,
  otherSize: (size: Text, declared: Text) => `it has ${size} bytes, but the recording declares ${declared}.`,
  headerElsewhere: 'a header is valid in line 1 only.',
  unreadable: (file: Text, code: Text) => `${file}: it cannot be read: ${code}.`,
  tooDeep: (most: Text) => `it is nested deeper than the limit of ${most}.`,
  invalidLine: (what: Text) => `it is not a valid line of a recording: ${what}.`,
  refusedLine: (path: Text) => `a line that readers would refuse (${path})`,
  lineTooLong: (most: Text) => `a line of more than ${most} bytes`,
  tooManyLines: (most: Text) => `more than ${most} lines`,
  linesTooLarge: (most: Text) => `lines of more than ${most} bytes`,
  filesTooLarge: (most: Text) => `files of more bytes than the limit of ${most}`,
  otherLaunch: 'a launch has another suite or other files',
  surplusLaunches: (count: Text) => `${count} launches or harness checks belong to no required run`,
  refusedAt: (file: Text, line: Text, why: Text, next: Text) =>
    `The recording is refused at ${file} line ${line}: ${why}; ${next}`,
  outputTooLarge: (most: Text) => `output has more than ${most} bytes`,
  cannotHold: (message: Text, next: Text) => `${message} A recording cannot hold that; ${next}`,
  needsNamespaces: (isolation: Text, next: Text) =>
    `${isolation} The policy requires namespaces: install bubblewrap on the runner; ${next}`,
  noTestInShards: (count: Text) => `No test ran in any of ${count} shards.`,
  readWithout: (name: Text, why: Text) => `The recording${name} was read without ${why}`,
  ofShard: (index: Text, count: Text) => `the recording of shard ${index} of ${count}`,
  noDigest: 'is refused, because its measuring job reported no digest of it',
  changedAfter: (found: Text, reported: Text) =>
    `is refused, because it was changed after the job had measured (its digest is ${found}, and the job reported ${reported})`,
  containsTwice: (name: Text, where: Text) => `${name} contains it twice (${where}), so neither counts`,
  leftOut: (what: Text) => ` (it was read without ${what})`,
  notMeasured: (why: Text, next: Text) => `This tree was not measured in this run: ${why}; ${next}`,
  fileTooLarge: (size: Text, most: Text) => `it has ${size} bytes, more than the limit of ${most}.`,
  tooManyFiles: (most: Text) => `the recording has reached the limit of ${most} files.`,
  totalTooLarge: (most: Text) => `it would take the recording over the limit of ${most} bytes.`,
} as const
