import type { IncomingMessage } from 'node:http'
import type { Credentials } from '../usecases/auth/sessions.ts'

type Headers = Record<string, string | string[] | undefined>

/** Reads the credentials of a request: Bearer token, viewed role and user, and chosen tenant (spec §6, design §5). */
export function credentialsOf(headers: Headers): Credentials {
  return {
    token: /^Bearer +(\S+)$/i.exec(firstValue(headers['authorization']) ?? '')?.[1] ?? null,
    viewedRole: firstValue(headers['x-impersonate-role']) ?? null,
    viewedUserId: firstValue(headers['x-impersonate-user']) ?? null,
    chosenTenantId: firstValue(headers['x-tenant-id']) ?? null,
  }
}

/**
 * Returns the network address of the client. Each trusted proxy appends the address it was called from to
 * X-Forwarded-For. Entries before those were sent by the client and are ignored.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustedProxies: number,
): string | null {
  const direct = socket.remoteAddress ?? null
  if (trustedProxies === 0) return direct
  return forwardedValue(headers['x-forwarded-for'], trustedProxies) ?? direct
}

/** Whether the client used TLS, which ends at the outermost trusted proxy: the server itself has no certificate. */
export function isTls({ headers }: Pick<IncomingMessage, 'headers'>, trustedProxies: number): boolean {
  return trustedProxies > 0 && forwardedValue(headers['x-forwarded-proto'], trustedProxies) === 'https'
}

/**
 * The origin that the client called, for links in its own answer; empty for a Host header that cannot be one. It is not for what others
 * are sent: the client chooses the header.
 */
export function originOf(request: Pick<IncomingMessage, 'headers'>, trustedProxies: number): string {
  const host = firstValue(request.headers.host) ?? ''
  if (!/^[\w.-]{1,253}(:\d{1,5})?$|^\[[\da-f:.]{2,45}\](:\d{1,5})?$/i.test(host)) return ''
  return `${isTls(request, trustedProxies) ? 'https' : 'http'}://${host}`
}

/** What the outermost trusted proxy wrote into a header to which each proxy appends. */
function forwardedValue(header: string | string[] | undefined, trustedProxies: number): string | undefined {
  const forwarded = [header ?? []].flat().join(',')
  const hops = forwarded.split(',').flatMap((hop) => hop.trim() || [])
  // No address is longer. What a proxy passes on could be any text.
  return (hops.at(-trustedProxies) ?? hops[0])?.slice(0, 45)
}

function firstValue(value: unknown): string | undefined {
  const given: unknown = Array.isArray(value) ? value[0] : value
  return typeof given === 'string' && given !== '' ? given : undefined
}
