import type { Page } from '@playwright/test'
import { expect } from './mapPage.ts'

/** All records of a store on the device; none while the app has not created the database. */
export const readDatabase = <Item>(page: Page, database: string, store: string) =>
  page.evaluate(
    (names) =>
      new Promise<Item[]>((resolve, reject) => {
        const opening = indexedDB.open(names.database)
        opening.addEventListener('upgradeneeded', () => {
          opening.transaction!.abort()
          resolve([])
        })
        opening.addEventListener('error', () => reject(new Error(`${names.database} cannot be opened.`)))
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction(names.store).objectStore(names.store).getAll()
          reading.addEventListener('success', () => {
            opening.result.close()
            resolve(reading.result as Item[])
          })
        })
      }),
    { database, store },
  )

/** Waits until the device has the details of these houses. */
export async function waitForDetails(page: Page, houses: readonly { id: string }[]): Promise<void> {
  const queries = houses.map(({ id }) => `MapProperty ${JSON.stringify({ id })}`)
  const readQueries = async () =>
    (await readDatabase<{ query: string }>(page, 'porchlight.reads', 'results')).map(({ query }) => query)
  await expect.poll(readQueries).toEqual(expect.arrayContaining(queries))
}
