import { useEffect, useMemo } from 'react'
import { useSession } from './SessionProvider.tsx'
import { isSignedIn } from './storage.ts'

/** The input of a form that is not submitted yet. */
export interface Draft<Fields> {
  /** The saved input, also from before the session expired; otherwise null. */
  read: () => Partial<Fields> | null
  save: (fields: Partial<Fields>) => void
  /** Called after submitting or canceling. */
  discard: () => void
}

/**
 * Saves the input of `form` for its user in session storage, so that it survives an expired session. A logout removes
 * it. The storage is plain text: never save a password.
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

/** Removes the drafts of all users whose form or input matches. */
export function forgetDrafts(matches: (text: string) => boolean): void {
  for (const [key, text] of Object.entries(sessionStorage) as [string, string][])
    if (key.startsWith('draft ') && (matches(key) || matches(text))) sessionStorage.removeItem(key)
}

/** A draft that is discarded when the form closes. It survives only a reload and an expired session. */
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
