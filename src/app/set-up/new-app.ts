/** The ends of the set-up: an App that GitHub creates, or one that exists already. Both are kept in `.env`. */
import { Octokit } from '@octokit/rest'
import { GateError } from '../../core/model/errors.ts'
import { toOctokitOptions } from '../../github/octokit-options.ts'
import { type Environment, readApiUrl, readSecret, readSettings } from '../settings.ts'
import { HTML, leadTo, type Page, SUCCESS_PAGE } from './page.ts'
import { openSecrets, SECRETS_FILE, type Secrets } from './secrets-file.ts'
import { readChannel } from './settings.ts'
import { setUpTexts } from './texts.ts'

/**
 * Exchanges GitHub's code for the new App, once. It needs no token, so the route is not in the table of permissions. GitHub
 * gives the key only here, so its place on the disk is there before, and it is kept whatever else is wrong.
 */
export async function createApp(code: string, env: Environment, hook: string | null): Promise<Page> {
  return withFile(async (write) => {
    const octokit = new Octokit(toOctokitOptions({ baseUrl: readApiUrl(env) }))
    const { data } = await octokit.rest.apps.createFromManifest({ code })
    const { id, pem, webhook_secret: secret, html_url: url } = data
    const app = { APP_ID: String(id), PRIVATE_KEY: pem, ...getPages(data, env, hook), ...keepChannel(env) }
    const why = getReason(() => readSecret({ WEBHOOK_SECRET: secret ?? '' }, 'WEBHOOK_SECRET'))
    const secrets: Secrets = why === null ? { ...app, WEBHOOK_SECRET: secret ?? '' } : app
    write(secrets)
    if (why === null) return { ...leadTo(`${url}/installations/new`), secrets }
    return { status: 422, text: setUpTexts.weakSecret(url, why), secrets }
  })
}

/** What turns the pages on, where GitHub's webhooks come straight to this App: a channel passes on nothing else. */
function getPages(
  { client_id, client_secret }: { readonly client_id: string; readonly client_secret: string },
  env: Environment,
  hook: string | null,
): Secrets {
  const url = URL.parse(hook ?? '')
  const own = url?.protocol === 'https:' && readChannel(env) === null ? url.origin : null
  const address = env['TDD_GATE_URL'] || own
  if (!address) return {}
  return { TDD_GATE_URL: address, GITHUB_CLIENT_ID: client_id, GITHUB_CLIENT_SECRET: client_secret }
}

/** The next start listens to the channel again. */
function keepChannel(env: Environment): Secrets {
  const channel = readChannel(env)
  return channel === null ? {} : { WEBHOOK_PROXY_URL: channel }
}

/** Refuses an App that the next start would refuse. */
export async function importApp(body: Buffer | string, env: Environment): Promise<Page> {
  if (typeof body === 'string') return { status: 400, text: `${body}\n` }
  const fields = new URLSearchParams(body.toString())
  const get = (name: string) => (fields.get(name) ?? '').trim()
  const secrets: Secrets = { APP_ID: get('appId'), PRIVATE_KEY: get('pem'), WEBHOOK_SECRET: get('webhook_secret') }
  const why = getReason(() => readSettings({ ...env, ...secrets }))
  if (why !== null) return { status: 422, text: why }
  return withFile(async (write) => {
    const kept = { ...secrets, ...keepChannel(env) }
    write(kept)
    return { status: 200, type: HTML, text: SUCCESS_PAGE, secrets: kept }
  })
}

/** Null: it reads what it should. */
function getReason(read: () => unknown): string | null {
  try {
    read()
    return null
  } catch (error) {
    if (!(error instanceof GateError)) throw error
    return `${error.message}\n${error.suggestion.text}\n`
  }
}

/** Opens the file of the settings first. @param work may write to it once */
async function withFile(work: (write: (secrets: Secrets) => void) => Promise<Page>): Promise<Page> {
  let file: ReturnType<typeof openSecrets>
  try {
    file = openSecrets()
  } catch (error) {
    return { status: 409, text: setUpTexts.unwritable(SECRETS_FILE, error) }
  }
  using opened = file
  return await work(opened.write)
}
