import type { Context } from '../context.ts'
import type { Loaders } from './loaders.ts'

/** The GraphQL context: the context of the use cases and the loaders of the request. */
export interface ResolverContext {
  ctx: Context
  loaders: Loaders
}
