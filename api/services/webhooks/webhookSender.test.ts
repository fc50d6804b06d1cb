import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createWebhookSender,
  type FindAddresses,
  type WebhookSender,
  type WebhookSenderOptions,
} from './webhookSender.ts'

const secret = `whsec_${Buffer.from('a sample secret of 32 characters').toString('base64')}`
const open: (Server | WebhookSender)[] = []
afterEach(() => {
  for (const one of open.splice(0)) {
    if ('closeAllConnections' in one) one.closeAllConnections()
    void one.close()
  }
})

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  open.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function send(url: string, options: WebhookSenderOptions = { allowLoopback: true }) {
  const sender = createWebhookSender(options)
  open.push(sender)
  return sender.send({ url, secrets: [secret], id: 'sample-id', body: '{"n":1}', sentAt: new Date() })
}

const addresses =
  (...found: string[]): FindAddresses =>
  (_hostname, callback) =>
    callback(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

describe('a delivery', () => {
  it('has a signature that the library of Standard Webhooks verifies', async () => {
    let verified: unknown
    const url = await listen((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        verified = new Webhook(secret).verify(body, request.headers as Record<string, string>)
        response.end('thanks')
      })
    })
    expect(await send(url)).toMatchObject({ status: 200, answer: 'thanks', error: null })
    expect(verified).toEqual({ n: 1 })
  })

  it('does not follow a redirect', async () => {
    let followed = 0
    const target = await listen((_request, response) => {
      followed += 1
      response.end()
    })
    const url = await listen((_request, response) => response.writeHead(302, { location: target }).end())
    expect(await send(url)).toMatchObject({ status: 302 })
    expect(followed).toBe(0)
  })

  it('keeps the first kilobyte of an answer, and ends one that does not end', async () => {
    const url = await listen((_request, response) => {
      const chunk = 'x'.repeat(16 * 1_024)
      const write = () => {
        while (!response.destroyed && response.write(chunk));
        response.once('drain', write)
      }
      write()
    })
    const { status, answer } = await send(url)
    expect([status, answer]).toEqual([200, 'x'.repeat(1_024)])
  })

  it('stores no NUL', async () => {
    const url = await listen((_request, response) => response.end('a\0b'))
    expect((await send(url)).answer).toBe('a\uFFFDb')
  })

  it('fails when the receiver hangs, closes the connection or is not there', async () => {
    const hanging = await listen(() => undefined)
    expect(await send(hanging, { allowLoopback: true, timeoutMs: 50 })).toMatchObject({
      status: null,
      error: 'No answer within 0.05 seconds.',
    })
    const closing = await listen((request) => request.socket.destroy())
    expect((await send(closing)).error).toBe('The connection was closed.')
    expect((await send('http://127.0.0.1:1/')).error).toBe('The connection was refused.')
  })

  it('counts the status when the rest of the answer does not arrive', async () => {
    const url = await listen((_request, response) => response.writeHead(200, { 'content-length': '10' }).write('abc'))
    expect(await send(url, { allowLoopback: true, timeoutMs: 100 })).toMatchObject({ status: 200, answer: 'abc' })
  })

  it('is sent again when the receiver closed the idle connection', async () => {
    let requests = 0
    const url = await listen((request, response) => {
      requests += 1
      if (requests === 2) request.socket.destroy()
      else response.end()
    })
    const sender = createWebhookSender({ allowLoopback: true })
    open.push(sender)
    const delivery = { url, secrets: [secret], id: 'sample-id', body: '{}', sentAt: new Date() }
    expect((await sender.send(delivery)).status).toBe(200)
    expect((await sender.send(delivery)).status).toBe(200)
    expect(requests).toBe(3)
  })
})

describe('a private address is refused', () => {
  const refused = { status: null, error: 'The URL leads to a private address, which is refused.' }

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://0/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
  ])('%s', async (url) => expect(await send(url, {})).toMatchObject(refused))

  it.each([[['10.0.0.1']], [['8.8.8.8', '127.0.0.1']], [['::ffff:10.0.0.1']], [['fd00::1']], [[]]])(
    'when a name leads to %s',
    async (found) =>
      expect(await send('https://sample.example/', { findAddresses: addresses(...found) })).toMatchObject(refused),
  )

  it('when a name leads there the second time', async () => {
    const url = await listen((_request, response) => response.writeHead(200, { connection: 'close' }).end())
    const { port } = new URL(url)
    const answers = [addresses('127.0.0.1'), addresses('10.0.0.1')]
    const sender = createWebhookSender({
      allowLoopback: true,
      findAddresses: (name, callback) => answers.shift()!(name, callback),
    })
    open.push(sender)
    const delivery = {
      url: `http://rebinding.example:${port}/`,
      secrets: [secret],
      id: 'a',
      body: '{}',
      sentAt: new Date(),
    }
    expect((await sender.send(delivery)).status).toBe(200)
    expect(await sender.send(delivery)).toMatchObject(refused)
  })

  it('also where the loopback address is allowed', async () => {
    expect(await send('http://10.0.0.1/')).toMatchObject(refused)
    expect(await send('http://[::ffff:127.0.0.1]/')).toMatchObject(refused)
  })
})
