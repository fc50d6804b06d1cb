import { HeaderMap, type ApolloServerPlugin } from '@apollo/server'
import { execute, GraphQLError, OperationTypeNode, type ExecutionArgs, type ExecutionResult } from 'graphql'
import type { GraphQLFormattedError, GraphQLSchema } from 'graphql'
import { cancelOnDisconnect } from '../database/cancellation.ts'
import { withPosition } from '../log/answerPosition.ts'
import type { ResolverContext } from './resolverContext.ts'
import { maxResponseBytes, readCountedField, ResponseBudget, type BudgetedContext } from './responseBudget.ts'

/** What graphql-js executes. */
export type OperationArgs = Omit<ExecutionArgs, 'contextValue' | 'fieldResolver'> & { contextValue: object }
/** How an error is answered. The second parameter is the original error. */
type FormatError = (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError

/**
 * Executes an operation like graphql-js, which interprets it: no code is generated from what a client sends. Stops with one
 * error when the response would exceed `maxResponseBytes`; the schema must be one of `countResponses`.
 */
export async function executeOperation({ contextValue, ...args }: OperationArgs): Promise<ExecutionResult> {
  const budget = new ResponseBudget()
  const counted: BudgetedContext = { ...contextValue, budget }
  const result = await execute({ ...args, contextValue: counted, fieldResolver: readCountedField })
  return budget.isExceeded ? { data: null, errors: [tooLargeError()] } : result
}

function tooLargeError(): GraphQLError {
  const megabytes = maxResponseBytes / 1_000_000
  return new GraphQLError(
    `The response would be larger than ${megabytes} MB. Ask for shorter pages or fewer fields. A mutation has taken effect.`,
    { extensions: { code: 'BAD_USER_INPUT', limit: maxResponseBytes } },
  )
}

/**
 * Apollo plugin that executes every operation with `executeOperation`. It takes a tenth less CPU time of the server for a
 * small mutation than the execution by Apollo, which looks for incremental delivery. Reads end when their client disconnects.
 */
export function executeOperations(
  schema: GraphQLSchema,
  formatError: FormatError,
): ApolloServerPlugin<ResolverContext> {
  return {
    requestDidStart: async () => ({
      async responseForOperation({ document, operation, contextValue, request: { operationName, variables } }) {
        const run = () => executeOperation({ schema, document, operationName, contextValue, variableValues: variables })
        const { response } = contextValue
        const isQuery = operation?.operation === OperationTypeNode.QUERY
        const isOneChange =
          operation?.operation === OperationTypeNode.MUTATION && operation.selectionSet.selections.length === 1
        const [result, position] = await withPosition(
          contextValue.ctx,
          () => (isQuery && response ? cancelOnDisconnect(response, run) : run()),
          isOneChange,
        )
        const errors = result.errors?.map((error) => formatError(error.toJSON(), error))
        return {
          // Without data, no resolver has run: the variables or the name of the operation are invalid.
          http: {
            headers: errors ? retryAfterHeader(errors) : new HeaderMap(),
            ...(result.data === undefined ? { status: 400 } : {}),
          },
          body: {
            kind: 'single',
            singleResult: {
              ...(errors ? { errors } : {}),
              ...(result.data === undefined ? {} : { data: result.data }),
              ...(position === null ? {} : { extensions: { position } }),
            },
          },
        }
      },
    }),
  }
}

/** The Retry-After header, as in REST, with the longest delay of all errors. */
function retryAfterHeader(errors: GraphQLFormattedError[]): HeaderMap {
  const delays = errors.map(({ extensions }) => Number(extensions?.['retryAfterSeconds'] ?? 0))
  const maxDelay = Math.max(0, ...delays)
  return new HeaderMap(maxDelay > 0 ? [['retry-after', String(maxDelay)]] : [])
}
