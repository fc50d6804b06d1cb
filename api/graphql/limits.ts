import type { ApolloServerPlugin } from '@apollo/server'
import {
  BREAK,
  GraphQLError,
  Kind,
  OperationTypeNode,
  getVariableValues,
  parse,
  specifiedRules,
  validate,
  visit,
  type ASTVisitor,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type Source,
  type ValidationContext,
} from 'graphql'
import type { Context } from '../context.ts'
import { assertCanWrite } from '../domain/permissions.ts'
import { checkStorable } from '../domain/storable.ts'
import { hasVariablePageSize, makeMeasurer, type VariableValues } from './cost.ts'
import { toGraphqlError } from './errors.ts'
import type { ResolverContext } from './resolverContext.ts'

/** Limits of one request (design §6). */
export const limits = { tokens: 4_000, depth: 12, aliases: 30, cost: 200_000 } as const

/** Rejects operations that exceed the depth limit. */
export function depthRule(context: ValidationContext): ASTVisitor {
  const measure = makeMeasurer(context.getSchema(), context.getDocument())
  return {
    OperationDefinition(node) {
      const { depth } = measure(node)
      if (depth > limits.depth)
        context.reportError(
          limitError(`The query is ${depth} levels deep; ${limits.depth} are allowed.`, { depth, limit: limits.depth }),
        )
    },
  }
}

/** The operations of valid documents whose cost does not depend on variables and is within the limit. */
const inexpensive = new WeakSet<OperationDefinitionNode>()

/**
 * Throws a `GraphQLError` if the operation, with these variables, exceeds the cost limit. The document must be valid. Does
 * nothing for variables that are invalid: the execution reports them and reads nothing.
 */
export function assertCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: VariableValues = {},
): void {
  if (inexpensive.has(operation)) return
  const isVariable = hasVariablePageSize(document)
  const { coerced } = isVariable
    ? getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 1 })
    : { coerced: {} }
  if (!coerced) return
  const { cost } = makeMeasurer(schema, document, coerced)(operation)
  if (cost > limits.cost)
    throw limitError(
      `The query may ask for ${formatCount(cost)} fields; ${formatCount(limits.cost)} are allowed: ask for shorter pages.`,
      { cost, limit: limits.cost },
    )
  if (!isVariable) inexpensive.add(operation)
}

/** Rejects documents with too many aliases, so that one request cannot contain a thousand sign-in attempts. */
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

/** The validation rules of both transports. */
export const limitRules = [depthRule, aliasRule]

/**
 * Parses a document with the same token limit as Apollo over HTTP. Throws a `GraphQLError` for more than 4,000 tokens.
 */
export function parseWithLimits(source: string | Source): DocumentNode {
  return parse(source, { maxTokens: limits.tokens })
}

export function validateWithLimits(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  return validate(schema, document, [...specifiedRules, ...limitRules])
}

/** Rejects operations over the cost limit before any resolver runs. */
export function rejectCostlyOperations(schema: GraphQLSchema): ApolloServerPlugin<ResolverContext> {
  return {
    async requestDidStart({ request }) {
      return {
        async didResolveOperation({ document, operation }) {
          try {
            if (operation) assertCost(schema, document, operation, request.variables)
          } catch (error) {
            if (error instanceof GraphQLError) error.extensions['http'] = { status: 400 }
            throw error
          }
        },
      }
    },
  }
}

/** Rejects mutations by read-only API keys before any resolver runs. */
export const rejectReadOnlyKeyMutations: ApolloServerPlugin<ResolverContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation, contextValue }) {
        if (operation?.operation === OperationTypeNode.MUTATION) assertMutationAllowed(contextValue.ctx)
      },
    }
  },
}

/** Rejects subscriptions over HTTP before any resolver runs: their results are sent on a WebSocket only. */
export const rejectSubscriptionsOverHttp: ApolloServerPlugin<ResolverContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation }) {
        if (operation?.operation === OperationTypeNode.SUBSCRIPTION)
          throw new GraphQLError('Subscriptions need a WebSocket: connect to /graphql with graphql-ws.', {
            extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
          })
      },
    }
  },
}

/** Throws `Forbidden` as a `GraphQLError` if the caller's API key is read-only. */
export function assertMutationAllowed(ctx: Context): void {
  try {
    assertCanWrite(ctx.actor)
  } catch (error) {
    throw toGraphqlError(error, () => undefined)
  }
}

/**
 * Rejects variables that cannot be stored in the database, as REST does for request bodies. `sync` checks each of its actions
 * itself, so that one cannot hold up the others.
 */
export const rejectUnstorableVariables: ApolloServerPlugin<ResolverContext> = {
  async requestDidStart({ request }) {
    return {
      async didResolveOperation({ operation }) {
        const isSync = operation?.selectionSet.selections.every(
          (field) => field.kind === Kind.FIELD && field.name.value === 'sync',
        )
        if (!isSync) assertStorableVariables(request.variables)
      },
    }
  },
}

/** Throws `Malformed` as a `GraphQLError` if a variable cannot be stored. */
export function assertStorableVariables(variables: unknown): void {
  try {
    checkStorable(variables)
  } catch (error) {
    throw toGraphqlError(error, () => undefined)
  }
}

/** Rejects introspection queries of anonymous callers. */
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

/** Sets the Retry-After header, as REST does, to the longest delay of all errors in the response. */
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

/** Whether the document selects introspection fields, including in fragments. */
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

/** Includes the measured value and the limit in `extensions`, so that programs can adjust their page size. */
function limitError(message: string, measured: Record<string, number>): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', ...measured } })
}
