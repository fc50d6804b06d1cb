import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { deviceLifetimeDays } from '../usecases/auth/signInDevices.ts'
import { isTls } from './credentials.ts'

const cookieName = 'porchlight_device'
const cookiePattern = /(?:^|; ?)porchlight_device=([\w-]{43})(?:;|$)/

/** The token that a sign-in gave to the device of this request; null without one. */
export function deviceTokenOf({ cookie }: IncomingHttpHeaders): string | null {
  return cookiePattern.exec(cookie ?? '')?.[1] ?? null
}

/** Lets the device keep its token, which only requests of this site's own pages send back. */
export function setDeviceCookie(
  request: Pick<IncomingMessage, 'headers'>,
  response: ServerResponse,
  token: string,
  trustedProxies: number,
): void {
  const attributes = [`Max-Age=${deviceLifetimeDays * 86_400}`, 'Path=/', 'HttpOnly', 'SameSite=Strict']
  if (isTls(request, trustedProxies)) attributes.push('Secure')
  response.appendHeader('Set-Cookie', [`${cookieName}=${token}`, ...attributes].join('; '))
}
