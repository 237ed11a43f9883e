/** The payload of an event, as a job finds it in GITHUB_EVENT_PATH: the parts that workflows read, not all that webhooks have. */
import type { Repository, User, World } from '../world.ts'

/** @param about the event's own parts */
export function toPayload(
  world: World,
  repository: Repository,
  sender: User,
  about: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { id, name, fullName, isPrivate, owner, fork, defaultBranch } = repository
  const html = `${world.url}/${fullName}`
  return {
    ...about,
    repository: {
      id,
      name,
      full_name: fullName,
      private: isPrivate,
      owner,
      fork: fork !== null,
      default_branch: defaultBranch,
      html_url: html,
      clone_url: `${html}.git`,
      url: `${world.apiUrl}/repos/${fullName}`,
      visibility: isPrivate ? 'private' : 'public',
    },
    sender,
  }
}
