import {
  GraphQLError,
  OperationTypeNode,
  getVariableValues,
  parse,
  specifiedRules,
  validate,
  type ASTVisitor,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type Source,
  type ValidationContext,
} from 'graphql'
import { publicMutations } from '../domain/operations.ts'
import { hasVariablePageSize, makeMeasurer, type VariableValues } from './cost.ts'
import { rootFieldsOf } from './rootFields.ts'
import { textLimitRule } from './textLimits.ts'

/** Limits of one request (design §6). */
export const limits = { tokens: 4_000, depth: 12, aliases: 30, cost: 250_000 } as const

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
      { http: { status: 400 } },
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

/**
 * Rejects documents that read the schema more than once, as an alias in its description does. Once takes up to a tenth of a
 * second, and the cost of a query does not count it.
 */
export function introspectionRule(context: ValidationContext): ASTVisitor {
  let found = 0
  return {
    Field({ name, alias }) {
      const isDescription = context.getParentType()?.name.startsWith('__')
      if (name.value === '__schema' || name.value === '__type' || (alias && isDescription)) found += 1
    },
    Document: {
      leave() {
        if (found > 1)
          context.reportError(
            limitError(`The query reads the schema ${found} times; 1 is allowed.`, { introspection: found, limit: 1 }),
          )
      },
    },
  }
}

/**
 * Rejects an operation with several sign-ins or other mutations that anyone may use, also in fragments: each request is counted
 * once by the limits for a network address.
 */
export function publicMutationRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(node) {
      if (node.operation !== OperationTypeNode.MUTATION) return
      const attempts = rootFieldsOf(context.getDocument(), node).filter(({ name }) => publicMutations.has(name.value))
      if (attempts.length > 1)
        context.reportError(
          limitError(
            `The request contains ${attempts.length} mutations that need no sign-in, such as login; 1 is allowed. Send one request for each.`,
            { publicMutations: attempts.length, limit: 1 },
          ),
        )
    },
  }
}

/** The validation rules of both transports. */
export const limitRules = [textLimitRule, depthRule, aliasRule, introspectionRule, publicMutationRule]

/**
 * Parses a document with the same token limit as Apollo over HTTP. Throws a `GraphQLError` for more than 4,000 tokens.
 */
export function parseWithLimits(source: string | Source): DocumentNode {
  return parse(source, { maxTokens: limits.tokens })
}

export function validateWithLimits(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  return validate(schema, document, [...specifiedRules, ...limitRules])
}

const formatCount = (count: number) => count.toLocaleString('en-US')

/** Includes the measured value and the limit in `extensions`, so that programs can adjust their page size. */
function limitError(message: string, measured: Record<string, number>, more: object = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', ...measured, ...more } })
}
