import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let folder: string
let script: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'porchlight-parent-'))
  script = path.join(folder, 'child.mjs')
  const module = fileURLToPath(new URL('parentProcess.ts', import.meta.url))
  writeFileSync(
    script,
    `import { notifyParent, waitForParent } from ${JSON.stringify(module)}
    process.send('started')
    await waitForParent()
    process.send('waited')
    notifyParent()
    process.disconnect()`,
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts the script and returns the messages it sends, in order. */
async function start(args: string[]): Promise<{ child: ChildProcess; messages: unknown[] }> {
  const child = fork(script, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const messages: unknown[] = []
  child.on('message', (message) => messages.push(message))
  await once(child, 'message')
  return { child, messages }
}

describe('a server that npm start runs', () => {
  it('listens after the message that the web client is built, and says so', async () => {
    const { child, messages } = await start(['--listen-on-message'])
    expect(messages).toEqual(['started'])
    child.send('listen')
    await once(child, 'exit')
    expect(messages).toEqual(['started', 'waited', 'listening'])
  })

  it('ends without listening if the web client could not be built', async () => {
    const { child, messages } = await start(['--listen-on-message'])
    child.send('end')
    const [code] = await once(child, 'exit')
    expect(code).toBe(1)
    expect(messages).toEqual(['started'])
  })

  it('listens at once without the argument', async () => {
    const { child, messages } = await start([])
    await once(child, 'exit')
    expect(messages).toEqual(['started', 'waited'])
  })
})
