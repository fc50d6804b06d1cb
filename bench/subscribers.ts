import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { TestEnvironment } from '../tests/support/testEnvironment.ts'
import type { Command, Reply } from './audience.ts'

export interface Subscribers {
  /** Call it before the write whose message contains the marker. */
  expect(marker: string): void
  /** Call it after the write. `atMs` is the time at which the last subscriber received the message. */
  waitFor(marker: string): Promise<{ atMs: number; maxMessages: number }>
}

/** Opens the sockets in a separate process. */
export async function startSubscribers(
  environment: TestEnvironment,
  open: Extract<Command, { open: unknown }>['open'],
): Promise<Subscribers> {
  const child = fork(new URL('audience.ts', import.meta.url), { execArgv: ['--import', '@oxc-node/core/register'] })
  environment.onTeardown(async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
  })
  const opened = nextReply(child)
  sendCommand(child, { open })
  await opened
  let arrival: { marker: string; reply: Promise<Reply> } | null = null
  return {
    expect: (marker) => {
      const reply = nextReply(child)
      // The reply may reject before it is awaited, when teardown follows another failure.
      reply.catch(() => {})
      arrival = { marker, reply }
      sendCommand(child, { waitFor: marker })
    },
    waitFor: async (marker) => {
      if (arrival?.marker !== marker) throw new Error(`waitFor was called without expect: ${marker}`)
      const reply = await arrival.reply
      if (!('allReceived' in reply)) throw new Error('The subscriber process sent an unexpected reply')
      return { atMs: Number(reply.allReceived.atNs) / 1e6, maxMessages: reply.allReceived.maxMessages }
    },
  }
}

function sendCommand(child: ChildProcess, command: Command): void {
  child.send(command)
}

function nextReply(child: ChildProcess): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Some subscribers received no message within 30 s')), 30_000)
    const onExit = () => reject(new Error('The subscriber process exited'))
    child.once('exit', onExit)
    child.once('message', (reply) => {
      clearTimeout(timer)
      child.off('exit', onExit)
      resolve(reply as Reply)
    })
  })
}
