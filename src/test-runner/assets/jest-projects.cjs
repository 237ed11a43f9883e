/**
 * Runs as the `testResultsProcessor` of Jest: notes the project of each test where the JSON, which names none, shows it:
 * in the `location` of the test. Several projects may run one file.
 */
module.exports = (results) => {
  for (const { displayName, testResults } of results.testResults) {
    const project = displayName?.name ?? displayName
    if (!project) continue
    for (const test of testResults) test.location = { ...test.location, tddGateProject: project }
  }
  return results
}
