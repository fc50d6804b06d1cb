// `npm run restore -- FILE`: restores a backup into an empty database, all or nothing, and verifies the log.
import { InvalidBackupError } from './backup/file.ts'
import { checkBackup, loadBackup } from './backup/load.ts'
import { withOwnerUrl } from './ownerClient.ts'

const [file, option] = process.argv
  .slice(2)
  .sort((item, other) => Number(item.startsWith('-')) - Number(other.startsWith('-')))
if (!file || file.startsWith('-') || (option && option !== '--check')) {
  console.error('Usage: npm run restore -- FILE [--check]   (--check only reads the file to its end)')
  process.exit(2)
}
const count = (rows: Map<string, number>) =>
  [...rows.values()].reduce((sum, item) => sum + item, 0).toLocaleString('en-US')

try {
  if (option) {
    const { header, rows } = await checkBackup(file)
    console.log(`${file} is whole: everything as of ${header.createdAt}, ${count(rows)} rows of ${rows.size} tables.`)
  } else
    await withOwnerUrl(async (ownerUrl) => {
      const { header, rows, reports } = await loadBackup(ownerUrl, file)
      console.log(`Restored everything as of ${header.createdAt}: ${count(rows)} rows of ${rows.size} tables.`)
      const faulty = reports.filter(({ faults }) => faults.length > 0)
      for (const { tenantId, faults } of faulty) console.log(`${tenantId}  ${faults.join('; ')}`)
      console.log(
        faulty.length === 0 ? 'The log and its projections are sound.' : 'What was backed up is not sound: see above.',
      )
      if (faulty.length > 0) process.exitCode = 1
    })
} catch (error) {
  const missing = (error as { code?: string }).code === 'ENOENT'
  if (!(error instanceof InvalidBackupError) && !missing) throw error
  console.error(missing ? `${file} is not there.` : (error as Error).message)
  process.exitCode = 1
}
