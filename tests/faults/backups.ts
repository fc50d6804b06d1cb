import { rmSync } from 'node:fs'
import path from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { loadBackup } from '../../scripts/backup/load.ts'
import { saveBackup } from '../../scripts/backup/save.ts'
import { startKnockLoad } from './knockLoad.ts'
import { waitForMoreKnocks, withOneApi } from './knockScenario.ts'
import type { FaultRow } from './row.ts'
import { createTestEnvironment } from '../support/testEnvironment.ts'

/** Backs up, restores into another database and verifies that, while knocks are logged. */
export const backups: FaultRow = {
  name: 'backups',
  title: 'backup, restore and verification under load',
  aim: 'all intact and complete',
  longCount: 20,
  shortCount: 1,
  async run({ count, log }) {
    const problems: string[] = []
    let intact = 0
    // Backups are encrypted unless that is switched off.
    const identity = await generateX25519Identity()
    let addEmptyDatabase: (name: string) => Promise<string>
    const createEnvironment = async () => {
      const environment = await createTestEnvironment()
      addEmptyDatabase = environment.newEmptyDatabase
      return environment
    }
    const outcome = await withOneApi({ createEnvironment, clients: 4 }, async ({ environment, testTenant, server }) => {
      const load = startKnockLoad(server.url, testTenant, { thinkMs: 10 })
      for (let round = 1; round <= count; round += 1) {
        await waitForMoreKnocks(load, 40)
        const file = path.join(environment.dataDir, `${round}.porchlight`)
        const before = new Set(load.acknowledged)
        await saveBackup(environment.ownerUrl, file, { recipients: [await identityToRecipient(identity)] })
        const restoredUrl = await addEmptyDatabase(`restored_${round}`)
        const { reports } = await loadBackup(restoredUrl, file, identity)
        const faults = reports.flatMap((report) => report.faults)
        const restored = await readEventIds(restoredUrl)
        const missing = [...before].filter((id) => !restored.has(id)).length
        if (missing > 0) faults.push(`${missing} knocks acknowledged before the backup are not in it`)
        if (reports.length !== 1) faults.push(`${reports.length} logs were verified instead of 1`)
        if (faults.length === 0) intact += 1
        problems.push(...faults.map((fault) => `Backup ${round}: ${fault}.`))
        await drop(environment.ownerUrl, `restored_${round}`)
        rmSync(file)
        log(`Backup restored and verified, ${round} of ${count}: ${before.size} knocks acknowledged before it`)
      }
      return { load, rounds: count }
    })
    return {
      count,
      figures: `${intact} of ${count} intact, ${outcome.acknowledged.toLocaleString('en-US')} knocks meanwhile`,
      problems: [...problems, ...outcome.refusals, ...outcome.faults],
    }
  },
}

async function readEventIds(url: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ event_id: string }>('select event_id from activity_events')
  await client.end()
  return new Set(rows.map(({ event_id }) => event_id))
}

async function drop(ownerUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`drop database ${pg.escapeIdentifier(name)} with (force)`)
  await client.end()
}
