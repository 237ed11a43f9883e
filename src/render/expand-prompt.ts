/** Writes the prompt with which an agent divides a task: it changes the task document alone. */
import type { Plan } from '../core/model/plan.ts'
import { plain } from './text/text.ts'

const KEYS = [
  'Keep id and title of the task, and the form of the document. The task gets a list `subtasks`, with these keys:',
  '- `id`: 1, 2, 3 and so on',
  '- `title`: the behaviour, in a few words',
  '- `description`: what is true when it is done',
  '- `dependencies`: ids of the subtasks that must be done before; a list, which may be empty',
]
const CHECKLIST = [
  'Keep the heading and the text. The end of the document gets a checklist, with one line for each subtask:',
  '- [ ] the behaviour, in a few words',
  'Each line begins with `- [ ] `, and no line stands inside of another one.',
]

/** @param document its path from the top of the repository */
export function toExpandPrompt({ id, title, description }: Omit<Plan, 'subtasks'>, document: string): string {
  const about = plain(description, 4_000)
  return [
    `Task ${plain(id, 80)}: ${plain(title)}`,
    ...(about === '' || about === plain(title, 4_000) ? [] : [about]),
    '',
    `Divide this task into subtasks, and write them into ${plain(document, 1_000)}. Change no other file, and no other task there.`,
    'Read the project first. A subtask is one behaviour that a test shows. Put what others need in front.',
    ...(/\.md$/i.test(document) ? CHECKLIST : KEYS),
    '',
  ].join('\n')
}
