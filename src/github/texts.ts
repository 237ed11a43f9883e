/** The next steps after a refusal of GitHub. */

type Text = string | number

export const refusalTexts = {
  appAsksAgainAt: (when: Text) => `No action is needed: the App asks again ${when}.`,
  appAsksAgain: 'No action is needed: the App asks again. If this continues, see https://www.githubstatus.com',
  notConnected: (host: Text, cause: Text) => `the connection to ${host} failed (${cause})`,
  /** @param host that did not answer */
  reach: (host: Text) =>
    `Let this machine reach ${host}: check its name server, its firewall, and the proxy in HTTPS_PROXY, HTTP_PROXY and NO_PROXY`,
  trust: (host: Text) =>
    `Let this machine trust ${host}, or the proxy before it: export NODE_EXTRA_CA_CERTS=<file.pem> with the certificate of its authority`,
  connect: {
    app: (remedy: string) => `${remedy}. Events are kept: the App asks again.`,
    job: (remedy: string) => `${remedy}. Then run the job again: gh run rerun <run id>`,
    person: (remedy: string) => `${remedy}. Then run: tdd-gate doctor`,
  },
  validToken: 'Give the step a valid token: with: { token: ${{ github.token }} }',
  jobPermission: (permission: Text) =>
    `Give the job this permission in the workflow: permissions: { ${permission} }. GitHub never grants it to pull requests from forks.`,
  appCredentials: 'Set APP_ID and PRIVATE_KEY to values of the same App, and correct the clock of this machine.',
  checkInstallation: 'Check that the App is still installed there: Settings, GitHub Apps, Configure.',
  acceptPermission: (needed: Text) =>
    `Ask the owner to accept this permission of the App: ${needed} (Settings, GitHub Apps, Configure).`,
  exportToken: 'Set a valid token: export GH_TOKEN=$(gh auth token)',
  readingToken: (permission: Text) =>
    `Set GH_TOKEN to a token that can read this repository (${permission}): export GH_TOKEN=$(gh auth token)`,
} as const
