import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as a receiver reads it. */
export interface ReceivedMail extends Email {
  /** The addresses of the envelope. */
  recipients: string[]
  /** As it was sent. */
  raw: string
}

export interface MailServer {
  /** For `MAIL_URL`. */
  url: string
  port: number
  /** What was accepted, in order. */
  received: ReceivedMail[]
  /** An address that is refused, with the answer of the server. */
  refusedAddresses: Map<string, { code: number; text: string }>
  /** What is answered to the content of a mail instead of accepting it; it may quote the mail. */
  refuseContent: ((raw: string) => { code: number; text: string }) | null
  /** What happens after a mail was accepted, before that is answered. */
  beforeAnswer: () => Promise<void> | void
  close(): Promise<void>
}

const failure = ({ code, text }: { code: number; text: string }) =>
  Object.assign(new Error(text), { responseCode: code })

/** A mail server on the loopback address, which keeps what it gets. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, callback) {
      const refused = handle.refusedAddresses.get(address)
      callback(refused ? failure(refused) : null)
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        if (handle.refuseContent) return callback(failure(handle.refuseContent(raw)))
        void PostalMime.parse(raw).then(async (mail) => {
          const recipients = session.envelope.rcptTo.map(({ address }) => address)
          handle.received.push({ ...mail, recipients, raw })
          await handle.beforeAnswer()
          callback(null)
        })
      })
    },
    ...options,
  })
  const handle: MailServer = {
    ...{ url: '', port: 0, received: [], refusedAddresses: new Map(), refuseContent: null },
    beforeAnswer: () => undefined,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
  // A client that goes away in the middle is no failure of the server.
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  handle.port = (server.server.address() as AddressInfo).port
  handle.url = `smtp://127.0.0.1:${handle.port}`
  return handle
}
