import type { ApolloServerPlugin } from '@apollo/server'
import { Kind, type OperationDefinitionNode } from 'graphql'
import type { Metrics } from '../observability/metrics.ts'
import { currentRequest } from '../observability/requestScope.ts'
import type { ResolverContext } from './resolverContext.ts'

/**
 * Apollo plugin that records GraphQL operations in the metrics and the request log. An operation is identified by its
 * type and first field. Its name is not used because clients can choose any name, which would create an unbounded
 * number of metric labels.
 */
export function recordOperations(metrics: Metrics): ApolloServerPlugin<ResolverContext> {
  return {
    async requestDidStart() {
      let operation = 'none'
      return {
        async didResolveOperation(request) {
          // Apollo rejects the request after this if no operation of the document has the requested name.
          if (!request.operation) return
          operation = describeOperation(request.operation)
          const record = currentRequest()
          if (record) record.operation = operation
        },
        async willSendResponse({ response: { body } }) {
          const errors = body.kind === 'single' ? body.singleResult.errors : undefined
          const codes = new Set(errors?.map(({ extensions }) => String(extensions?.['code'])))
          metrics.operations.inc({ operation, outcome: outcomeOf(codes) })
          const record = currentRequest()
          if (record && errors) record.codes = [...codes].slice(0, 5)
        },
      }
    },
  }
}

/** The response has status 200 whatever its errors are, so those that are the server's own have an outcome of their own. */
function outcomeOf(codes: ReadonlySet<string>): 'done' | 'errors' | 'internal' {
  if (codes.size === 0) return 'done'
  return codes.has('INTERNAL_SERVER_ERROR') ? 'internal' : 'errors'
}

/** Returns 'mutation logKnock', or 'query several' for more than one field. */
export function describeOperation({ operation, selectionSet }: OperationDefinitionNode): string {
  const fields = selectionSet.selections.flatMap((one) => (one.kind === Kind.FIELD ? one.name.value : []))
  return `${operation} ${fields.length === 1 && selectionSet.selections.length === 1 ? fields[0] : 'several'}`
}
