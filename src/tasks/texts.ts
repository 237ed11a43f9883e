/** What the readers of task documents say of a document that has more, or less, than a plan. */

type Text = string | number

export const documentTexts = {
  lfsPointer: 'is a pointer of Git LFS: commit the document itself',
  utf16: 'is text in UTF-16: save it as UTF-8',
  conflict: 'has the marks of an unresolved merge: resolve the conflict',
  nested: (place: Text, what: Text) =>
    `${place}: \`${what}\` would be lost: this format has no place for it here. Move it up beside its parent`,
  noSubtask: (file: Text, item: Text) =>
    `${file}: \`${item}\` is no subtask: put it at the left edge of the checklist to make it one`,
} as const
