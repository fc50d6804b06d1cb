import type { ApolloServerPlugin } from '@apollo/server'
import {
  GraphQLError,
  Kind,
  type ASTVisitor,
  type DocumentNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql'
import type { Request } from '../resolvers/request.ts'

/** What one request may ask (design §6). */
export const limits = { tokens: 4_000, depth: 12, aliases: 30 } as const

/** Refuses documents deeper than 12 levels, fragments followed. */
export function depthRule(context: ValidationContext): ASTVisitor {
  const fragments = fragmentsOf(context.getDocument())
  return {
    OperationDefinition(node) {
      const found = depthOf(node.selectionSet, fragments, new Set())
      if (found > limits.depth)
        context.reportError(refusal(`The query is ${found} levels deep; ${limits.depth} are allowed.`))
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
          context.reportError(refusal(`The query has ${found} aliases; ${limits.aliases} are allowed.`))
      },
    },
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

function asksForSchema(document: DocumentNode): boolean {
  return document.definitions.some(
    (definition) =>
      'selectionSet' in definition &&
      definition.selectionSet?.selections.some(
        (selection) => selection.kind === Kind.FIELD && ['__schema', '__type'].includes(selection.name.value),
      ),
  )
}

function refusal(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })
}

type Fragments = Map<string, SelectionSetNode>

function fragmentsOf(document: DocumentNode): Fragments {
  return new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition.selectionSet] as const] : [],
    ),
  )
}

function depthOf(set: SelectionSetNode, fragments: Fragments, inside: Set<string>): number {
  let deepest = 0
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      const below = selection.selectionSet ? depthOf(selection.selectionSet, fragments, inside) : 0
      deepest = Math.max(deepest, 1 + below)
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      deepest = Math.max(deepest, depthOf(selection.selectionSet, fragments, inside))
    } else {
      const name = selection.name.value
      const fragment = fragments.get(name)
      // A cycle is another rule's to report.
      if (!fragment || inside.has(name)) continue
      deepest = Math.max(deepest, depthOf(fragment, fragments, new Set([...inside, name])))
    }
  }
  return deepest
}
