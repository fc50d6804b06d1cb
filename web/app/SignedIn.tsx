import { ApolloProvider } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { createApolloClient } from '../lib/apollo.ts'
import { MeProvider, useMe } from '../session/MeProvider.tsx'
import { useSession } from '../session/SessionProvider.tsx'
import { Layout } from './Layout.tsx'
import { paths } from './paths.ts'

type Apollo = ReturnType<typeof createApolloClient>

/** Everything behind the sign-in: one client and one cache for one session seen as one role. */
export function SignedIn() {
  const { token, viewedRole, expire } = useSession()
  const navigate = useNavigate()
  const [apollo, setApollo] = useState<Apollo | null>(null)

  useEffect(() => {
    const made = createApolloClient({
      credentials: () => ({ token, impersonatedRole: viewedRole?.toLowerCase() ?? null }),
      onUnauthenticated: expire,
      onPasswordChangeRequired: () => void navigate(paths.changePassword),
    })
    // oxlint-disable-next-line react/set-state-in-effect -- the client is an outside thing that must be closed again
    setApollo(made)
    return made.close
  }, [token, viewedRole, expire, navigate])

  if (!apollo) return null
  return (
    <ApolloProvider client={apollo.client}>
      <MeProvider>
        <PasswordGate />
      </MeProvider>
    </ApolloProvider>
  )
}

/** A password that someone else set must be changed before anything else. */
function PasswordGate() {
  return useMe().mustChangePassword ? <Navigate to={paths.changePassword} replace /> : <Layout />
}
