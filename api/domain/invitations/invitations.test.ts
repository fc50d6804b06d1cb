import { expect, it } from 'vitest'
import { Gone, Refused } from '../errors.ts'
import {
  assertOpen,
  invitationState,
  makeInvitationToken,
  parseInvitationExpiry,
  parseUses,
  tenantOfToken,
  type Inviter,
} from './invitations.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const tenantId = '018d0000-0000-7000-8000-100000000001'
const invitation = { tenantId, role: 'admin', usesLeft: 1, expiresAt: later(60_000), revokedAt: null } as const
const owner: Inviter = { role: 'owner', status: 'active', tenantId }

it('a token names its tenant, and no two are equal', () => {
  const tokens = Array.from({ length: 50 }, () => makeInvitationToken(tenantId))
  expect(new Set(tokens).size).toBe(50)
  for (const token of tokens) expect([token.length, tenantOfToken(token)]).toEqual([54, tenantId])
})

it.each(['', 'A'.repeat(53), `${'A'.repeat(53)}!`, 'A'.repeat(54), tenantId])('%j is no token', (text) => {
  expect(tenantOfToken(text)).toBeNull()
})

it('an invitation is for one person and seven days, or as given', () => {
  expect([parseUses(null, null), parseUses(100, null), parseUses(1, 'a@sample.example')]).toEqual([1, 100, 1])
  for (const [uses, email] of [
    [0, null],
    [101, null],
    [1.5, null],
    [Number.NaN, null],
    [2, 'a@sample.example'],
  ] as const)
    expect(() => parseUses(uses, email)).toThrow(Refused)
  expect(parseInvitationExpiry(undefined, now)).toEqual(new Date('2026-03-08T12:00:00Z'))
  expect(parseInvitationExpiry(30, now)).toEqual(new Date('2026-03-31T12:00:00Z'))
  for (const days of [0, 31, -1, 1.5]) expect(() => parseInvitationExpiry(days, now)).toThrow(Refused)
})

it('an invitation is open until the moment in which it expires', () => {
  expect(invitationState(invitation, owner, later(59_999))).toBe('open')
  expect(invitationState(invitation, owner, later(60_000))).toBe('expired')
})

it.each([
  ['open', {}, owner],
  ['used_up', { usesLeft: 0 }, owner],
  ['revoked', { revokedAt: now, usesLeft: 0 }, owner],
  ['open', {}, { role: 'global_admin', status: 'active', tenantId: null }],
  ['lapsed', {}, null],
  ['lapsed', {}, { ...owner, status: 'blocked' }],
  ['lapsed', {}, { ...owner, role: 'admin' }],
  ['open', { role: 'sales_rep' }, { ...owner, role: 'admin' }],
  ['lapsed', {}, { ...owner, tenantId: '018d0000-0000-7000-8000-100000000002' }],
] as const)('it is %s with %j of %j', (state, facts, inviter) => {
  expect(invitationState({ ...invitation, ...facts }, inviter, now)).toBe(state)
})

it('nobody comes with one that is not open', () => {
  expect(() => assertOpen('open')).not.toThrow()
  for (const state of ['used_up', 'expired', 'revoked', 'lapsed'] as const)
    expect(() => assertOpen(state)).toThrow(Gone)
})
