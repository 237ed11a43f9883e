/** Sentences about the settings of an organisation on GitHub. */
export const organisationTexts = {
  apply: (file: string) => `The settings of the organisation apply: ${file}.`,
  invalidTitle: 'The settings of the organisation are invalid',
  invalid: (mistakes: string) => `Nothing passes while they are invalid: ${mistakes}`,
  refusedTitle: (agent: string) => `The organisation does not allow work of ${agent}`,
  refused: (agent: string, file: string) =>
    `${agent} opened the pull request or authored commits of it, and \`agents.allow\` in ${file} does not name it.`,
}
