import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { runBackupCommand } from './command.ts'
import { InvalidBackupError } from './invalidBackup.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

const run = (command: string, options: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  runBackupCommand(command, '/backups/a b.backup', {
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    ...options,
  })

describe('the command after a backup', () => {
  it('has the path of the backup and not the password of the database', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://owner:secret@127.0.0.1/porchlight')
    vi.stubEnv('SAMPLE_BUCKET', 'sample')
    const output = path.join(folder, 'output')
    await run(`echo "$BACKUP_FILE|$DATABASE_URL|$SAMPLE_BUCKET" > '${output}'`)
    expect(readFileSync(output, 'utf8')).toBe('/backups/a b.backup||sample\n')
  })

  it('that fails is an error with its code and the end of its output', async () => {
    const failed = run('head -c 5000 /dev/zero | tr "\\0" x; echo "no space left"; exit 3')
    await expect(failed).rejects.toThrow(/^It ended with code 3: x{980,990}no space left$/)
    await expect(run('exit 4')).rejects.toThrow(new InvalidBackupError('It ended with code 4: no output'))
  })

  it('is ended with what it started, at its time limit and when the schedule ends', async () => {
    await expect(run('sleep 600 & wait', { timeoutMs: 50 })).rejects.toThrow('It was interrupted: no output')
    const stopped = AbortSignal.abort()
    await expect(run('sleep 600', { signal: stopped })).rejects.toThrow('It was interrupted: no output')
  })
})
