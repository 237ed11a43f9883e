/** Reads LLVM's coverage export (`llvm-cov export`, cargo-llvm-cov, Swift): regions, which are converted to lines as LLVM does. */
import { COVERAGE_METRICS, type Coverage } from '../../core/model/coverage.ts'
import {
  type CoverageDraft,
  claimCoverage,
  draftCoverage,
  draftFile,
  type FileDraft,
  notePart,
  one,
  toClaim,
  toCoverage,
} from '../coverage/coverage-draft.ts'
import { noteSegments } from '../coverage/llvm-lines.ts'
import { type Bytes, type DescribedCoverageFormat, ReportError } from '../format.ts'
import { type Json, toCount, toNumber, toObject, toObjects, toTexts } from '../json/json.ts'
import { readStrictJson } from '../json/strict-json.ts'

/** The name of the format comes last, so `data` is recognised by its files. */
const HEAD = /"data"\s*:\s*\[\s*\{\s*"files"\s*:\s*\[/

export const llvmJson: DescribedCoverageFormat = {
  about: 'LLVM `llvm-cov export`: clang, Rust (cargo-llvm-cov), Swift',
  source: 'https://llvm.org/docs/CommandGuide/llvm-cov.html',
  says: ['lines', 'branches', 'functions', 'hits'],
  limits: 'statements; lines are computed from regions, by the rule of LLVM',
  looksLike: (head) => HEAD.test(head) || /"llvm\.coverage\.json\.export"/.test(head),
  parse: parseLlvm,
}

/** @throws ReportError when it is not JSON or not an export, or its segments are unordered. */
function parseLlvm(bytes: Bytes): Coverage {
  const { data } = toObject(readStrictJson(bytes))
  if (!Array.isArray(data)) throw new ReportError('is no export of LLVM')
  const draft = draftCoverage()
  for (const { files, functions, totals } of toObjects(data)) {
    if (!Array.isArray(files)) throw new ReportError('holds no files')
    for (const file of toObjects(files)) readFile(draft, file)
    for (const each of toObjects(functions)) readFunction(draft, each)
    readSummary('the report', draft, toObject(totals))
  }
  return toCoverage(draft)
}

function readFile(draft: CoverageDraft, entry: Json): void {
  const { filename, segments, branches, summary } = entry
  if (typeof filename !== 'string') throw new ReportError('a file has no name')
  const file = draftFile(draft, filename)
  readSummary(file.path, file, toObject(summary))
  if (Array.isArray(segments)) noteSegments(draft, file, segments)
  if (!Array.isArray(branches)) return
  file.says.add('branches')
  for (const branch of branches) readBranch(draft, file, branch)
}

/** Reads exports that contain only summaries; regions are not statements. */
function readSummary(path: string, of: Pick<FileDraft, 'claims'>, summary: Json): void {
  for (const metric of COVERAGE_METRICS) {
    const { count, covered } = toObject(summary[metric])
    if (metric !== 'statements') claimCoverage(of, metric, toClaim(path, metric, toNumber(covered), toNumber(count)))
  }
}

/** `[line, column, end line, end column, times true, times false, ...]`: two branches, the same in every instantiation. */
function readBranch(draft: CoverageDraft, file: FileDraft, branch: unknown): void {
  if (!Array.isArray(branch) || branch.length < 6) throw new ReportError(`a branch of ${file.path} is cut`)
  const place = branch.slice(0, 4).join(':')
  notePart(draft, file, 'branches', `${place} true`, one(toCount(branch[4])))
  notePart(draft, file, 'branches', `${place} false`, one(toCount(branch[5])))
}

/** Instantiations of a function start at the same position: it ran if any of them did. Excluded files stay excluded. */
function readFunction(draft: CoverageDraft, each: Json): void {
  const [filename = ''] = toTexts(each['filenames'])
  const file = draft.files.get(filename)
  const [region] = Array.isArray(each['regions']) ? each['regions'] : []
  if (file === undefined || !Array.isArray(region)) return
  notePart(draft, file, 'functions', `${String(region[0])}:${String(region[1])}`, one(toCount(each['count'])))
}
