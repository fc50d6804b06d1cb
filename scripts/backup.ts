// `npm run backup -- FILE`: writes a snapshot of the database, without sessions, to a file while the system is in use.
// `npm run backup -- --every 24h --keep 14 FOLDER`: does so at every interval, verifies each backup, and deletes old ones.
// `npm run backup -- keys FILE`: makes the keys for encrypted backups, instead of the pair that the first backup makes.
import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readConfig } from '../api/config.ts'
import { createIdentityFile } from './backup/encryption.ts'
import { chooseRecipient } from './backup/keys.ts'
import { saveBackup } from './backup/save.ts'
import { runSchedule } from './backup/schedule.ts'
import { describeKnownFailure, withConfiguredDatabase, withOwnerUrl } from './ownerClient.ts'

const { values: options, positionals } = readArguments()
const everyMs = options?.every === undefined ? null : durationMs(options.every)
const keep = Number(options?.keep ?? 14)
const [first, second] = positionals

if (!options || !first || positionals.length > 2 || Number.isNaN(everyMs) || !(Number.isInteger(keep) && keep >= 1))
  usage()
else if (everyMs !== null && !second) await backUpRepeatedly(first, everyMs)
else if (first === 'keys' && second) await makeKeys(second)
else if (everyMs === null && options.keep === undefined && !second && first !== 'keys') await backUpOnce(first)
else usage()

function readArguments() {
  try {
    return parseArgs({ options: { every: { type: 'string' }, keep: { type: 'string' } }, allowPositionals: true })
  } catch {
    return { values: null, positionals: [] }
  }
}

function usage(): void {
  console.error(`Usage: npm run backup -- FILE
       npm run backup -- --every 24h [--keep 14] FOLDER   (an interval in s, m, h or d, up to 24d)
       npm run backup -- keys FILE                        (writes a private key to FILE and prints its public key)`)
  process.exitCode = 2
}

/** Returns NaN for invalid text. A timer cannot wait longer than 24 days. */
function durationMs(text: string): number {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? []
  const ms = Number(count) * { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }[unit as 's' | 'm' | 'h' | 'd']
  return ms >= 1_000 && ms <= 24 * 86_400_000 ? ms : Number.NaN
}

async function makeKeys(file: string): Promise<void> {
  try {
    const recipient = await createIdentityFile(file)
    console.log(`BACKUP_RECIPIENT=${recipient}`)
    console.log(
      `${file} has the private key. Move it to a safe place that is not this server, and copy it: without it, the backups cannot be restored.`,
    )
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}

async function backUpOnce(file: string): Promise<void> {
  await withOwnerUrl(async (ownerUrl) => {
    const began = performance.now()
    const recipient = await chooseRecipient(readConfig(), (line) => console.log(line))
    const { rows, header } = await saveBackup(ownerUrl, file, { recipients: recipient ? [recipient] : [] })
    for (const [table, count] of rows)
      if (count > 0) console.log(`${table.padEnd(24)} ${count.toLocaleString('en-US').padStart(12)}`)
    const megabytes = (statSync(file).size / 1e6).toFixed(1)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const care = recipient ? 'It is encrypted.' : 'It contains personal data and is not encrypted. Store it securely.'
    console.log(`${file}: backup as of ${header.createdAt}, ${megabytes} MB in ${seconds} s. ${care}`)
  })
}

async function backUpRepeatedly(folder: string, interval: number): Promise<void> {
  const stopping = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stopping.abort())
  try {
    const config = readConfig()
    const log = (line: string) => console.log(`${new Date().toISOString()} ${line}`)
    const recipient = await chooseRecipient(config, log)
    await runSchedule({
      folder,
      everyMs: interval,
      keep,
      recipient,
      command: config.backupCommand,
      withOwnerUrl: (work) => withConfiguredDatabase(config, work),
      describe: (error) => (describeKnownFailure(error) ?? (error as Error).message).replaceAll('\n', ' '),
      log,
      signal: stopping.signal,
    })
  } catch (error) {
    const known = describeKnownFailure(error)
    if (known === null) throw error
    console.error(known)
    process.exitCode = 1
  }
}
