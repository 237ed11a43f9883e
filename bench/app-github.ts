/** A process that answers the App as GitHub does, from a table: `node app-github.ts <pulls>`; its first line is its port. */
import { openWorld } from '../test/support/github/story-world.ts'
import { API, answerApp, listen, recordAnswers } from './recorded-github.ts'

/** Open pull requests that wait for their first run, evaluated again and again. */
const world = openWorld()
const numbers = Array.from({ length: Number(process.argv[2]) }, (_, i) => i + 1)
for (const number of numbers) world.open(number).commit({ [`doc-${number}.md`]: 'v1' })
for (const number of numbers) await world.look(number)
const table = await recordAnswers(world, numbers)

await listen((request, response) => {
  const url = decodeURIComponent((request.url ?? '').slice(API.length))
  const known = table.get(`${request.method} ${url}`)
  const own = known === undefined ? answerApp(url.split('?')[0] ?? '') : { status: 200, body: known }
  const { status, body } = own ?? { status: 404, body: { message: 'Not Found' } }
  request.resume()
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
})
