import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../api/database/embeddedServer.ts'

/** Whether PgBouncer is installed. */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0

export interface PgBouncer {
  /** The owner's URL of the database through PgBouncer. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts PgBouncer in transaction mode with two sessions in front of the database at `ownerUrl`, with the settings of
 * docs/operations.md. `users` are the lines of its user list.
 */
export async function startPgBouncer(ownerUrl: string, users: string): Promise<PgBouncer> {
  const url = new URL(ownerUrl)
  const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-pgbouncer-'))
  const port = await findFreePort()
  const [userList, settings] = ['userlist.txt', 'pgbouncer.ini'].map((name) => path.join(folder, name)) as [
    string,
    string,
  ]
  writeFileSync(userList, users)
  writeFileSync(
    settings,
    `[databases]
* = host=${url.hostname} port=${url.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pool_mode = transaction
auth_type = scram-sha-256
auth_file = ${userList}
default_pool_size = 2
max_client_conn = 200
`,
  )
  // PgBouncer refuses to run as root, and the other user must be able to read the files.
  const isRoot = process.getuid?.() === 0
  if (isRoot)
    for (const [file, mode] of [
      [folder, 0o755],
      [userList, 0o644],
      [settings, 0o644],
    ] as const)
      chmodSync(file, mode)
  const child = spawn('pgbouncer', [...(isRoot ? ['-u', 'nobody'] : []), settings], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void (output += chunk))
  const exited = once(child, 'exit')
  while (!(await isListening(port))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`PgBouncer did not start:\n${output}`)
    await sleep(20)
  }
  url.port = `${port}`
  return {
    url: url.toString(),
    async stop() {
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const [event] = await Promise.race([
    once(socket, 'connect').then(() => ['connect']),
    once(socket, 'close').then(() => ['close']),
  ]).catch(() => ['error'])
  socket.destroy()
  return event === 'connect'
}
