import type { ApolloLink } from '@apollo/client'
import { ErrorLink } from '@apollo/client/link/error'
import { OperationTypeNode } from 'graphql'
import { from, switchMap, tap, throwError } from 'rxjs'
import { errorMessage } from '../../lib/errors.ts'
import { createPrompt } from './prompt.ts'

/** The server's reason for refusing a change that belongs to a tenant while none is chosen. */
const NO_TENANT = 'Choose a tenant first'

const prompt = createPrompt<string>()

export const { get: readPromptResolver, useValue: useTenantPrompt } = prompt

export const isTenantMissing = (error: unknown): boolean => errorMessage(error, '') === NO_TENANT

/** Asks for a tenant. Resolves to null if the user does not choose one. A newer question replaces an open one. */
export const askForTenant = (): Promise<string | null> => prompt.ask()

/**
 * Asks for a tenant when a mutation needs one, and sends it again in the chosen tenant. `onChosen` is called after the
 * answer, because choosing a tenant replaces the client. Mutations with the context `isBackground` ask nothing: no user
 * waits for them.
 */
export function tenantPromptLink(onChosen: (tenantId: string) => void): ApolloLink {
  return new ErrorLink(({ error, operation, forward }) => {
    if (operation.operationType !== OperationTypeNode.MUTATION || operation.getContext().isBackground) return
    if (!isTenantMissing(error)) return
    return from(askForTenant()).pipe(
      switchMap((tenantId) => {
        if (!tenantId) return throwError(() => error)
        operation.setContext({ headers: { 'x-tenant-id': tenantId } })
        return forward(operation).pipe(tap({ complete: () => setTimeout(() => onChosen(tenantId)) }))
      }),
    )
  })
}
