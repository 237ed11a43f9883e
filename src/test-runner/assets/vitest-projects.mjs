/**
 * Runs as `vitest --reporter=<this file> --reporter=json`: notes the project of each test where the JSON, which names
 * none, shows it: in the `meta` of the test. A workspace runs one file in several projects.
 */
export default class {
  /** Since Vitest 3. */
  onTestRunEnd(modules) {
    note(modules.map((module) => module.task))
  }

  onFinished(files) {
    note(files ?? [])
  }
}

function note(files) {
  for (const { projectName, tasks } of files) noteIn(tasks, projectName)
}

function noteIn(tasks, projectName) {
  for (const task of tasks) {
    if (task.tasks !== undefined) noteIn(task.tasks, projectName)
    else if (projectName) task.meta.tddGateProject = projectName
  }
}
