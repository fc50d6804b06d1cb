import type { ApolloServerOptions } from '@apollo/server'
import {
  execute,
  GraphQLError,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import type { ResolverContext } from './resolverContext.ts'

type Execute = (args: Omit<ExecutionArgs, 'schema'>) => ExecutionResult | Promise<ExecutionResult>
type Gateway = NonNullable<ApolloServerOptions<ResolverContext>['gateway']>
type GatewayExecutor = NonNullable<Awaited<ReturnType<Gateway['load']>>['executor']>
type GatewayResult = Awaited<ReturnType<GatewayExecutor>>

/**
 * Returns a function like `execute` of graphql-js. A document that is executed again is compiled, which takes a fraction of
 * the time for long lists. Apollo Server keeps the documents that it has parsed.
 */
export function makeExecutor(schema: GraphQLSchema): Execute {
  const interpret: Execute = (args) => execute({ schema, ...args }) as ReturnType<Execute>
  const byDocument = new WeakMap<DocumentNode, Map<string, Execute>>()

  function compile(document: DocumentNode, operationName: string | undefined): Execute {
    const compiled = compileQuery(schema, document, operationName)
    if (!isCompiledQuery(compiled)) return interpret
    return async (args) => {
      const result: ExecutionResult = await compiled.query(args.rootValue, args.contextValue, args.variableValues)
      // The variables are invalid and no resolver has run: the messages are those of graphql-js.
      if (result.data === undefined) return interpret(args)
      return result.errors ? { ...result, errors: result.errors.map(toGraphqlJsError) } : result
    }
  }

  return (args) => {
    const { document, operationName } = args
    const executors = byDocument.get(document)
    if (!executors) {
      byDocument.set(document, new Map())
      return interpret(args)
    }
    const name = operationName ?? ''
    const executor = executors.get(name) ?? compile(document, operationName ?? undefined)
    executors.set(name, executor)
    return executor(args)
  }
}

/** The compiler's own errors have no `extensions`, which Apollo Server expects of every error. */
function toGraphqlJsError({ message, locations, path, originalError }: GraphQLError): GraphQLError {
  const error = new GraphQLError(message, { path, originalError })
  return Object.defineProperty(error, 'locations', { value: locations, enumerable: true })
}

/** The gateway interface is the one through which Apollo Server accepts an executor. */
export function gatewayOf(schema: GraphQLSchema): Gateway {
  const executeDocument = makeExecutor(schema)
  return {
    load: async () => ({
      executor: async ({ document, operationName, context, request: { variables } }) =>
        (await executeDocument({
          document,
          operationName,
          contextValue: context,
          variableValues: variables,
        })) as GatewayResult,
    }),
    onSchemaLoadOrUpdate(callback) {
      callback({ apiSchema: schema, coreSupergraphSdl: '' })
      return () => undefined
    },
    stop: async () => undefined,
  }
}
