import type { ApolloLink } from '@apollo/client'
import { ErrorLink } from '@apollo/client/link/error'
import { from, switchMap, throwError } from 'rxjs'
import { errorCode } from '../../lib/errors.ts'
import { createPrompt } from './prompt.ts'

const prompt = createPrompt<true>()

export const { get: readPasswordPrompt, useValue: usePasswordPrompt } = prompt

/** Whether the server does this only after the user has confirmed their password. */
export const isPasswordRequired = (error: unknown): boolean => errorCode(error) === 'PASSWORD_REQUIRED'

let pending: Promise<true | null> | null = null

/** Asks for the password. Resolves to true when the server has confirmed it. Several requests that need it share one question. */
export function askForPassword(): Promise<true | null> {
  pending ??= prompt.ask().finally(() => (pending = null))
  return pending
}

/** Asks for the password when the server requires it, and sends the same request again. */
export function passwordPromptLink(): ApolloLink {
  return new ErrorLink(({ error, operation, forward }) => {
    if (!isPasswordRequired(error)) return
    return from(askForPassword()).pipe(
      switchMap((isConfirmed) => (isConfirmed ? forward(operation) : throwError(() => error))),
    )
  })
}
