import { useApolloClient } from '@apollo/client/react'
import { useEffect } from 'react'
import { useMe } from '../../session/person/MeProvider.tsx'

/**
 * Registers the service worker of the built app and takes care of the saved areas once the signed-in app is shown, so that
 * sign-in loads nothing of either.
 */
export function useOfflineSupport(): void {
  const client = useApolloClient()
  const me = useMe()
  const { id } = me
  const tenantId = me.tenant?.id
  const { viewAs } = me.abilities
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    // A browser may refuse it, as in a private window; the app then works as before.
    void import('./newVersion.ts').then(({ offerNewVersions }) => offerNewVersions()).catch(() => undefined)
  }, [])
  useEffect(() => {
    if (viewAs || !tenantId || !('indexedDB' in window)) return
    const ends = new AbortController()
    void import('./startOffline.ts')
      .then(({ startOffline }) => startOffline(client, `${id}.${tenantId}`, ends.signal))
      .catch(() => undefined)
    return () => ends.abort()
  }, [client, id, tenantId, viewAs])
}
