import type * as Crypto from 'node:crypto'
import { argon2 } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof Crypto>()
  return { ...crypto, argon2: vi.fn(crypto.argon2) }
})

const derivations = vi.mocked(argon2)
beforeEach(() => void derivations.mockClear())

describe('a password', () => {
  it('matches only its own hash, which differs each time', async () => {
    const hash = await hashPassword('a sample password')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(await hashPassword('a sample password')).not.toBe(hash)
    expect(await verifyPassword('a sample password', hash)).toBe(true)
    expect(await verifyPassword('A sample password', hash)).toBe(false)
  })

  it('is hashed at the same cost without an account, so that the response time does not reveal accounts', async () => {
    const stored = await hashPassword('a sample password')
    await verifyPassword('warms up', null)
    derivations.mockClear()
    expect(await verifyPassword('a guess', stored)).toBe(false)
    expect(await verifyPassword('a guess', null)).toBe(false)
    const [known, unknown] = derivations.mock.calls.map(([algorithm, { nonce: _nonce, ...cost }]) => [algorithm, cost])
    expect(derivations).toHaveBeenCalledTimes(2)
    expect(unknown).toEqual(known)
  })
})
