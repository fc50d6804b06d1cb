import type { ApolloClient } from '@apollo/client'
import { toastWarning } from '../../lib/toasts.ts'
import { downloadAreas } from './areaDownload.ts'
import { listAreas, removeOldAreas } from './areaStore.ts'
import { expiryWarning } from './expiry.ts'

/** Removes expired areas and those of other users, warns of those that expire soon, and continues open downloads. */
export async function startOffline(client: ApolloClient, owner: string, signal: AbortSignal): Promise<void> {
  const now = Date.now()
  await removeOldAreas(owner, now)
  for (const { name, expiresAt } of await listAreas(owner)) {
    const warning = expiryWarning(expiresAt, now)
    if (warning) toastWarning(`${name}: ${warning.toLowerCase()}`, { detail: 'Update it in Save for offline.' })
  }
  await downloadAreas(client, owner, signal)
}
