import { createTransport } from 'nodemailer'
import type { MailServerConfig } from '../../config/mailServer.ts'
import { isMailAddress } from '../../domain/auth/emails.ts'
import type { RenderedMail } from '../../domain/mails/renderMail.ts'

export interface OutgoingMail extends RenderedMail {
  /** The Message-ID is made of it: the same each time the mail is sent, so that a receiver knows a repetition. */
  id: string
  to: string
}

/**
 * How a try ended. `refused`: the server will never take this mail. `failed`: it may later. `error` says why in a sentence, with nothing
 * of the mail and no password.
 */
export type MailResult = { outcome: 'sent' } | { outcome: 'refused' | 'failed'; error: string }

/** Gives mails to a mail server. */
export interface Mailer {
  /** Gives one mail to the server. Never throws. `signal` ends it. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<MailResult>
}

/** The time for a whole try. Shorter than a lease of its row. */
const timeoutMs = 20_000

/** Gives mails to an SMTP server, one connection for each. */
export function createMailer({ host, port, isSecure, credentials, from }: MailServerConfig): Mailer {
  const transport = createTransport(
    {
      host,
      port,
      secure: isSecure,
      // A password is never sent in the clear, except within this machine.
      requireTLS: !isSecure && credentials !== null && !isLoopback(host),
      ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      maxResponseSize: 16 * 1024,
    },
    // A mail has only texts of ours. If one ever named a file or a URL, it would not be read.
    { disableFileAccess: true, disableUrlAccess: true },
  )
  return {
    async send({ id, to, subject, text, html }, signal) {
      if (!isMailAddress(to)) return { outcome: 'refused', error: 'This is not an address that can get mails.' }
      const limit = AbortSignal.timeout(timeoutMs)
      try {
        await transport.sendMail({
          messageId: `<${id}@${from.address.slice(from.address.indexOf('@') + 1)}>`,
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          // Nobody's out-of-office answer is wanted.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.any([signal, limit]),
        })
        return { outcome: 'sent' }
      } catch (error) {
        if (limit.aborted) return { outcome: 'failed', error: 'The mail server did not answer within 20 seconds.' }
        return describeFailure(error)
      }
    },
  }
}

/** What `nodemailer` knows of a failure. */
interface MailFailure {
  code?: string
  command?: string
  responseCode?: number
  response?: string
}

/**
 * The text of an answer is kept only where the server knows nothing but addresses. What it says of the content of a mail may quote a link.
 */
function describeFailure(error: unknown): Exclude<MailResult, { outcome: 'sent' }> {
  const { code = '', command = '', responseCode, response = '' } = error as MailFailure
  const isAboutAddress = ['RCPT TO', 'MAIL FROM'].includes(command)
  const status = responseCode ? ` (${responseCode})` : ''
  if (isAboutAddress || command === 'DATA') {
    const quote = isAboutAddress && response ? `: ${response.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').slice(0, 200)}` : status
    const what = { 'RCPT TO': 'address', 'MAIL FROM': 'sender' }[command] ?? 'mail'
    const isFinal = command !== 'MAIL FROM' && responseCode !== undefined && responseCode >= 500
    return { outcome: isFinal ? 'refused' : 'failed', error: `The mail server did not accept the ${what}${quote}.` }
  }
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return { outcome: 'failed', error: `The mail server refused the user or password of MAIL_URL${status}.` }
  if (code === 'ETLS') return { outcome: 'failed', error: 'No encrypted connection to the mail server could be made.' }
  return { outcome: 'failed', error: `The mail server cannot be reached${code ? ` (${code})` : status}.` }
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
