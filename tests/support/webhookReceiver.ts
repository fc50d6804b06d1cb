import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** A delivery that arrived. */
export interface Received {
  /** The header webhook-id. */
  id: string
  path: string
  type: string
  timestamp: string
  data: Record<string, unknown> & { position: number; event_id: string; property_id?: string }
  /** Verifies the signature with a secret. Throws if it does not match. */
  verify(secret: string): void
  /** Whether one of the signatures is by the secret, however old the delivery is. */
  isSignedWith(secret: string): boolean
}

export type Answer = (received: Received, response: ServerResponse, request: IncomingMessage) => void

/** A receiver of webhooks on the loopback address. */
export interface WebhookReceiver {
  url: string
  /** What has arrived, in order, whatever the answer was. */
  received: Received[]
  /** How it answers from now on. */
  answerWith(answer: Answer): void
  close(): Promise<void>
}

/** Answers with a status and no body. */
export const status =
  (code: number, text = ''): Answer =>
  (_received, response) =>
    void response.writeHead(code).end(text)

/** Starts a receiver that answers 200. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = []
  let answer = status(200)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const headers = request.headers as Record<string, string>
      const one: Received = {
        ...(JSON.parse(body) as Pick<Received, 'type' | 'timestamp' | 'data'>),
        id: headers['webhook-id']!,
        path: request.url!,
        verify: (secret) => void new Webhook(secret).verify(body, headers),
        isSignedWith(secret) {
          const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000)
          const signature = new Webhook(secret).sign(headers['webhook-id']!, sentAt, body)
          return headers['webhook-signature']!.split(' ').includes(signature)
        },
      }
      received.push(one)
      answer(one, response, request)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answerWith: (next) => void (answer = next),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
