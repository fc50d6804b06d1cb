import type { IncomingMessage, ServerResponse } from 'node:http'
import { deviceLifetimeDays } from '../usecases/auth/signInDevices.ts'
import { isTls } from './credentials.ts'

/** Browsers accept a name with this prefix only over TLS and without a domain, so no other host can set the cookie. */
const securePrefix = '__Host-'
const cookieName = 'porchlight_device'
const patterns = {
  plain: /(?:^|; ?)porchlight_device=([\w-]{43})(?:;|$)/,
  secure: /(?:^|; ?)__Host-porchlight_device=([\w-]{43})(?:;|$)/,
}

/** The token that a sign-in gave to the device of this request; null without one. */
export function deviceTokenOf(request: Pick<IncomingMessage, 'headers'>, trustedProxies: number): string | null {
  const pattern = isTls(request, trustedProxies) ? patterns.secure : patterns.plain
  return pattern.exec(request.headers.cookie ?? '')?.[1] ?? null
}

/** Lets the device keep its token, which only requests of this site's own pages send back. */
export function setDeviceCookie(
  request: Pick<IncomingMessage, 'headers'>,
  response: ServerResponse,
  token: string,
  trustedProxies: number,
): void {
  const isSecure = isTls(request, trustedProxies)
  const attributes = [`Max-Age=${deviceLifetimeDays * 86_400}`, 'Path=/', 'HttpOnly', 'SameSite=Strict']
  if (isSecure) attributes.push('Secure')
  response.appendHeader(
    'Set-Cookie',
    [`${isSecure ? securePrefix : ''}${cookieName}=${token}`, ...attributes].join('; '),
  )
}
