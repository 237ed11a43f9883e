/** People, issues and pull requests that a text names become links, when they exist. */
import { findRepository } from '../state.ts'
import type { Repository, World } from '../world.ts'
import { escapeHtml } from './html.ts'

/** Entities look like numbers (`&#39;`), and addresses of mail like people. */
const NAMED = /(?<![\w&/#@.-])(?:@([a-z\d][a-z\d-]{0,38})|([\w.-]{1,39}\/[\w.-]{1,100})?#(\d{1,9}))(?![\w-])/gi

/** @returns what makes links in escaped text of that repository */
export function linker(world: World, repository: Repository): (text: string) => string {
  return (text) =>
    text.replace(NAMED, (whole: string, login?: string, fullName?: string, number?: string) => {
      const address =
        login === undefined ? getAddress(world, repository, fullName, Number(number)) : personAt(world, login)
      return address === null ? whole : `<a href="${escapeHtml(address)}">${whole}</a>`
    })
}

function personAt({ users }: World, login: string): string | null {
  const user = users.get(login.toLowerCase())
  return user === undefined ? null : `/${user.login}`
}

function getAddress(world: World, here: Repository, fullName: string | undefined, number: number): string | null {
  const [owner = '', name = ''] = fullName?.split('/') ?? []
  const repository = fullName === undefined ? here : findRepository(world, owner, name)
  const issue = repository?.issues.get(number)
  if (repository === null || issue === undefined) return null
  return issueAddress(repository, issue)
}

export function issueAddress(
  { fullName }: Repository,
  { number, pull }: { readonly number: number; readonly pull: unknown },
): string {
  return `/${fullName}/${pull === null ? 'issues' : 'pull'}/${number}`
}
