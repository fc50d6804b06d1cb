import type { ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import type { Loaders } from './loaders.ts'

/** The GraphQL context: the context of the use cases and the loaders of the request. */
export interface ResolverContext {
  ctx: Context
  loaders: Loaders
  /** The HTTP response, which says whether the client still waits for it; undefined on a WebSocket. */
  response?: ServerResponse | undefined
}
