import { describe, expect, test } from 'vitest'
import { toExpandPrompt } from '../../src/render/expand-prompt.ts'

const TASK = { id: '7', title: 'Discounts', tag: 'master', description: '' }

describe('the prompt that divides a task', () => {
  test('asks for items of a checklist where the document is Markdown', () => {
    const prompt = toExpandPrompt(TASK, 'tasks/7-discounts.md')
    expect(prompt).toContain('`- [ ] ')
    expect(prompt).not.toContain('`subtasks`')
  })

  test('asks for the keys of a list where the document is YAML or JSON', () => {
    for (const document of ['tasks/7.yml', '.taskmaster/tasks/tasks.json'])
      expect(toExpandPrompt(TASK, document)).toContain('a list `subtasks`')
  })
})
