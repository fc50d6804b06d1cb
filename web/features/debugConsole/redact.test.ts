import { describe, expect, it } from 'vitest'
import { redact } from './redact.ts'

describe('a redacted line of the debug console', () => {
  it.each([
    ['a header', 'Authorization: Bearer abc.DEF-123', 'abc.DEF-123'],
    ['a bearer token anywhere', 'sent bearer s3cr3t-t0ken to the owner route', 's3cr3t-t0ken'],
    ['a password in JSON', '{"password":"open \\"sesame\\"","owner":"x"}', 'sesame'],
    ['a new password', '{"newPassword": "hunter22"}', 'hunter22'],
    ['a password with quotes of the other kind', "{ password: 'hunter22' }", 'hunter22'],
    ['a token in a URL', '/api/regrid/search?address=1&token=tok_5678&x=1', 'tok_5678'],
    ['an access token', 'access_token=pk.short', 'pk.short'],
    ['a key of a map service', 'tiles with pk.eyJ1IjoiZXhhbXBsZSJ9-longer', 'eyJ1'],
    ['a JSON web token', 'owner eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl', 'c2lnbmF0dXJl'],
    ['a hash', 'lead creation 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c', '9f86d081'],
    ['a long random word', 'owner kX9vQ2mZr7Tn4BwYp8Lc3HdJf6Gs1AeUiO0qWxRtNb', 'kX9vQ2mZ'],
    ['a cookie', 'cookie=sid123456; owner', 'sid123456'],
    ['an e-mail address', 'owner quinn@maple-demo.example changed', 'quinn'],
    ['an e-mail address in a URL', '?owner=quinn%40maple-demo.example', 'quinn'],
  ])('does not contain %s', (_, line, secret) => {
    expect(redact(line)).not.toContain(secret)
  })

  it('keeps relevant text', () => {
    const line = 'Parcel lookup GET /api/regrid/search?address=1018%20W%2012th%20Demo%20St&context=/us/in/indianapolis'
    expect(redact(line)).toBe(line)
    expect(redact('Owner updated: Sample Owner 0142 (parcel 8012345)')).toBe(
      'Owner updated: Sample Owner 0142 (parcel 8012345)',
    )
    const id = 'Lead created: 0198c7a0-0000-7000-8000-000000000001'
    expect(redact(id)).toBe(id)
  })

  it('has a placeholder for each redacted value', () => {
    expect(redact('{"password":"x"}')).toBe('{"password":"[redacted]"}')
    expect(redact('?token=abc&owner=1')).toBe('?token=[redacted]&owner=1')
  })
})
