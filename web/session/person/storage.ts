import type { SessionUserFragment } from '../../gql/plain/graphql.ts'
import { AREA_TILES_CACHE, AREAS_DATABASE, READS_DATABASE, SEEN_TILES_CACHE } from '../../lib/cacheNames.ts'
import { THEME_KEY } from '../../ui/theme.ts'

export type StoredUser = SessionUserFragment

export interface StoredSession {
  token: string
  user: StoredUser
}

/** Prefix of the local storage keys of knock outboxes. The user id follows. */
export const OUTBOX_KEY_PREFIX = 'porchlight.knocks.'

/** Spec §9. Checked on start only; the server decides whether a session is valid. */
const SESSION_MAX_AGE_MS = 24 * 60 * 60 * 1000
const storages = () => [localStorage, sessionStorage]

/** Stores token, user and sign-in time in local and session storage (spec §4). */
export function storeSession({ token, user }: StoredSession, now: number): void {
  for (const store of storages()) {
    store.setItem('token', token)
    store.setItem('user', JSON.stringify(user))
    store.setItem('loginTime', String(now))
  }
}

/** The storages with this token. Another tab may have replaced it with a newer session. */
const storagesWith = (token: string) => storages().filter((store) => store.getItem('token') === token)

/** Whether this session is still stored. False after it expired or ended. */
export const isSignedIn = (token: string): boolean => storagesWith(token).length > 0

/** Replaces the user of a session and keeps its sign-in time. */
export function storeUser(user: StoredUser, token: string): void {
  for (const store of storagesWith(token)) store.setItem('user', JSON.stringify(user))
}

/**
 * The stored session, or null. After 24 hours it is removed with everything a logout removes, but not without a connection,
 * because the user could not sign in again; the server refuses it when the connection is back. Saved areas are promised for
 * longer, so where there are any, what the server has answered waits for the same user.
 */
export function restoreSession(now: number, isOnline: boolean): StoredSession | null {
  const token = readItem('token')
  const user = parseUser(readItem('user'))
  if (!token || !user) return null
  const loginTime = Number(readItem('loginTime'))
  if (isOnline && loginTime && now - loginTime > SESSION_MAX_AGE_MS) {
    const hasAreas = localStorage.getItem(AREAS_KEY) !== null
    clearItems()
    if (hasAreas) keepForExpiredUser(user)
    else deleteStoredData()
    // oxlint-disable-next-line no-console -- spec §4 requires this log line
    console.info('Session expired, please login again')
    return null
  }
  return { token, user }
}

const AREAS_KEY = 'porchlight.areas'

/** Notes whether the user has saved areas on this device, where the check on start can read it at once. */
export function noteSavedAreas(some: boolean): void {
  if (some) globalThis.localStorage?.setItem(AREAS_KEY, 'saved')
  else globalThis.localStorage?.removeItem(AREAS_KEY)
}

/** Whether a session is stored, valid or not. */
export const hasStoredSession = (): boolean => readItem('token') !== null

const readItem = (key: string): string | null => localStorage.getItem(key) ?? sessionStorage.getItem(key)

function parseUser(json: string | null): StoredUser | null {
  try {
    const user = JSON.parse(json ?? 'null') as StoredUser | null
    return user?.id ? user : null
  } catch {
    return null
  }
}

/** Removes this token and its user only, as after a 401. */
export function removeSession(token: string): void {
  for (const store of storagesWith(token)) {
    store.removeItem('token')
    store.removeItem('user')
  }
}

/** The user whose session has ended by its age. They find their stored data again when they sign in. */
const EXPIRED_USER_KEY = 'porchlight.expiredUser'
/** The clocks of server and device differ by less. */
const CLOCK_TOLERANCE_MS = 60_000

/**
 * Removes a session that the server refused. One that had not reached its age was revoked, as by a block, a move to another
 * company or a new password: what the server has answered is deleted, too. The outbox stays. Another tab's newer session is
 * left alone.
 */
export function endRefusedSession({ token, user }: StoredSession, now: number): void {
  const loginTime = Number(readItem('loginTime'))
  const isOld = loginTime > 0 && now - loginTime > SESSION_MAX_AGE_MS - CLOCK_TOLERANCE_MS
  removeSession(token)
  if (hasStoredSession()) return
  if (isOld) keepForExpiredUser(user)
  else deleteStoredData()
}

const keepForExpiredUser = ({ id, email }: StoredUser) =>
  localStorage.setItem(EXPIRED_USER_KEY, JSON.stringify({ id, email }))

/** Deletes what is stored of the user whose session has expired, if another user signs in. */
export function replaceExpiredUser(userId: string): void {
  const expired = readExpiredUser()
  if (expired && expired.id !== userId) deleteStoredData()
  localStorage.removeItem(EXPIRED_USER_KEY)
}

/** Deletes what is stored of the user whose session has expired, if the server refuses this account, as after a block. */
export function deleteDataOfRefusedAccount(email: string): void {
  if (readExpiredUser()?.email.toLowerCase() !== email.trim().toLowerCase()) return
  deleteStoredData()
  localStorage.removeItem(EXPIRED_USER_KEY)
}

const readExpiredUser = () => parseUser(localStorage.getItem(EXPIRED_USER_KEY))

/** Deletes what this device has stored of the server's answers, saved areas and map tiles, in the background. */
export function deleteStoredData(): void {
  for (const name of [AREAS_DATABASE, READS_DATABASE]) globalThis.indexedDB?.deleteDatabase(name)
  // Absent on pages without TLS.
  for (const name of [AREA_TILES_CACHE, SEEN_TILES_CACHE]) void globalThis.caches?.delete(name)
}

/**
 * Removes everything on logout except the theme, which belongs to the device, the outboxes of knocks, which the app has
 * confirmed as saved (decision 17), where each user left the map, and what each was asked today. Only the user who made the knocks sends them. The
 * saved areas and the map tiles are removed in the background.
 */
export function clearStorage(): void {
  clearItems()
  deleteStoredData()
}

function clearItems(): void {
  sessionStorage.clear()
  for (const key of Object.keys(localStorage)) {
    if (key !== THEME_KEY && !/^porchlight\.(knocks|map|asked)\./.test(key)) localStorage.removeItem(key)
  }
}
