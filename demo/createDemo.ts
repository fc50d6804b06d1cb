import pg from 'pg'
import { inTransaction } from '../api/database/inTransaction.ts'
import { acquireSessionLock } from '../api/database/sessionLock.ts'

/**
 * Creates the demo town, its people and their activity in one transaction. Does nothing if they exist already. Several processes can
 * call it at the same time: one creates the demo, and the others wait for it.
 */
export async function createDemo(
  ownerUrl: string,
  { now, log }: { now: Date; log: (message: string) => void },
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await acquireSessionLock(client, 'porchlight demo')
    const { rows } = await client.query(`select from installation where key = 'demo'`)
    if (rows.length > 0) return
    log('Creating the demo town …')
    // Imported only when the demo is created, so that later starts do not load its libraries for templates.
    const { loadDemo } = await import('./loadDemo.ts')
    await inTransaction(client, async () => {
      await loadDemo(client, now)
      await client.query(`insert into installation values ('demo', 'true')`)
    })
    // Autoanalyze has not run yet, and without statistics the first map view would use a bad plan.
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
