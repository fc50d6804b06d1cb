import { restoreSession } from '../session/person/storage.ts'
import { restoreView } from '../session/person/viewAs.ts'

/** The identity used for requests: the name the page shows, and the headers. */
export interface Caller {
  name: string
  headers: Record<string, string>
}

/** The user signed in in this browser, with their current view-as role and tenant; null if signed out. */
export function signedInCaller(now: number): Caller | null {
  const session = restoreSession(now, navigator.onLine)
  if (!session) return null
  const view = restoreView(session.user)
  return {
    name: session.user.fullName,
    headers: {
      authorization: `Bearer ${session.token}`,
      ...(view.role ? { 'x-impersonate-role': view.role.toLowerCase() } : {}),
      ...(view.userId ? { 'x-impersonate-user': view.userId } : {}),
      ...(view.tenantId ? { 'x-tenant-id': view.tenantId } : {}),
    },
  }
}

/** The holder of an API key. The key is kept in memory only. */
export function apiKeyCaller(key: string): Caller {
  return { name: 'API key', headers: { authorization: `Bearer ${key.trim()}` } }
}
