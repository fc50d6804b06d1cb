// `npm run log:anchor`: signs the heads of all logs and appends them to ANCHOR_FILE. Exits with code 2 if a log contradicts an
// earlier anchor: its head is not signed.
// `npm run log:anchor -- keys FILE`: creates the private key in FILE unless it exists, and prints the public key.
import type { ClientBase } from 'pg'
import { readConfig } from '../api/config.ts'
import { recordDone } from '../api/database/lastDone.ts'
import { ContradictedAnchor, createAnchorKey, writeAnchors } from '../api/log/anchors.ts'
import { describeKnownFailure, withOwner } from './ownerClient.ts'

const [command, keyFile] = process.argv.slice(2)
if (command === 'keys' && keyFile) await makeKey(keyFile)
else if (command) {
  console.error('Usage: npm run log:anchor [-- keys FILE]')
  process.exitCode = 2
} else await withOwner(anchorLogs, { skipMigrations: true })

async function makeKey(file: string): Promise<void> {
  try {
    process.stdout.write(await createAnchorKey(file))
  } catch (error) {
    console.error(`The key cannot be created in ${file}: ${(error as Error).message}`)
    process.exitCode = 1
  }
}

async function anchorLogs(client: ClientBase): Promise<boolean> {
  const { anchor } = readConfig()
  if (!anchor) {
    console.error('Set ANCHOR_FILE and ANCHOR_KEY_FILE first.')
    return false
  }
  await client.query('begin; set local role porchlight_platform')
  const query = async <T>(sql: string, values: unknown[]) => (await client.query(sql, values)).rows as T[]
  try {
    const written = await writeAnchors(query, anchor, new Date())
    await recordDone(query, 'anchors', new Date())
    await client.query('commit')
    console.log(`${written} ${written === 1 ? 'anchor was' : 'anchors were'} written to ${anchor.file}.`)
    return true
  } catch (error) {
    if (error instanceof ContradictedAnchor) {
      console.error(error.message)
      process.exitCode = 2
      // The code is set.
      return true
    }
    if (describeKnownFailure(error) !== null) throw error
    console.error(`No anchors were written: ${(error as Error).message}`)
    return false
  }
}
