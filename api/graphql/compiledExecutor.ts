import { HeaderMap, type ApolloServerOptions, type ApolloServerPlugin } from '@apollo/server'
import {
  execute,
  GraphQLError,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import { LRUCache } from 'lru-cache'
import { cancelOnDisconnect } from '../database/cancellation.ts'
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

/** Parsed documents take about thirty times their text in memory. */
const maxDocumentText = 1_000_000

/**
 * The store in which Apollo Server keeps parsed documents, limited to about 30 MB. Apollo's own store does not count the
 * tokens of a document, so its limit of 30 MB allows several hundred.
 */
export function makeDocumentStore(): NonNullable<ApolloServerOptions<ResolverContext>['documentStore']> {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: maxDocumentText,
    sizeCalculation: ({ loc }) => loc!.source.body.length,
  })
  return {
    get: async (key) => documents.get(key),
    set: async (key, document) => void documents.set(key, document),
    delete: async (key) => documents.delete(key),
  }
}

/** The compiler's own errors have no `extensions`, which Apollo Server expects of every error. */
function toGraphqlJsError({ message, locations, path, originalError }: GraphQLError): GraphQLError {
  const error = new GraphQLError(message, { path, originalError })
  return Object.defineProperty(error, 'locations', { value: locations, enumerable: true })
}

/**
 * The options of Apollo Server that let it execute operations with `makeExecutor`. A plugin answers those that succeed. The
 * others are passed to Apollo through its gateway interface, so that it formats their errors. It is not used for all, because
 * the request context of a gateway has accessors: V8 allocates their functions in the old generation, so every request
 * would be kept and copied by the next garbage collections.
 */
export function compiledExecution(schema: GraphQLSchema): {
  gateway: Gateway
  plugin: ApolloServerPlugin<ResolverContext>
} {
  const executeDocument = makeExecutor(schema)
  const failed = new WeakMap<ResolverContext, Promise<ExecutionResult>>()
  return {
    gateway: {
      load: async () => ({
        executor: async ({ context }) => (await failed.get(context as ResolverContext)) as GatewayResult,
      }),
      onSchemaLoadOrUpdate(callback) {
        callback({ apiSchema: schema, coreSupergraphSdl: '' })
        return () => undefined
      },
      stop: async () => undefined,
    },
    plugin: {
      requestDidStart: async () => ({
        async responseForOperation({ document, operation, contextValue, request: { operationName, variables } }) {
          const run = async () => executeDocument({ document, operationName, contextValue, variableValues: variables })
          const { response } = contextValue
          const isQuery = operation?.operation === OperationTypeNode.QUERY
          const execution = isQuery && response ? cancelOnDisconnect(response, run) : run()
          const result = await execution.catch(() => null)
          if (!result || result.errors) {
            failed.set(contextValue, execution)
            return null
          }
          return { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult: { data: result.data } } }
        },
      }),
    },
  }
}
