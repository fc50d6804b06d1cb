import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** Codes of six digits that change every 30 seconds, as every authenticator app makes them (RFC 6238). */
const settings = { issuer: 'Porchlight', algorithm: 'SHA1', digits: 6, period: 30 } as const

export function makeTotpSecret(): Buffer {
  return randomBytes(20)
}

/** The secret as people type it, and as a URL for a QR code, which names the account. */
export function describeTotp(secret: Buffer, email: string): { secret: string; url: string } {
  const totp = new TOTP({ ...settings, label: email, secret: toSecret(secret) })
  return { secret: totp.secret.base32, url: totp.toString() }
}

/**
 * The time step to which the code belongs; null if it is wrong. The code of the step before or after is accepted too, because the
 * clock of a phone can be wrong.
 */
export function findTotpStep(secret: Buffer, code: string, now: Date): number | null {
  // The library compares bytes, and throws for digits of another width.
  if (!/^[0-9]{6}$/.test(code)) return null
  const timestamp = now.getTime()
  const delta = TOTP.validate({ ...settings, token: code, secret: toSecret(secret), timestamp, window: 1 })
  return delta === null ? null : TOTP.counter({ period: settings.period, timestamp }) + delta
}

function toSecret(bytes: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(bytes).buffer })
}
