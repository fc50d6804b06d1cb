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
import { mayChange } from '../domain/permissions.ts'
import { checkStorable } from '../domain/storable.ts'
import type { Request } from '../resolvers/request.ts'
import { graphqlErrorOf } from './graphqlErrors.ts'
import { measurer } from './graphqlMeasures.ts'

/** What one request may ask (design §6). */
export const limits = { tokens: 4_000, depth: 12, aliases: 30, cost: 200_000 } as const

/** Refuses operations deeper than 12 levels, and those that may ask for more than 200,000 fields. */
export function measureRule(context: ValidationContext): ASTVisitor {
  const measure = measurer(context.getSchema(), context.getDocument())
  return {
    OperationDefinition(node) {
      const { depth, cost } = measure(node)
      if (depth > limits.depth)
        context.reportError(
          refusal(`The query is ${depth} levels deep; ${limits.depth} are allowed.`, { depth, limit: limits.depth }),
        )
      if (cost > limits.cost)
        context.reportError(
          refusal(
            `The query may ask for ${inWords(cost)} fields; ${inWords(limits.cost)} are allowed: ask for shorter pages.`,
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
            refusal(`The query has ${found} aliases; ${limits.aliases} are allowed.`, {
              aliases: found,
              limit: limits.aliases,
            }),
          )
      },
    },
  }
}

/** What one request may ask, over whichever transport it comes. */
export const limitRules = [measureRule, aliasRule]

/** Reads a document, as Apollo does over HTTP. Throws a `GraphQLError` for one with more than 4,000 tokens. */
export function parseWithLimits(source: string | Source): DocumentNode {
  return parse(source, { maxTokens: limits.tokens })
}

export function validateWithLimits(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  return validate(schema, document, [...specifiedRules, ...limitRules])
}

/** Changes nothing for an API key that may only read, before anything of the change is tried. */
export const refuseChangesByReadOnlyKeys: ApolloServerPlugin<Request> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation, contextValue }) {
        if (operation?.operation === OperationTypeNode.MUTATION) refuseChange(contextValue.ctx)
      },
    }
  },
}

/** Throws the GraphQL form of `Forbidden` when the caller's key may only read. */
export function refuseChange(ctx: Context): void {
  try {
    mayChange(ctx.actor)
  } catch (error) {
    throw graphqlErrorOf(error, () => undefined)
  }
}

/** Refuses variables that could not be kept, as REST refuses such bodies. */
export const refuseUnstorable: ApolloServerPlugin<Request> = {
  async requestDidStart({ request }) {
    return {
      async didResolveOperation() {
        checkVariables(request.variables)
      },
    }
  },
}

/** Throws the GraphQL form of `Malformed` when a variable could not be kept. */
export function checkVariables(variables: unknown): void {
  try {
    checkStorable(variables)
  } catch (error) {
    throw graphqlErrorOf(error, () => undefined)
  }
}

/** Introspection is for who is signed in. */
export const introspectionForMembers: ApolloServerPlugin<Request> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ document, contextValue }) {
        if (!contextValue.ctx.actor && asksForSchema(document))
          throw new GraphQLError('Sign in to read the schema.', {
            extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } },
          })
      },
    }
  },
}

/** Says when to come back in a header as well, as REST does: the longest wait of all that the answer asks for. */
export const retryAfterHeader: ApolloServerPlugin<Request> = {
  async requestDidStart() {
    return {
      async willSendResponse({ response: { body, http } }) {
        const errors = body.kind === 'single' ? (body.singleResult.errors ?? []) : []
        const waits = errors.map((error) => Number(error.extensions?.['retryAfterSeconds'] ?? 0))
        const longest = Math.max(0, ...waits)
        if (longest > 0) http.headers.set('retry-after', String(longest))
      },
    }
  },
}

/** Whether the schema is asked for anywhere, be it inside fragments. */
function asksForSchema(document: DocumentNode): boolean {
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

const inWords = (count: number) => count.toLocaleString('en-US')

/** What was measured and what is allowed stand in `extensions` as well, for programs that shorten their pages by them. */
function refusal(message: string, measured: Record<string, number>): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', ...measured } })
}
