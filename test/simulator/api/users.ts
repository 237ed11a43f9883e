/** Users, and what is left of the hour. */
import { refuse } from '../refusal.ts'
import { type Handlers, ok } from '../route.ts'
import { userShape } from '../shapes/people.ts'
import { findUser } from '../state.ts'

export const users: Handlers = {
  'GET /user': ({ world, caller, actor }) =>
    caller.kind === 'user'
      ? ok(userShape(world, actor))
      : refuse(caller.kind === 'anonymous' ? 401 : 403, 'Requires authentication'),
  'GET /users/{username}': ({ world, parameters }) => ok(userShape(world, findUser(world, parameters.username))),
  'GET /rate_limit': () => ok({}),
  // No organisation of this machine has teams.
  'GET /orgs/{org}/teams/{team_slug}/memberships/{username}': () => refuse(404, 'Not Found'),
}
