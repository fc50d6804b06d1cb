import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { LogoutDocument } from '../gql/plain/graphql.ts'
import { request } from '../lib/request.ts'
import { toastError, toastInfo, toastSuccess } from '../lib/toasts.ts'
import {
  clearStorage,
  forgetSession,
  restoreSession,
  type StoredSession,
  type StoredUser,
  storeSession,
  storeUser,
} from './storage.ts'
import { restoreViewedRole, storeViewedRole, type ViewedRole } from './viewAs.ts'

interface Session {
  token: string | null
  user: StoredUser | null
  /** The role a global admin views the app as. */
  viewedRole: ViewedRole | null
  signIn: (session: StoredSession) => void
  /** What the server says of the signed-in user, kept for the next start. */
  refreshUser: (user: StoredUser) => void
  /** Ends the session here and on the server; the next screen is /login. */
  signOut: () => void
  /** The server no longer knows the session: token and user go, the next screen is /login. */
  expire: () => void
  /** Views the app as another role; null stops. Refused to anyone but a global admin. */
  viewAs: (role: ViewedRole | null) => void
}

const SessionContext = createContext<Session | null>(null)

/** Who is signed in, restored from storage on start. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState(() => restoreSession(Date.now()))
  const [viewedRole, setViewedRole] = useState(() => (session ? restoreViewedRole(session.user) : null))

  const signIn = useCallback((next: StoredSession) => {
    storeSession(next, Date.now())
    setViewedRole(restoreViewedRole(next.user))
    setSession(next)
  }, [])

  const refreshUser = useCallback((user: StoredUser) => {
    storeUser(user)
    setSession((current) => current && { ...current, user })
  }, [])

  const signOut = useCallback(() => {
    // The session ends here at once; a server out of reach lets it end by its own clock.
    if (session) void request(LogoutDocument, {}, session.token).catch(() => undefined)
    clearStorage()
    setViewedRole(null)
    setSession(null)
    toastSuccess('Logged out successfully')
  }, [session])

  const expire = useCallback(() => {
    forgetSession()
    setSession(null)
    // One toast, however many calls were refused at once.
    toastInfo('Session expired, please login again', { id: 'session-expired' })
  }, [])

  const viewAs = useCallback(
    (role: ViewedRole | null) => {
      if (session?.user.role !== 'GLOBAL_ADMIN') {
        toastError('Only global admins can impersonate roles.')
        return
      }
      storeViewedRole(role)
      setViewedRole(role)
      toastSuccess(role ? `Now viewing as: ${role}` : 'Stopped impersonation')
    },
    [session],
  )

  const value = useMemo(
    () => ({
      token: session?.token ?? null,
      user: session?.user ?? null,
      viewedRole,
      signIn,
      refreshUser,
      signOut,
      expire,
      viewAs,
    }),
    [session, viewedRole, signIn, refreshUser, signOut, expire, viewAs],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}

/** Who is signed in, and how that changes. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider around it')
  return session
}
