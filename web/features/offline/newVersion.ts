import { toastOffer } from '../../lib/toasts.ts'

const CHECK_INTERVAL_MS = 60 * 60 * 1000

let started: Promise<void> | undefined

/**
 * Registers the service worker, looks for a new version every hour and when the app is opened again, and offers each one
 * in a toast. A page is reloaded only by its user's choice: other tabs keep the version they run, and the offer.
 */
export function offerNewVersions(): Promise<void> {
  return (started ??= start())
}

async function start(): Promise<void> {
  const { serviceWorker } = navigator
  let hadWorker = serviceWorker.controller !== null
  let isReloading = false
  const registration = await serviceWorker.register('/serviceWorker.js')
  const reload = () => {
    isReloading = true
    // No worker waits if another tab has chosen the new version already.
    if (registration.waiting) registration.waiting.postMessage({ type: 'SKIP_WAITING' })
    else location.reload()
  }
  const offer = () => toastOffer('A new version is ready', { label: 'Reload', run: reload }, { id: 'new-version' })
  const offerInstalled = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      // The worker of a first visit is no new version: it takes over at once.
      if (worker.state === 'installed' && serviceWorker.controller) offer()
    })
  if (registration.waiting) offer()
  offerInstalled(registration.installing)
  registration.addEventListener('updatefound', () => offerInstalled(registration.installing))
  serviceWorker.addEventListener('controllerchange', () => {
    if (isReloading) location.reload()
    else if (hadWorker) offer()
    hadWorker = true
  })
  const check = () => void registration.update().catch(() => undefined)
  setInterval(check, CHECK_INTERVAL_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check()
  })
}
