import { ApolloProvider } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { MeDocument } from '../gql/graphql.ts'
import { createApolloClient, errorCode, errorMessage } from '../lib/apollo.ts'
import { MeProvider, useMe } from '../session/MeProvider.tsx'
import { SessionCheck } from '../session/SessionCheck.tsx'
import { useSession } from '../session/SessionProvider.tsx'
import { useCredentials } from '../session/useCredentials.ts'
import { Layout } from './Layout.tsx'
import { paths } from './paths.ts'

type Apollo = ReturnType<typeof createApolloClient>

/** Everything behind the sign-in. */
export function SignedIn() {
  const apollo = useApollo()
  if (!apollo) return <SessionCheck />
  return (
    <ApolloProvider client={apollo.client}>
      <MeProvider>
        <PasswordGate />
      </MeProvider>
    </ApolloProvider>
  )
}

/**
 * One client and one cache for one session seen in one view: another view reads everything again. The one before it
 * stays on the screen until the new one knows who is looking.
 */
function useApollo(): Apollo | null {
  const { expire, dropView } = useSession()
  const credentials = useCredentials()
  const navigate = useNavigate()
  const [apollo, setApollo] = useState<Apollo | null>(null)

  useEffect(() => {
    let shown = false
    let left = false
    const made = createApolloClient({
      credentials: () => credentials,
      onUnauthenticated: expire,
      onPasswordChangeRequired: () => void navigate(paths.changePassword),
    })
    const ask = async () => {
      try {
        await made.client.query({ query: MeDocument })
      } catch (error) {
        const viewed = credentials.impersonatedRole || credentials.tenantId
        // Not global admin any more, or the tenant is gone: left in force, the view would have every call refused.
        if (!left && viewed && !['NETWORK', 'INTERNAL', 'UNAUTHENTICATED'].includes(errorCode(error)))
          return dropView(errorMessage(error))
      }
      if (left) return
      shown = true
      setApollo(made)
    }
    void ask()
    return () => {
      left = true
      if (!shown) made.close()
    }
  }, [credentials, expire, dropView, navigate])
  useEffect(() => apollo?.close, [apollo])
  return apollo
}

/** A password that someone else set must be changed before anything else. */
function PasswordGate() {
  return useMe().mustChangePassword ? <Navigate to={paths.changePassword} replace /> : <Layout />
}
