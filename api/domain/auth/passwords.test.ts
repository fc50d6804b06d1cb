import type * as Crypto from 'node:crypto'
import { argon2, argon2Sync } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hashPassword, hashWithSalt, verifyPassword } from './passwords.ts'

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

  it('matches a hash that was made with other parameters', async () => {
    const nonce = Buffer.alloc(16, 'salt')
    const parameters = { memory: 128, passes: 12, parallelism: 10, tagLength: 16 }
    const hash = argon2Sync('argon2id', { ...parameters, message: 'a sample password', nonce })
    const stored = `$argon2id$v=19$m=128,t=12,p=10$${nonce.toString('base64')}$${hash.toString('base64')}`
    expect(await verifyPassword('a sample password', stored)).toBe(true)
    expect(await verifyPassword('another password', stored)).toBe(false)
  })

  it('does not match what is not a hash of this kind', async () => {
    const hash = await hashPassword('a sample password')
    for (const stored of ['', 'a sample password', `x${hash}`, `${hash}$`, hash.replace('argon2id', 'argon2i')])
      expect([stored, await verifyPassword('a sample password', stored)]).toEqual([stored, false])
  })
})

it('a text has one hash for each salt, as slow to guess as a password', async () => {
  const [salt, otherSalt] = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)]
  const hash = await hashWithSalt('recovery code', salt)
  expect(hash).toHaveLength(32)
  expect(await hashWithSalt('recovery code', salt)).toEqual(hash)
  expect(await hashWithSalt('recovery code', otherSalt)).not.toEqual(hash)
  expect(await hashWithSalt('another code', salt)).not.toEqual(hash)
  expect(derivations).toHaveBeenCalledWith(
    'argon2id',
    expect.objectContaining({ memory: 19_456, passes: 2, parallelism: 1 }),
    expect.any(Function),
  )
})
