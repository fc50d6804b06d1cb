import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { LogoutDocument } from '../../gql/plain/graphql.ts'
import { request } from '../../lib/request.ts'
import { toastError, toastInfo, toastSuccess } from '../../lib/toasts.ts'
import {
  clearStorage,
  deleteStoredData,
  endRefusedSession,
  replaceExpiredUser,
  restoreSession,
  type StoredSession,
  type StoredUser,
  storeSession,
  storeUser,
} from './storage.ts'
import { noView, restoreView, storeView, type View, type ViewAsRole } from './viewAs.ts'

interface Session {
  token: string | null
  user: StoredUser | null
  /** The role, person and tenant a global admin views. */
  view: View
  /** True after a logout: the next session starts on the home screen. */
  loggedOut: boolean
  signIn: (session: StoredSession) => void
  /** Stores the user as the server returned it, for the next start. */
  refreshUser: (user: StoredUser) => void
  /** Ends the session here and on the server. */
  signOut: () => void
  /**
   * Removes token and user after the server rejected the session, and what is stored of its user if it was revoked. It ends only
   * the session it was created for, so a late response cannot end a newer one.
   */
  expire: () => void
  /**
   * Views the app as a role, optionally in a tenant and as one person; null stops it. Shows an error to users who are not global admins.
   */
  viewAs: (role: ViewAsRole | null, target?: { tenantId?: string | null; userId?: string | null }) => void
  /** Selects a tenant, or null for all. */
  chooseTenant: (tenantId: string | null) => void
  /** Resets the view and shows the server's reason. */
  resetView: (reason: string) => void
}

const SessionContext = createContext<Session | null>(null)

/** Provides the session, restored from storage on start. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState(() => restoreSession(Date.now(), navigator.onLine))
  const [view, setView] = useState(() => (session ? restoreView(session.user) : noView))
  const [loggedOut, setLoggedOut] = useState(false)

  const signIn = (next: StoredSession) => {
    if (session && session.user.id !== next.user.id) deleteStoredData()
    replaceExpiredUser(next.user.id)
    storeSession(next, Date.now())
    setView(restoreView(next.user))
    setSession(next)
    setLoggedOut(false)
  }

  const token = session?.token ?? null
  const latest = useRef(session)
  useEffect(() => {
    latest.current = session
  }, [session])

  const refreshUser = useCallback(
    (user: StoredUser) => {
      const before = latest.current
      if (token === null || token !== before?.token) return
      // What was answered to the former role may be more than this one may read.
      if (before.user.role !== user.role) deleteStoredData()
      storeUser(user, token)
      setSession({ token, user })
    },
    [token],
  )

  const signOut = () => {
    // Does not wait for the server. Without a connection, the session on the server expires later.
    if (session) void request(LogoutDocument, {}, session.token, view.role).catch(() => undefined)
    clearStorage()
    setView(noView)
    setSession(null)
    setLoggedOut(true)
    toastSuccess('Logged out successfully')
  }

  const expire = useCallback(() => {
    const ended = latest.current
    if (token === null || !ended) return
    endRefusedSession({ ...ended, token }, Date.now())
    if (token !== ended.token) return
    setSession(null)
    // The id makes this one toast for any number of refused calls.
    toastInfo('Session expired, please login again', { id: 'session-expired' })
  }, [token])

  const changeView = useCallback((next: View) => {
    storeView(next)
    setView(next)
  }, [])

  const viewAs: Session['viewAs'] = (role, { tenantId = view.tenantId, userId = null } = {}) => {
    if (session?.user.role !== 'GLOBAL_ADMIN') {
      toastError('Only global admins can impersonate roles.')
      return
    }
    changeView({ role, tenantId, userId })
    toastSuccess(role ? `Now viewing as: ${role}` : 'Stopped impersonation')
  }

  const chooseTenant = useCallback(
    (tenantId: string | null) => changeView({ role: view.role, tenantId, userId: null }),
    [changeView, view.role],
  )

  const resetView = useCallback(
    (reason: string) => {
      changeView(noView)
      toastError(reason)
    },
    [changeView],
  )

  const user = session?.user ?? null
  const actions = { signIn, refreshUser, signOut, expire, viewAs, chooseTenant, resetView }
  // Not memoized: the provider renders only when the session or the view changes.
  return <SessionContext value={{ token, user, view, loggedOut, ...actions }}>{children}</SessionContext>
}

/** The session with its actions. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider around it')
  return session
}
