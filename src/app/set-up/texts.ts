/** The refusals of the set-up. */
import { resolve } from 'node:path'

export const setUpTexts = {
  noKey: 'The set-up needs its address with the key, which the log of this process shows.\n',
  otherState: 'This set-up was not started here, or is already complete. Start at /probot\n',
  isAsking: 'GitHub is asked already: look at the page that you opened first.\n',
  /** @param error of the system */
  unwritable: (file: string, error: unknown) =>
    `${resolve(file)} cannot be written: ${error instanceof Error ? error.message : String(error)}.
Nothing was asked of GitHub. Let this process write there, then reload this page.
`,
  /** @param why the secret is refused, and how to make another one; ends with a line break */
  weakSecret: (url: string, why: string) =>
    `GitHub created ${url}, and its key is in .env. ${why}Then start this process again.\n`,
}
