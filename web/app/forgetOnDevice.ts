import type { ApolloClient } from '@apollo/client'
import { forgetSavedProperties } from '../features/offline/areaStore.ts'
import { forgetRecentItems } from '../features/quickFind/recentItems.ts'
import { pluralize } from '../lib/numbers.ts'
import { toastWarning } from '../lib/toasts.ts'
import type { Outbox } from '../session/outbox/outbox.ts'
import { forgetDrafts } from '../session/person/drafts.ts'
import { mentionsAny } from '../session/reads/mentionsAny.ts'
import { forgetStoredReads } from '../session/reads/forgetStoredReads.ts'

/**
 * Deletes what this device keeps of properties: stored reads, saved areas, what waits in the outbox with its notes and photos, drafts and
 * recent items. Rejects if one of them could not be deleted.
 */
export async function forgetOnDevice(
  ids: ReadonlySet<string>,
  { client, outbox }: { client: ApolloClient; outbox: Outbox },
): Promise<void> {
  const mentions = (value: unknown) => mentionsAny(value, ids)
  forgetRecentItems(mentions)
  forgetDrafts(mentions)
  const [waiting] = await Promise.all([outbox.forget(mentions), forgetStoredReads(ids), forgetSavedProperties(ids)])
  for (const id of ids) client.cache.evict({ id: `Property:${id}` })
  client.cache.gc()
  if (waiting > 0)
    toastWarning(`${pluralize(waiting, 'action')} not sent`, {
      detail: 'The household was forgotten, so what waited on this phone is deleted.',
    })
}
