import { ApolloLink } from '@apollo/client'
import { tap } from 'rxjs'
import type { LocatePropertyMutation } from '../../gql/graphql.ts'
import { record } from './debugLog.ts'

type Variables = Record<string, Record<string, unknown> | undefined>

interface Watched {
  what: string
  asked: (variables: Variables) => string
  answered: (data: Record<string, unknown>) => string
}

/** The operations that the debug console is about, by their names in the documents. */
const watched: Record<string, Watched> = {
  LocateProperty: {
    what: 'Parcel lookup',
    asked: ({ input }) => parcelCall(input ?? {}),
    answered: (data) => locatedWords(data as LocatePropertyMutation),
  },
  CreateLead: {
    what: 'Lead creation',
    asked: ({ input }) =>
      JSON.stringify({ tag: input?.['tag'], priority: input?.['priority'], propertyId: input?.['propertyId'] }),
    answered: ({ createLead }) => `lead ${(createLead as { id?: string } | undefined)?.id ?? ''}`,
  },
  RefreshOwner: {
    what: 'Owner refresh',
    asked: (variables) => `property ${String((variables as { id?: unknown }).id)}`,
    answered: ({ refreshOwner }) => (refreshOwner as { outcome?: string } | undefined)?.outcome ?? '',
  },
}

/** Tells the debug log of parcel look-ups, lead creation and owner refreshes: what was asked, and what came of it. */
export const debugLink = new ApolloLink((operation, forward) => {
  const about = watched[operation.operationName ?? '']
  if (!about) return forward(operation)
  const begun = performance.now()
  const after = () => `after ${Math.round(performance.now() - begun)} ms`
  const failed = (reason: string) => record('error', [`${about.what} failed ${after()}: ${reason}`])
  record('info', [`${about.what}: ${about.asked(operation.variables as Variables)}`])
  return forward(operation).pipe(
    tap({
      next: ({ data, errors }) => {
        if (errors?.length) failed(errors[0]?.message ?? '')
        else record('info', [`${about.what} answered ${after()}: ${about.answered(data ?? {})}`])
      },
      error: (error: unknown) => failed(error instanceof Error ? error.message : String(error)),
    }),
  )
})

/** The look-up as the REST call that asks the same: the app itself asks it of GraphQL. */
export function parcelCall({ address, context, point }: Record<string, unknown>): string {
  if (typeof address !== 'string') return `POST /api/regrid/search-by-coordinates ${JSON.stringify(point)}`
  const query = new URLSearchParams({ address, ...(typeof context === 'string' ? { context } : {}) })
  return `GET /api/regrid/search?${query}`
}

function locatedWords({ locateProperty }: LocatePropertyMutation): string {
  const { outcome, parcelServiceAvailable, property, draft } = locateProperty
  const service = parcelServiceAvailable ? '' : ', the parcel service is away'
  return `${outcome}${service}, owner ${(property ?? draft)?.ownerName ?? 'unknown'}`
}
