// `npm run log:verify`: checks the hash chain of the activity log and compares every projection with a rebuild.
// With `-- --anchors FILE --public-key FILE`, also compares the log with its anchors. Read-only.
import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Refused } from '../api/domain/errors.ts'
import { isUpToDate } from '../api/lifecycle/migrate.ts'
import { compareWithAnchors, readAnchors, type AnchorFile } from '../api/log/anchors.ts'
import { verifyLog } from '../api/log/verify.ts'
import { listTenantsWithLogs } from '../api/projections/rebuild.ts'
import { withOwner } from './ownerClient.ts'

const { values: options } = parseArgs({
  options: { anchors: { type: 'string' }, 'public-key': { type: 'string' } },
})

if (Boolean(options.anchors) !== Boolean(options['public-key'])) {
  console.error('Usage: npm run log:verify [-- --anchors FILE --public-key FILE]')
  process.exit(2)
}

async function readGivenAnchors(): Promise<AnchorFile> {
  const { anchors, 'public-key': publicKey } = options
  if (!anchors || !publicKey) return { byTenant: new Map(), faults: [] }
  try {
    return await readAnchors(anchors, createPublicKey(readFileSync(publicKey)))
  } catch (error) {
    throw new Refused(`The anchors or the public key cannot be read: ${(error as Error).message}`)
  }
}

await withOwner(
  async (client, connect) => {
    if (!(await isUpToDate(client))) {
      console.error(
        'The database was migrated by a different version, or its projections are still being rebuilt. Use that version, or start this version and wait until it has rebuilt them.',
      )
      return false
    }
    const { byTenant, faults: anchorFaults } = await readGivenAnchors()
    for (const fault of anchorFaults) console.log(fault)
    let isIntact = anchorFaults.length === 0
    const reader = await connect()
    const tenantIds = new Set([...(await listTenantsWithLogs(client)), ...byTenant.keys()])
    for (const tenantId of tenantIds) {
      const { events, faults } = await verifyLog(client, tenantId, reader)
      const anchors = byTenant.get(tenantId) ?? []
      faults.push(...(await compareWithAnchors(client, anchors)))
      const anchored = anchors.length > 0 ? `, anchored up to ${anchors.at(-1)!.position.toLocaleString('en-US')}` : ''
      console.log(
        `${tenantId}  ${events.toLocaleString('en-US')} events${anchored}  ${faults.length === 0 ? 'intact' : faults.join('; ')}`,
      )
      isIntact &&= faults.length === 0
    }
    console.log(
      isIntact ? 'The log and its projections are intact.' : 'The log or its projections have the errors listed above.',
    )
    return isIntact
  },
  { skipMigrations: true },
)
