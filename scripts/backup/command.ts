import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { InvalidBackupError } from './invalidBackup.ts'

const maxOutput = 1_000

/**
 * Runs the operator's command in a shell, with the path of the backup in `BACKUP_FILE` and without the password of the database.
 * Throws `InvalidBackupError` with the end of its output if it does not end with 0 within `timeoutMs` or before the signal.
 */
export async function runBackupCommand(
  command: string,
  file: string,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<void> {
  const {
    DATABASE_URL: _url,
    DATABASE_DIRECT_URL: _direct,
    SUPERUSER_URL: _superuser,
    PGPASSWORD: _password,
    ...env
  } = process.env
  const child = spawn(command, {
    shell: true,
    // A process group of its own, so that what the shell has started ends with it.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, BACKUP_FILE: file },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-maxOutput)))
  const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const end = () => {
    try {
      if (process.platform === 'win32') child.kill()
      else if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has just ended.
    }
  }
  ending.addEventListener('abort', end)
  if (ending.aborted) end()
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    if (code === 0) return
    const reason = ending.aborted ? 'It was interrupted' : `It ended with code ${code}`
    throw new InvalidBackupError(`${reason}: ${output.trim() || 'no output'}`)
  } finally {
    ending.removeEventListener('abort', end)
  }
}
