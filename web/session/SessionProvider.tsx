import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { LogoutDocument } from '../gql/plain/graphql.ts'
import { request } from '../lib/request.ts'
import { toastError, toastInfo, toastSuccess } from '../lib/toasts.ts'
import {
  clearStorage,
  removeSession,
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
  /** The role and tenant a global admin views the app as and in. */
  view: View
  /** The session ended by logging out: the next one starts at the start. */
  loggedOut: boolean
  signIn: (session: StoredSession) => void
  /** What the server says of the signed-in user, kept for the next start. */
  refreshUser: (user: StoredUser) => void
  /** Ends the session here and on the server; the next screen is /login. */
  signOut: () => void
  /**
   * The server no longer knows the session: token and user go, the next screen is /login. It ends the session it was
   * handed out with and no later one, so that an answer that comes late harms nobody.
   */
  expire: () => void
  /** Views the app as another role, in a tenant where one is given; null stops. Refused to anyone but a global admin. */
  viewAs: (role: ViewAsRole | null, tenantId?: string) => void
  /** Looks at one tenant, or at all of them. */
  chooseTenant: (tenantId: string | null) => void
  /** Goes back to the view of the account itself, for the reason the server gave. */
  resetView: (reason: string) => void
}

const SessionContext = createContext<Session | null>(null)

/** Who is signed in, restored from storage on start. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState(() => restoreSession(Date.now()))
  const [view, setView] = useState(() => (session ? restoreView(session.user) : noView))
  const [loggedOut, setLoggedOut] = useState(false)

  const signIn = useCallback((next: StoredSession) => {
    storeSession(next, Date.now())
    setView(restoreView(next.user))
    setSession(next)
    setLoggedOut(false)
  }, [])

  const token = session?.token ?? null
  const latestToken = useRef(token)
  useEffect(() => {
    latestToken.current = token
  }, [token])

  const refreshUser = useCallback(
    (user: StoredUser) => {
      if (token === null || token !== latestToken.current) return
      storeUser(user, token)
      setSession({ token, user })
    },
    [token],
  )

  const signOut = useCallback(() => {
    // The session ends here at once; a server out of reach lets it end by its own clock.
    if (session) void request(LogoutDocument, {}, session.token).catch(() => undefined)
    clearStorage()
    setView(noView)
    setSession(null)
    setLoggedOut(true)
    toastSuccess('Logged out successfully')
  }, [session])

  const expire = useCallback(() => {
    if (token === null) return
    removeSession(token)
    if (token !== latestToken.current) return
    setSession(null)
    // One toast, however many calls were refused at once.
    toastInfo('Session expired, please login again', { id: 'session-expired' })
  }, [token])

  const changeView = useCallback((next: View) => {
    storeView(next)
    setView(next)
  }, [])

  const viewAs = useCallback(
    (role: ViewAsRole | null, tenantId = view.tenantId) => {
      if (session?.user.role !== 'GLOBAL_ADMIN') {
        toastError('Only global admins can impersonate roles.')
        return
      }
      changeView({ role, tenantId })
      toastSuccess(role ? `Now viewing as: ${role}` : 'Stopped impersonation')
    },
    [session, view.tenantId, changeView],
  )

  const chooseTenant = useCallback(
    (tenantId: string | null) => changeView({ role: view.role, tenantId }),
    [view.role, changeView],
  )

  const resetView = useCallback(
    (reason: string) => {
      changeView(noView)
      toastError(reason)
    },
    [changeView],
  )

  const value = useMemo(
    () => ({
      token,
      user: session?.user ?? null,
      view,
      loggedOut,
      signIn,
      refreshUser,
      signOut,
      expire,
      viewAs,
      chooseTenant,
      resetView,
    }),
    [token, session, view, loggedOut, signIn, refreshUser, signOut, expire, viewAs, chooseTenant, resetView],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}

/** Who is signed in, and how that changes. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider around it')
  return session
}
