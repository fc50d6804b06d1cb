// `npm run log:anchor`: signs the heads of all logs and appends them to ANCHOR_FILE.
// `npm run log:anchor -- keys FILE`: creates the private key in FILE unless it exists, and prints the public key.
import type { ClientBase } from 'pg'
import { readConfig } from '../api/config.ts'
import { createAnchorKey, writeAnchors } from '../api/log/anchors.ts'
import { withOwner } from './ownerClient.ts'

const [command, keyFile] = process.argv.slice(2)
if (command === 'keys' && keyFile) process.stdout.write(await createAnchorKey(keyFile))
else if (command) {
  console.error('Usage: npm run log:anchor [-- keys FILE]')
  process.exitCode = 2
} else await withOwner(anchorLogs, { skipMigrations: true })

async function anchorLogs(client: ClientBase): Promise<boolean> {
  const { anchor } = readConfig()
  if (!anchor) {
    console.error('Set ANCHOR_FILE and ANCHOR_KEY_FILE first.')
    return false
  }
  await client.query('begin; set local role porchlight_platform')
  const query = async <T>(sql: string, values: unknown[]) => (await client.query(sql, values)).rows as T[]
  const written = await writeAnchors(query, anchor, new Date())
  await client.query('commit')
  console.log(`${written} ${written === 1 ? 'anchor was' : 'anchors were'} written to ${anchor.file}.`)
  return true
}
