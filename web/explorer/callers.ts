import { restoreSession } from '../session/storage.ts'
import { restoreView } from '../session/viewAs.ts'

/** Somebody that calls are made as: what the page shows of them, and the headers that say so. */
export interface Caller {
  name: string
  headers: Record<string, string>
}

/** Who is signed in in this browser, looking at the app as they do there; null with nobody. */
export function signedInCaller(now: number): Caller | null {
  const session = restoreSession(now)
  if (!session) return null
  const view = restoreView(session.user)
  return {
    name: session.user.fullName,
    headers: {
      authorization: `Bearer ${session.token}`,
      ...(view.role ? { 'x-impersonate-role': view.role.toLowerCase() } : {}),
      ...(view.tenantId ? { 'x-tenant-id': view.tenantId } : {}),
    },
  }
}

/** Whoever holds the key. It is kept by this page while it is open, and nowhere else. */
export function apiKeyCaller(key: string): Caller {
  return { name: 'API key', headers: { authorization: `Bearer ${key.trim()}` } }
}
