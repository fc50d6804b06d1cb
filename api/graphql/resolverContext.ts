import type { Context } from '../context.ts'
import type { Loaders } from './loaders.ts'

/** What a resolver is given: the use cases' context and the request's loaders. */
export interface ResolverContext {
  ctx: Context
  loaders: Loaders
}
