import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { unfinishedEnding } from './file.ts'
import { saveBackup } from './save.ts'
import { verifyBackup } from './verify.ts'

export interface Schedule {
  folder: string
  everyMs: number
  /** How many backups stay in the folder. */
  keep: number
  /** Null: the backups are not encrypted. */
  recipient: string | null
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
 * backups are deleted only after a backup was verified. If no backup could be made, tries again within a minute.
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
        isSaved = await backUp(schedule, ownerUrl)
      })
    } catch (error) {
      if (!signal.aborted) log(`No backup was made. ${schedule.describe(error)}`)
    }
    const waitMs = isSaved ? began + everyMs - Date.now() : Math.min(everyMs, retryMs)
    await sleep(Math.max(0, waitMs), undefined, { signal }).catch(() => undefined)
  }
}

/** Returns true when the backup is in the folder, verified or not. Throws if none could be made. */
async function backUp(schedule: Schedule, ownerUrl: string): Promise<boolean> {
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
  try {
    await verifyBackup(ownerUrl, file, { identity, signal })
  } catch (error) {
    const reason = signal.aborted ? 'It was interrupted.' : schedule.describe(error)
    log(`${name}: ${size}, NOT verified; older backups were kept. ${reason}`)
    return true
  }
  const deleted = deleteOldest(folder, name, keep)
  log(`${name}: ${size}, verified; ${deleted} older backups deleted`)
  return true
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
