import { isMailAddress } from '../domain/auth/emails.ts'

/** How mails are sent. */
export interface MailServerConfig {
  host: string
  port: number
  /** TLS from the start; otherwise STARTTLS, if the server offers it. */
  isSecure: boolean
  credentials: { user: string; password: string } | null
  from: { name: string; address: string }
}

/** The parts of the URL of a mail server; null unless it is one without a path or query. */
export function parseMailUrl(text: string): Omit<MailServerConfig, 'from'> | null {
  const url = URL.parse(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname) return null
  if (/[^/]/.test(url.pathname) || url.search || url.hash || (url.password && !url.username)) return null
  const isSecure = url.protocol === 'smtps:'
  try {
    const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
    return {
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(url.port) || (isSecure ? 465 : 587),
      isSecure,
      credentials: user ? { user, password } : null,
    }
  } catch {
    // A stray percent sign.
    return null
  }
}

/** The name and address of `Name <address>`, or of an address alone; null for another text. */
export function parseSender(text: string): MailServerConfig['from'] | null {
  const [, name = '', address] = /^([^<>"\r\n]{0,100})<([^<>]{3,320})>$/.exec(text) ?? [null, '', text]
  return address && isMailAddress(address) ? { name: name.trim(), address } : null
}
