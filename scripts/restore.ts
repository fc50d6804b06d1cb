// `npm run restore -- FILE [--identity FILE]`: decrypts and restores a backup into an empty database in one transaction and verifies the log.
import { parseArgs } from 'node:util'
import { readConfig } from '../api/config.ts'
import { readIdentityFile } from './backup/encryption.ts'
import { findIdentity } from './backup/keys.ts'
import { checkBackup, loadBackup } from './backup/load.ts'
import { describeKnownFailure, withOwnerUrl } from './ownerClient.ts'

const { values: options, positionals } = readArguments()
const file = positionals[0]
if (!options || !file || positionals.length > 1) {
  console.error(
    'Usage: npm run restore -- FILE [--identity FILE] [--check]   (--identity: the private key of an encrypted backup, unless it is in BACKUP_IDENTITY_DIR; --check only verifies the file)',
  )
  process.exit(2)
}

function readArguments() {
  try {
    return parseArgs({
      options: { identity: { type: 'string' }, check: { type: 'boolean' } },
      allowPositionals: true,
    })
  } catch {
    return { values: null, positionals: [] }
  }
}

const count = (rows: Map<string, number>) =>
  [...rows.values()].reduce((sum, item) => sum + item, 0).toLocaleString('en-US')

try {
  const identity = options.identity === undefined ? findIdentity(readConfig()) : readIdentityFile(options.identity)
  if (options.check) {
    const { header, rows } = await checkBackup(file, identity)
    console.log(`${file} is intact: backup as of ${header.createdAt}, ${count(rows)} rows in ${rows.size} tables.`)
  } else
    await withOwnerUrl(async (ownerUrl) => {
      const { header, rows, reports } = await loadBackup(ownerUrl, file, identity)
      console.log(`Restored the backup as of ${header.createdAt}: ${count(rows)} rows in ${rows.size} tables.`)
      const faulty = reports.filter(({ faults }) => faults.length > 0)
      for (const { tenantId, faults } of faulty) console.log(`${tenantId}  ${faults.join('; ')}`)
      console.log(
        faulty.length === 0
          ? 'The log and its projections are intact.'
          : 'The restored log or its projections have the errors listed above.',
      )
      if (faulty.length > 0) process.exitCode = 1
    })
} catch (error) {
  const { code, path: missing } = error as { code?: string; path?: string }
  const known = code === 'ENOENT' ? `${missing ?? file} does not exist.` : describeKnownFailure(error)
  if (known === null) throw error
  console.error(known)
  process.exitCode = 1
}
