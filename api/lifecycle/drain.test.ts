import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { makeDrain } from './drain.ts'

async function startListening(listener: RequestListener) {
  const server = createServer(listener)
  const drain = makeDrain(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, drain, port }
}

/** Sends a request and waits until the server has received it; `head` resolves to the response. */
async function sendRequest(server: Server, port: number): Promise<{ head: Promise<IncomingMessage> }> {
  const sent = request({ port, host: '127.0.0.1', agent: false })
  const head = once(sent, 'response').then(([response]) => response as IncomingMessage)
  sent.end()
  await once(server, 'request')
  return { head }
}

describe('a draining server', () => {
  it('waits for open responses, and sends Connection: close', async () => {
    const finishResponses: (() => void)[] = []
    const { server, drain, port } = await startListening(
      (_, response) => void finishResponses.push(() => response.end('done')),
    )
    const { head } = await sendRequest(server, port)
    await drain.startDraining(0)
    const closing = drain.close(10_000)
    finishResponses[0]!()
    expect((await head).headers.connection).toBe('close')
    expect(await closing).toBe(0)
  })

  it('aborts responses that exceed the timeout, and returns their number', async () => {
    const { server, drain, port } = await startListening((_, response) => void response.write('the first chunk'))
    const { head } = await sendRequest(server, port)
    const body = (await head).toArray()
    await drain.startDraining(0)
    const [aborted, outcome] = await Promise.allSettled([drain.close(100), body])
    expect(aborted).toMatchObject({ value: 1 })
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'aborted' } })
  })

  it('accepts no connections after it is closed', async () => {
    const { drain, port } = await startListening((_, response) => void response.end())
    await drain.startDraining(0)
    await drain.close(1_000)
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed')
    expect(drain.isStopping()).toBe(true)
  })

  it('can be drained and closed twice', async () => {
    const { drain } = await startListening((_, response) => void response.end())
    await Promise.all([drain.startDraining(0), drain.startDraining(0)])
    expect(await Promise.all([drain.close(1_000), drain.close(1_000)])).toEqual([0, 0])
  })
})
