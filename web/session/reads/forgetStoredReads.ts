import { mentionsAny } from './mentionsAny.ts'
import { openReads, refuseForgotten } from './readStore.ts'

/** Removes the doors with these ids and the answers that mention one of them, of all readers. Later answers that do are not stored. */
export async function forgetStoredReads(ids: ReadonlySet<string>): Promise<void> {
  refuseForgotten(ids)
  const transaction = (await openReads()).transaction(['results', 'doors'], 'readwrite')
  const [results, doors] = [transaction.objectStore('results'), transaction.objectStore('doors')]
  for (let cursor = await results.openCursor(); cursor; cursor = await cursor.continue())
    if (mentionsAny([cursor.value.query, cursor.value.data], ids)) await cursor.delete()
  for (const key of await doors.getAllKeys()) if (ids.has(key[1])) void doors.delete(key)
  await transaction.done
}
