// `npm run backup -- FILE`: writes a snapshot of the database, without sessions, to a file while the system is in use.
import { statSync } from 'node:fs'
import { saveBackup } from './backup/save.ts'
import { withOwnerUrl } from './ownerClient.ts'

const file = process.argv[2]
if (!file || file.startsWith('-')) {
  console.error('Usage: npm run backup -- FILE')
  process.exit(2)
}
await withOwnerUrl(async (ownerUrl) => {
  const began = performance.now()
  const { rows, header } = await saveBackup(ownerUrl, file)
  for (const [table, count] of rows)
    if (count > 0) console.log(`${table.padEnd(24)} ${count.toLocaleString('en-US').padStart(12)}`)
  const megabytes = (statSync(file).size / 1e6).toFixed(1)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(
    `${file}: backup as of ${header.createdAt}, ${megabytes} MB in ${seconds} s. It contains personal data. Store it securely.`,
  )
})
