import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { recordBackupResult } from '../../api/database/failedBackup.ts'
import { recordDone } from '../../api/database/lastDone.ts'
import type { BackupFailure } from '../../api/domain/mails/mailTexts.ts'
import { runBackupCommand } from './command.ts'
import { unfinishedEnding } from './file.ts'
import { VerificationRefused } from './invalidBackup.ts'
import { checkBackup } from './load.ts'
import { saveBackup } from './save.ts'
import { verifyBackup } from './verify.ts'

export interface Schedule {
  folder: string
  everyMs: number
  /** How many backups stay in the folder. */
  keep: number
  /** Null: the backups are not encrypted. */
  recipient: string | null
  /** A command that is run after each good backup, with its path in `BACKUP_FILE`. */
  command: string | null
  /** Calls `work` with the database owner's URL. */
  withOwnerUrl: (work: (ownerUrl: string) => Promise<void>) => Promise<void>
  /** Describes an error in one sentence. */
  describe: (error: unknown) => string
  log: (line: string) => void
  /** Ends the schedule and what it is doing. */
  signal: AbortSignal
}

const retryMs = 60_000

/**
 * Makes and verifies a backup now and then at every interval, until the signal. Each result is logged as one line. Older
 * backups are deleted only after a good backup: one that was restored for a test, or that was read completely if the owner may not
 * create databases. If no backup could be made, tries again within a minute.
 */
export async function runSchedule(schedule: Schedule): Promise<void> {
  const { folder, everyMs, signal, log } = schedule
  mkdirSync(folder, { recursive: true })
  removeUnfinished(folder)
  while (!signal.aborted) {
    const began = Date.now()
    let isSaved = false
    try {
      await schedule.withOwnerUrl(async (ownerUrl) => {
        const failure = await backUp(schedule, ownerUrl).catch(async (error: unknown) => {
          await recordResult(schedule, ownerUrl, 'not_made')
          throw error
        })
        isSaved = true
        await recordResult(schedule, ownerUrl, failure)
      })
    } catch (error) {
      if (!signal.aborted) log(`No backup was made. ${schedule.describe(error)}`)
    }
    const waitMs = isSaved ? began + everyMs - Date.now() : Math.min(everyMs, retryMs)
    await sleep(Math.max(0, waitMs), undefined, { signal }).catch(() => undefined)
  }
}

/** Returns what failed when the backup is in the folder; null if nothing did. Throws if none could be made. */
async function backUp(schedule: Schedule, ownerUrl: string): Promise<BackupFailure | null> {
  const { folder, keep, recipient, signal, log } = schedule
  // The private key that can read the backup is not on this machine. A second one, kept only in memory, verifies the file.
  const identity = recipient ? await generateX25519Identity() : undefined
  const recipients = recipient && identity ? [recipient, await identityToRecipient(identity)] : []
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const name = `porchlight-${time}.backup${recipient ? '.age' : ''}`
  const file = path.join(folder, name)
  const { rows } = await saveBackup(ownerUrl, file, { recipients, signal })
  const count = [...rows.values()].reduce((sum, item) => sum + item, 0).toLocaleString('en-US')
  const size = `${count} rows, ${(statSync(file).size / 1e6).toFixed(1)} MB, ${recipient ? 'encrypted' : 'not encrypted'}`
  let check: 'restored' | 'read' = 'restored'
  let result = 'verified'
  try {
    await verifyBackup(ownerUrl, file, { identity, signal }).catch(async (error: unknown) => {
      if (!(error instanceof VerificationRefused)) throw error
      await checkBackup(file, identity)
      check = 'read'
      result = `read completely, but NOT verified by a restore, so errors of the log and rows that cannot be restored would not be noticed. ${error.message}`
    })
  } catch (error) {
    const reason = signal.aborted ? 'It was interrupted.' : schedule.describe(error)
    log(`${name}: ${size}, NOT verified; older backups were kept. ${reason}`)
    return 'not_verified'
  }
  await store(schedule, ownerUrl, (query) => recordDone(query, `backup_${check}`, new Date()))
  const isCopied = await copyElsewhere(schedule, name)
  const deleted = deleteOldest(folder, name, keep)
  log(`${name}: ${size}, ${result}; ${deleted} older backups deleted`)
  return isCopied ? null : 'not_copied'
}

/** The server tells global admins by mail. An interrupted backup has no result. */
async function recordResult(schedule: Schedule, ownerUrl: string, failure: BackupFailure | null): Promise<void> {
  if (!schedule.signal.aborted)
    await store(schedule, ownerUrl, (query) => recordBackupResult(query, failure, new Date()))
}

type Query = <T>(sql: string, values: unknown[]) => Promise<T[]>

/** Stores what became of the backup for the server. The backup is as good without it. */
async function store(
  { log, describe }: Schedule,
  ownerUrl: string,
  work: (query: Query) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'porchlight backup' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('begin; set local role porchlight_platform')
    await work(async <T>(sql: string, values: unknown[]) => (await client.query(sql, values)).rows as T[])
    await client.query('commit')
  } catch (error) {
    log(`The result of the backup was not stored for the metrics and mails. ${describe(error)}`)
  } finally {
    await client.end()
  }
}

/** Returns false if the command failed. */
async function copyElsewhere(
  { command, folder, everyMs, log, describe, signal }: Schedule,
  name: string,
): Promise<boolean> {
  if (!command) return true
  try {
    await runBackupCommand(command, path.resolve(folder, name), { timeoutMs: everyMs, signal })
    log(`${name}: BACKUP_COMMAND succeeded`)
    return true
  } catch (error) {
    log(`${name}: BACKUP_COMMAND ${signal.aborted ? 'was interrupted' : 'FAILED'}. ${describe(error)}`)
    return false
  }
}

/** Deletes all backups but the newest ones, of which `made` is one whatever the clock says; returns how many. */
function deleteOldest(folder: string, made: string, keep: number): number {
  const others = readdirSync(folder)
    .filter((name) => /^porchlight-[\dTZ-]+\.backup(\.age)?$/.test(name) && name !== made)
    .sort()
  const oldest = others.slice(0, Math.max(0, others.length - (keep - 1)))
  for (const name of oldest) rmSync(path.join(folder, name))
  return oldest.length
}

/** Removes what a process that was killed left behind. */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith('porchlight-') && name.endsWith(unfinishedEnding)) rmSync(path.join(folder, name))
}
