// `npm run restore -- FILE`: restores a backup into an empty database in one transaction and verifies the log.
import { InvalidBackupError } from './backup/file.ts'
import { checkBackup, loadBackup } from './backup/load.ts'
import { withOwnerUrl } from './ownerClient.ts'

const [file, option] = process.argv
  .slice(2)
  .sort((item, other) => Number(item.startsWith('-')) - Number(other.startsWith('-')))
if (!file || file.startsWith('-') || (option && option !== '--check')) {
  console.error('Usage: npm run restore -- FILE [--check]   (--check only verifies the file)')
  process.exit(2)
}
const count = (rows: Map<string, number>) =>
  [...rows.values()].reduce((sum, item) => sum + item, 0).toLocaleString('en-US')

try {
  if (option) {
    const { header, rows } = await checkBackup(file)
    console.log(`${file} is intact: backup as of ${header.createdAt}, ${count(rows)} rows in ${rows.size} tables.`)
  } else
    await withOwnerUrl(async (ownerUrl) => {
      const { header, rows, reports } = await loadBackup(ownerUrl, file)
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
  const isMissing = (error as { code?: string }).code === 'ENOENT'
  if (!(error instanceof InvalidBackupError) && !isMissing) throw error
  console.error(isMissing ? `${file} does not exist.` : (error as Error).message)
  process.exitCode = 1
}
