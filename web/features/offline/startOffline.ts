import type { ApolloClient } from '@apollo/client'
import { toastWarning } from '../../lib/toasts.ts'
import { noteSavedAreas } from '../../session/person/storage.ts'
import { setOfflineSource } from '../../session/reads/offlineAnswers.ts'
import { downloadAreas } from './areaDownload.ts'
import { listAreas, readUnsavedProperties, readSavedDoors, readSavedProperty, removeOldAreas } from './areaStore.ts'
import { expiryWarning } from './expiry.ts'

/** Answers reads from the saved areas while there is no connection. Removes expired areas and those of other users, warns of those that expire soon, and continues open downloads. */
export async function startOffline(client: ApolloClient, owner: string, signal: AbortSignal): Promise<void> {
  const now = Date.now()
  setOfflineSource({
    doorsIn: (bounds) => readSavedDoors(owner, bounds),
    housesIn: (bounds) => readUnsavedProperties(owner, bounds),
    property: (id) => readSavedProperty(owner, id),
    savedAt: async () => (await listAreas(owner)).at(-1)?.savedAt,
  })
  signal.addEventListener('abort', () => setOfflineSource(undefined))
  await removeOldAreas(owner, now)
  const areas = await listAreas(owner)
  noteSavedAreas(areas.length > 0)
  for (const { name, expiresAt } of areas) {
    const warning = expiryWarning(expiresAt, now)
    if (warning) toastWarning(`${name}: ${warning.toLowerCase()}`, { detail: 'Update it in Save for Offline.' })
  }
  await downloadAreas(client, owner, signal)
}
