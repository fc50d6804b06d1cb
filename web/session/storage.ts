import type { SessionUserFragment } from '../gql/plain/graphql.ts'
import { THEME_KEY } from '../ui/theme.ts'

export type StoredUser = SessionUserFragment

export interface StoredSession {
  token: string
  user: StoredUser
}

/** What the keys begin with under which knocks wait in local storage; the id of who knocked follows. */
export const OUTBOX_KEY_PREFIX = 'porchlight.knocks.'

/** Spec §9: checked on start; the server's clock decides in the end. */
const SESSION_MAX_AGE_MS = 24 * 60 * 60 * 1000
const storages = () => [localStorage, sessionStorage]

/** Keeps token, user and the moment of sign-in in local and session storage (spec §4). */
export function storeSession({ token, user }: StoredSession, now: number): void {
  for (const store of storages()) {
    store.setItem('token', token)
    store.setItem('user', JSON.stringify(user))
    store.setItem('loginTime', String(now))
  }
}

/** Where the session of this token is kept: another tab may have begun a newer one, which is none of its business. */
const storagesWith = (token: string) => storages().filter((store) => store.getItem('token') === token)

/** Whether the session of this token is kept; no longer once it has expired or was ended. */
export const isSignedIn = (token: string): boolean => storagesWith(token).length > 0

/** Replaces what is known of the user of a session; the moment of sign-in stays. */
export function storeUser(user: StoredUser, token: string): void {
  for (const store of storagesWith(token)) store.setItem('user', JSON.stringify(user))
}

/** The saved session, or null. One that is over 24 hours old takes with it what logging out would. */
export function restoreSession(now: number): StoredSession | null {
  const token = readItem('token')
  const user = parseUser(readItem('user'))
  if (!token || !user) return null
  const loginTime = Number(readItem('loginTime'))
  if (loginTime && now - loginTime > SESSION_MAX_AGE_MS) {
    clearStorage()
    // oxlint-disable-next-line no-console -- spec §4 wants this said in the log
    console.info('Session expired, please login again')
    return null
  }
  return { token, user }
}

const readItem = (key: string): string | null => localStorage.getItem(key) ?? sessionStorage.getItem(key)

function parseUser(json: string | null): StoredUser | null {
  try {
    const user = JSON.parse(json ?? 'null') as StoredUser | null
    return user?.id ? user : null
  } catch {
    return null
  }
}

/** Forgets this token and its user, and keeps the rest: what a 401 does. */
export function removeSession(token: string): void {
  for (const store of storagesWith(token)) {
    store.removeItem('token')
    store.removeItem('user')
  }
}

/**
 * Forgets everything: what logging out does. Two things stay (decision 17): the theme is the device's and not the
 * user's, and knocks that wait are work that was acknowledged; only who made them sends them.
 */
export function clearStorage(): void {
  sessionStorage.clear()
  for (const key of Object.keys(localStorage)) {
    if (key !== THEME_KEY && !key.startsWith(OUTBOX_KEY_PREFIX)) localStorage.removeItem(key)
  }
}
