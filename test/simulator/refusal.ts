/** How GitHub says no. */

/** Thrown by whatever finds out that a request cannot be served; the server answers with it. */
export class Refusal extends Error {
  readonly status: number
  readonly errors: readonly unknown[] | undefined
  constructor(status: number, message: string, errors?: readonly unknown[]) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

export function refuse(status: number, message: string, errors?: readonly unknown[]): never {
  throw new Refusal(status, message, errors)
}

export const notFound = (): never => refuse(404, 'Not Found')

/** As GitHub refuses what a form does not allow. */
export function invalid(resource: string, message: string, field?: string): never {
  const error = { resource, code: 'custom', message, ...(field === undefined ? {} : { field }) }
  throw new Refusal(422, 'Validation Failed', [error])
}
