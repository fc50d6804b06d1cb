import { ApolloLink } from '@apollo/client'
import { tap } from 'rxjs'
import type { LocatePropertyMutation } from '../../gql/graphql.ts'
import { recordLine } from './debugLog.ts'

type Variables = Record<string, Record<string, unknown> | undefined>

interface TracedOperation {
  label: string
  formatRequest: (variables: Variables) => string
  formatResponse: (data: Record<string, unknown>) => string
}

/** The operations that are logged, by operation name. */
const tracedOperations: Record<string, TracedOperation> = {
  LocateProperty: {
    label: 'Parcel lookup',
    formatRequest: ({ input }) => toRestCall(input ?? {}),
    formatResponse: (data) => formatLocateResult(data as LocatePropertyMutation),
  },
  CreateLead: {
    label: 'Lead creation',
    formatRequest: ({ input }) =>
      JSON.stringify({ tag: input?.['tag'], priority: input?.['priority'], propertyId: input?.['propertyId'] }),
    formatResponse: ({ createLead }) => `lead ${(createLead as { id?: string } | undefined)?.id ?? ''}`,
  },
  RefreshOwner: {
    label: 'Owner refresh',
    formatRequest: (variables) => `property ${String((variables as { id?: unknown }).id)}`,
    formatResponse: ({ refreshOwner }) => (refreshOwner as { outcome?: string } | undefined)?.outcome ?? '',
  },
}

/** Logs parcel lookups, lead creation, and owner refreshes: the request and its outcome. */
export const debugLink = new ApolloLink((operation, forward) => {
  const traced = tracedOperations[operation.operationName ?? '']
  if (!traced) return forward(operation)
  const startedAt = performance.now()
  const elapsed = () => `after ${Math.round(performance.now() - startedAt)} ms`
  const failed = (reason: string) => recordLine('error', [`${traced.label} failed ${elapsed()}: ${reason}`])
  recordLine('info', [`${traced.label}: ${traced.formatRequest(operation.variables as Variables)}`])
  return forward(operation).pipe(
    tap({
      next: ({ data, errors }) => {
        if (errors?.length) failed(errors[0]?.message ?? '')
        else recordLine('info', [`${traced.label} answered ${elapsed()}: ${traced.formatResponse(data ?? {})}`])
      },
      error: (error: unknown) => failed(error instanceof Error ? error.message : String(error)),
    }),
  )
})

/** The REST call equivalent to the lookup, which the app itself sends as GraphQL. */
export function toRestCall({ address, context, point }: Record<string, unknown>): string {
  if (typeof address !== 'string') return `POST /api/regrid/search-by-coordinates ${JSON.stringify(point)}`
  const query = new URLSearchParams({ address, ...(typeof context === 'string' ? { context } : {}) })
  return `GET /api/regrid/search?${query}`
}

function formatLocateResult({ locateProperty }: LocatePropertyMutation): string {
  const { outcome, parcelServiceAvailable, property, draft } = locateProperty
  const service = parcelServiceAvailable ? '' : ', parcel service unavailable'
  return `${outcome}${service}, owner ${(property ?? draft)?.ownerName ?? 'unknown'}`
}
