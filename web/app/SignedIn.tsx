import { type ApolloClient, ApolloLink } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { debugLink } from '../features/debugConsole/debugLink.ts'
import { MeDocument, type MeQuery } from '../gql/graphql.ts'
import { type Credentials, createApolloClient, errorCode, errorMessage } from '../lib/apollo.ts'
import { lazyPart } from '../lib/lazyPart.ts'
import { toastError } from '../lib/toasts.ts'
import { MeProvider, useMe } from '../session/person/MeProvider.tsx'
import { MockDataProvider, useMockDataEnabled, setMockDataEnabled } from '../session/person/mockData.ts'
import { SessionCheck } from '../session/person/SessionCheck.tsx'
import { useSession } from '../session/person/SessionProvider.tsx'
import { Overlay } from '../session/outbox/overlay.ts'
import { awaitOutbox, notePositions } from '../session/outbox/overlayLinks.ts'
import { useShowOutbox } from '../session/outbox/useOutbox.ts'
import { storedReadsLink } from '../session/reads/storedReadsLink.ts'
import { passwordPromptLink, usePasswordPrompt } from '../session/person/passwordPrompt.ts'
import { tenantPromptLink } from '../session/person/tenantPrompt.ts'
import { isSignedIn } from '../session/person/storage.ts'
import { useCredentials } from '../session/person/useCredentials.ts'
import { Layout } from './Layout.tsx'
import { paths } from './paths.ts'

export { preloadScreen } from './ScreenRoutes.tsx'

// Loaded when they are needed.
const RequiredTwoFactorsScreen = lazyPart(
  async () => (await import('../screens/RequiredTwoFactorsScreen.tsx')).RequiredTwoFactorsScreen,
  <SessionCheck />,
)
const ConfirmPasswordDialog = lazyPart(
  async () => (await import('../features/auth/account/ConfirmPasswordDialog.tsx')).ConfirmPasswordDialog,
)

/** An Apollo client, and whether it answers with mock data. */
type SessionClient = ReturnType<typeof createApolloClient> & { isMockData: boolean; overlay: Overlay }

/** Everything behind the sign-in. */
export function SignedIn() {
  const sessionClient = useSessionClient()
  if (!sessionClient) return <SessionCheck />
  return (
    <ApolloProvider client={sessionClient.client}>
      <MeProvider>
        <MockDataProvider value={sessionClient.isMockData}>
          <ShownOutbox overlay={sessionClient.overlay} />
          <RequirePasswordChange />
          <PasswordPrompt />
        </MockDataProvider>
      </MeProvider>
    </ApolloProvider>
  )
}

/** Shows the outbox of the signed-in user in what the client reads. */
function ShownOutbox({ overlay }: { overlay: Overlay }) {
  useShowOutbox(overlay)
  return null
}

/**
 * Creates one client with its own cache for each session and view, and another one when mock data is switched. The
 * previous client stays in use until the new one has read `me`.
 */
function useSessionClient(): SessionClient | null {
  const { user, expire, resetView, chooseTenant } = useSession()
  const userId = user?.id
  const credentials = useCredentials()
  const navigate = useNavigate()
  // `navigate` is another function on each screen, and another screen must not have another client.
  const openPasswordForm = useEffectEvent(() => void navigate(paths.changePassword))
  const mockDataEnabled = useMockDataEnabled()
  const [sessionClient, setSessionClient] = useState<SessionClient | null>(null)

  useEffect(() => {
    let isActive = false
    let isDisposed = false
    const created = createApolloClient({
      credentials: () => credentials,
      onUnauthenticated: expire,
      onPasswordChangeRequired: () => openPasswordForm(),
      // The answer leads to the set-up.
      onTwoFactorsRequired: () => void created.client.refetchQueries({ include: [MeDocument] }),
    })
    const overlay = new Overlay(created.cache)
    const { impersonatedRole, impersonatedUserId, tenantId } = credentials
    const reader = [userId, tenantId, impersonatedRole, impersonatedUserId].join()
    created.client.setLink(
      ApolloLink.from([
        debugLink,
        passwordPromptLink(),
        tenantPromptLink(chooseTenant),
        notePositions(overlay),
        storedReadsLink(reader, () => isStored(credentials)),
        awaitOutbox(overlay),
        created.client.link,
      ]),
    )
    const activate = async () => {
      let isMockData = false
      try {
        const me = await readMe(created.client)
        isMockData = mockDataEnabled && Boolean(me?.abilities.mockData)
      } catch (error) {
        const hasView = credentials.impersonatedRole || credentials.tenantId
        // The account is no longer a global admin, or the tenant was deleted. Keeping the view would make every call
        // fail.
        if (!isDisposed && hasView && !['NETWORK', 'INTERNAL', 'UNAUTHENTICATED'].includes(errorCode(error)))
          return resetView(errorMessage(error))
      }
      if (isMockData) isMockData = await addMockLink(created.client, credentials)
      if (isDisposed) return
      isActive = true
      setSessionClient({ ...created, isMockData, overlay })
    }
    void activate()
    return () => {
      isDisposed = true
      if (!isActive) created.close()
    }
  }, [credentials, userId, expire, resetView, chooseTenant, mockDataEnabled])
  useEffect(() => sessionClient?.close, [sessionClient])
  return sessionClient
}

/** Whether the session was not ended, here or in another tab. */
const isStored = ({ token }: Credentials): boolean => token !== null && isSignedIn(token)

/**
 * Reads the user, and resolves with the first answer, from the server or from this device. `ApolloClient.query` would resolve
 * with the last one. The subscription continues until the client stops, so that a later answer of the server reaches the cache.
 */
function readMe(client: ApolloClient): Promise<MeQuery['me']> {
  return new Promise((resolve, reject) => {
    client.watchQuery({ query: MeDocument }).subscribe(({ data, dataState, error }) => {
      if (dataState === 'complete') resolve(data.me)
      if (error) reject(error)
    })
  })
}

/**
 * Returns false when the mock data fails to load, and switches it off: real data must not be mistaken for mock data.
 */
async function addMockLink(client: ApolloClient, credentials: Credentials): Promise<boolean> {
  try {
    const { mockLink } = await import('../features/mockData/mockLink.ts')
    client.setLink(mockLink(credentials).concat(client.link))
    return true
  } catch {
    setMockDataEnabled(false)
    toastError('Failed to load mock data')
    return false
  }
}

/** Redirects to the password form while the account has a password that another user set. */
function RequirePasswordChange() {
  return useMe().mustChangePassword ? <Navigate to={paths.changePassword} replace /> : <RequireTwoFactors />
}

/** Shows the set-up of two factors in place of every screen while they are required, and then until the codes are stored. */
function RequireTwoFactors() {
  const { mustSetUpTwoFactors } = useMe()
  const [showsCodes, setShowsCodes] = useState(false)
  if (!mustSetUpTwoFactors && !showsCodes) return <Layout />
  return <RequiredTwoFactorsScreen onConfirming={() => setShowsCodes(true)} onDone={() => setShowsCodes(false)} />
}

/** Asks for the password when a request needs it. The request continues after that. */
function PasswordPrompt() {
  const answer = usePasswordPrompt()
  if (!answer) return null
  return <ConfirmPasswordDialog onConfirmed={() => answer(true)} onClose={() => answer(null)} />
}
