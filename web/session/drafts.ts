import { useEffect, useMemo } from 'react'
import { useSession } from './SessionProvider.tsx'
import { isSignedIn } from './storage.ts'

/** What was typed into a form and not sent yet. */
export interface Draft<Fields> {
  /** What was typed before, also before the session expired; null when nothing was. */
  read: () => Partial<Fields> | null
  save: (fields: Partial<Fields>) => void
  /** After it was sent, or given up. */
  discard: () => void
}

/**
 * Keeps what is typed into `form` for its user until the tab is closed or they log out, so that an expired session
 * takes nothing with it. Never give it a password: it is kept as it is.
 */
export function useDraft<Fields extends object>(form: string): Draft<Fields> {
  const { user } = useSession()
  const key = `draft ${user?.id ?? ''} ${form}`
  return useMemo(
    () => ({
      read: () => parse<Fields>(sessionStorage.getItem(key)),
      save: (fields) => sessionStorage.setItem(key, JSON.stringify(fields)),
      discard: () => sessionStorage.removeItem(key),
    }),
    [key],
  )
}

/**
 * The draft of a form that says nothing of one: leaving the form, by whatever way, gives it up. It outlasts a reload and
 * an expired session alone.
 */
export function useTransientDraft<Fields extends object>(form: string): Draft<Fields> {
  const { token } = useSession()
  const draft = useDraft<Fields>(form)
  useEffect(
    () => () => {
      if (token && isSignedIn(token)) draft.discard()
    },
    [draft, token],
  )
  return draft
}

function parse<Fields>(json: string | null): Partial<Fields> | null {
  try {
    return JSON.parse(json ?? 'null') as Partial<Fields> | null
  } catch {
    return null
  }
}
