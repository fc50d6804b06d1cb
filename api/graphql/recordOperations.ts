import type { ApolloServerPlugin } from '@apollo/server'
import { Kind, type OperationDefinitionNode } from 'graphql'
import type { Metrics } from '../observability/metrics.ts'
import { currentRequest } from '../observability/requestScope.ts'
import type { ResolverContext } from './resolverContext.ts'

/**
 * Notes what a GraphQL request did and how it went. An operation is told by its kind and its first field, which are
 * words of the schema: the name that a caller gives it may be anything, and without end.
 */
export function recordOperations(metrics: Metrics): ApolloServerPlugin<ResolverContext> {
  return {
    async requestDidStart() {
      let operation = 'none'
      return {
        async didResolveOperation(request) {
          operation = describeOperation(request.operation!)
          const record = currentRequest()
          if (record) record.operation = operation
        },
        async willSendResponse({ response: { body } }) {
          const errors = body.kind === 'single' ? body.singleResult.errors : undefined
          metrics.operations.inc({ operation, outcome: errors ? 'errors' : 'done' })
          const record = currentRequest()
          if (record && errors)
            record.codes = [...new Set(errors.map(({ extensions }) => String(extensions?.['code'])))].slice(0, 5)
        },
      }
    },
  }
}

/** 'mutation logKnock'; 'query several' when there are more. */
export function describeOperation({ operation, selectionSet }: OperationDefinitionNode): string {
  const fields = selectionSet.selections.flatMap((one) => (one.kind === Kind.FIELD ? one.name.value : []))
  return `${operation} ${fields.length === 1 && selectionSet.selections.length === 1 ? fields[0] : 'several'}`
}
