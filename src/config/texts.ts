/** Sentences about the settings of an organisation. */
export const configTexts = {
  isMeasured: (code: string) => `${code} is measured by each repository: set its level there`,
  cannotBeFixed: (key: string, nearest: string) => `fixed: \`${key}\` cannot be fixed${nearest}`,
  unknownFixedRule: (code: string, nearest: string) => `fixed: unknown rule \`${code}\`${nearest}`,
}
