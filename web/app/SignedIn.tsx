import type { ApolloClient } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { debugLink } from '../features/debugConsole/debugLink.ts'
import { MeDocument } from '../gql/graphql.ts'
import { type Credentials, createApolloClient, errorCode, errorMessage } from '../lib/apollo.ts'
import { toastError } from '../lib/toasts.ts'
import { MeProvider, useMe } from '../session/MeProvider.tsx'
import { MockDataProvider, useMockDataWanted, wantMockData } from '../session/mockData.ts'
import { SessionCheck } from '../session/SessionCheck.tsx'
import { useSession } from '../session/SessionProvider.tsx'
import { useCredentials } from '../session/useCredentials.ts'
import { Layout } from './Layout.tsx'
import { paths } from './paths.ts'

/** The client, and whether it answers with mock data. */
type Apollo = ReturnType<typeof createApolloClient> & { mock: boolean }

/** Everything behind the sign-in. */
export function SignedIn() {
  const apollo = useApollo()
  if (!apollo) return <SessionCheck />
  return (
    <ApolloProvider client={apollo.client}>
      <MeProvider>
        <MockDataProvider value={apollo.mock}>
          <PasswordGate />
        </MockDataProvider>
      </MeProvider>
    </ApolloProvider>
  )
}

/**
 * One client and one cache for one session seen in one view: another view reads everything again, and so does mock data.
 * The one before it stays on the screen until the new one knows who is looking.
 */
function useApollo(): Apollo | null {
  const { expire, dropView } = useSession()
  const credentials = useCredentials()
  const navigate = useNavigate()
  const mockWanted = useMockDataWanted()
  const [apollo, setApollo] = useState<Apollo | null>(null)

  useEffect(() => {
    let shown = false
    let left = false
    const made = createApolloClient({
      credentials: () => credentials,
      onUnauthenticated: expire,
      onPasswordChangeRequired: () => void navigate(paths.changePassword),
    })
    made.client.setLink(debugLink.concat(made.client.link))
    const ask = async () => {
      let mock = false
      try {
        const { data } = await made.client.query({ query: MeDocument })
        mock = mockWanted && Boolean(data?.me?.abilities.mockData)
      } catch (error) {
        const viewed = credentials.impersonatedRole || credentials.tenantId
        // Not global admin any more, or the tenant is gone: left in force, the view would have every call refused.
        if (!left && viewed && !['NETWORK', 'INTERNAL', 'UNAUTHENTICATED'].includes(errorCode(error)))
          return dropView(errorMessage(error))
      }
      if (mock) mock = await answerWithMockData(made.client, credentials)
      if (left) return
      shown = true
      setApollo({ ...made, mock })
    }
    void ask()
    return () => {
      left = true
      if (!shown) made.close()
    }
  }, [credentials, expire, dropView, navigate, mockWanted])
  useEffect(() => apollo?.close, [apollo])
  return apollo
}

/** False where it cannot be fetched: then mock data is off again, so that nothing real is taken for invented. */
async function answerWithMockData(client: ApolloClient, credentials: Credentials): Promise<boolean> {
  try {
    const { mockLink } = await import('../features/mockData/mockLink.ts')
    client.setLink(mockLink(credentials).concat(client.link))
    return true
  } catch {
    wantMockData(false)
    toastError('Failed to load mock data')
    return false
  }
}

/** A password that someone else set must be changed before anything else. */
function PasswordGate() {
  return useMe().mustChangePassword ? <Navigate to={paths.changePassword} replace /> : <Layout />
}
