/** What the gate says of the repairs that it tried. */
export const adviceTexts = {
  trying: 'The branch is rejected: repairs are tried on a copy',
  tried: 'The commands were pasted on a copy, and the result was accepted.',
  orPutBack: 'Or put the tests back as RED has them.',
  leadsOn: 'The commands were pasted on a copy: this commit is accepted then, and a later commit is still rejected.',
  pasted: 'The commands were pasted on a copy, without a run of tests.',
  noneAccepted: 'The gate tried repairs on a copy, and none was accepted.',
  correctedToo: 'The next step corrects this, too.',
} as const
