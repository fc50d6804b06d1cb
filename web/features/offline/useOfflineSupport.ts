import { useEffect } from 'react'

/** Registers the service worker of the built app once the signed-in app is shown, so that sign-in loads nothing of it. */
export function useOfflineSupport(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    // A browser may refuse it, as in a private window; the app then works as before.
    void import('./newVersion.ts').then(({ offerNewVersions }) => offerNewVersions()).catch(() => undefined)
  }, [])
}
