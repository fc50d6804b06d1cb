import type { ApolloServerPlugin } from '@apollo/server'
import {
  BREAK,
  GraphQLError,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  visit,
  type ASTVisitor,
  type DocumentNode,
  type GraphQLSchema,
  type Source,
  type ValidationContext,
} from 'graphql'
import type { Context } from '../context.ts'
import { assertCanWrite } from '../domain/permissions.ts'
import { checkStorable } from '../domain/storable.ts'
import { makeMeasurer } from './cost.ts'
import { toGraphqlError } from './errors.ts'
import type { ResolverContext } from './resolverContext.ts'

/** What one request may ask (design §6). */
export const limits = { tokens: 4_000, depth: 12, aliases: 30, cost: 200_000 } as const

/** Refuses operations deeper than 12 levels, and those that may ask for more than 200,000 fields. */
export function depthAndCostRule(context: ValidationContext): ASTVisitor {
  const measure = makeMeasurer(context.getSchema(), context.getDocument())
  return {
    OperationDefinition(node) {
      const { depth, cost } = measure(node)
      if (depth > limits.depth)
        context.reportError(
          limitError(`The query is ${depth} levels deep; ${limits.depth} are allowed.`, { depth, limit: limits.depth }),
        )
      if (cost > limits.cost)
        context.reportError(
          limitError(
            `The query may ask for ${formatCount(cost)} fields; ${formatCount(limits.cost)} are allowed: ask for shorter pages.`,
            { cost, limit: limits.cost },
          ),
        )
    },
  }
}

/** Refuses documents with more than 30 aliases, so that a thousand sign-ins cannot travel as one request. */
export function aliasRule(context: ValidationContext): ASTVisitor {
  let found = 0
  return {
    Field(node) {
      if (node.alias) found += 1
    },
    Document: {
      leave() {
        if (found > limits.aliases)
          context.reportError(
            limitError(`The query has ${found} aliases; ${limits.aliases} are allowed.`, {
              aliases: found,
              limit: limits.aliases,
            }),
          )
      },
    },
  }
}

/** What one request may ask, over whichever transport it comes. */
export const limitRules = [depthAndCostRule, aliasRule]

/** Reads a document, as Apollo does over HTTP. Throws a `GraphQLError` for one with more than 4,000 tokens. */
export function parseWithLimits(source: string | Source): DocumentNode {
  return parse(source, { maxTokens: limits.tokens })
}

export function validateWithLimits(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  return validate(schema, document, [...specifiedRules, ...limitRules])
}

/** Changes nothing for an API key that may only read, before anything of the change is tried. */
export const rejectReadOnlyKeyMutations: ApolloServerPlugin<ResolverContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation, contextValue }) {
        if (operation?.operation === OperationTypeNode.MUTATION) assertMutationAllowed(contextValue.ctx)
      },
    }
  },
}

/** Throws the GraphQL form of `Forbidden` when the caller's key may only read. */
export function assertMutationAllowed(ctx: Context): void {
  try {
    assertCanWrite(ctx.actor)
  } catch (error) {
    throw toGraphqlError(error, () => undefined)
  }
}

/** Refuses variables that could not be kept, as REST refuses such bodies. */
export const rejectUnstorableVariables: ApolloServerPlugin<ResolverContext> = {
  async requestDidStart({ request }) {
    return {
      async didResolveOperation() {
        assertStorableVariables(request.variables)
      },
    }
  },
}

/** Throws the GraphQL form of `Malformed` when a variable could not be kept. */
export function assertStorableVariables(variables: unknown): void {
  try {
    checkStorable(variables)
  } catch (error) {
    throw toGraphqlError(error, () => undefined)
  }
}

/** Introspection is for who is signed in. */
export const requireSignInForIntrospection: ApolloServerPlugin<ResolverContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ document, contextValue }) {
        if (!contextValue.ctx.actor && selectsIntrospection(document))
          throw new GraphQLError('Sign in to read the schema.', {
            extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } },
          })
      },
    }
  },
}

/** Says when to come back in a header as well, as REST does: the longest wait of all that the answer asks for. */
export const setRetryAfterHeader: ApolloServerPlugin<ResolverContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ response: { body, http } }) {
        const errors = body.kind === 'single' ? (body.singleResult.errors ?? []) : []
        const delays = errors.map((error) => Number(error.extensions?.['retryAfterSeconds'] ?? 0))
        const maxDelay = Math.max(0, ...delays)
        if (maxDelay > 0) http.headers.set('retry-after', String(maxDelay))
      },
    }
  },
}

/** Whether the schema is asked for anywhere, be it inside fragments. */
function selectsIntrospection(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    Field({ name }) {
      if (name.value !== '__schema' && name.value !== '__type') return undefined
      found = true
      return BREAK
    },
  })
  return found
}

const formatCount = (count: number) => count.toLocaleString('en-US')

/** What was measured and what is allowed stand in `extensions` as well, for programs that shorten their pages by them. */
function limitError(message: string, measured: Record<string, number>): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', ...measured } })
}
