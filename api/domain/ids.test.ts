import { describe, expect, it } from 'vitest'
import { NotFound } from './errors.ts'
import { isStoredUuid, isUuid, parseClientId, parseEventId, parseId, tenantKeyOf } from './ids.ts'

const id = '0197f0c5-3a5b-7c1d-9e2f-0123456789ab'
const nil = '00000000-0000-0000-0000-000000000000'
const notUuids = [
  '',
  '7',
  id.slice(1),
  `${id}0`,
  `x${id}`,
  id.replaceAll('-', ''),
  id.replace('0', 'g'),
  ` ${id}`,
  `${id}\n`,
]

const refusal = (message: string, fields: object) => expect.objectContaining({ name: 'Refused', message, fields })

describe('an id', () => {
  it('is a UUID of a version and variant that exist', () => {
    expect([id, id.toUpperCase()].map(isUuid)).toEqual([true, true])
    expect([...notUuids, nil, id.replace('-7', '-9'), id.replace('-9e', '-ce')].filter(isUuid)).toEqual([])
  })

  it('can be stored whatever its version and variant are', () => {
    expect([id, nil, id.toUpperCase(), id.replace('-7', '-9')].every(isStoredUuid)).toBe(true)
    expect(notUuids.filter(isStoredUuid)).toEqual([])
  })

  it('is the same in upper and lower case', () => {
    const parsed = [parseId(id.toUpperCase(), 'Lead'), parseClientId(id.toUpperCase()), parseEventId(id.toUpperCase())]
    expect(parsed).toEqual([id, id, id])
  })

  it('that is not a UUID is of nothing that exists', () => {
    expect(() => parseId('7', 'Lead')).toThrow(new NotFound('Lead not found'))
  })

  it('that a client made must be a UUID', () => {
    const message = 'The id must be a UUID.'
    expect(() => parseClientId('7')).toThrow(refusal(message, { id: message }))
  })

  it('of an event must be a UUID', () => {
    const message = 'The event id must be a UUID.'
    expect(() => parseEventId('7')).toThrow(refusal(message, { event_id: message }))
  })
})

it('records of two tenants with the same id have different keys', () => {
  const keys = ['t1', 't2'].map((tenantId) => tenantKeyOf({ tenantId, id }))
  expect(new Set(keys).size).toBe(2)
  expect(tenantKeyOf({ tenantId: 't1', id })).toBe(keys[0])
  expect(tenantKeyOf({ tenantId: 't1', id: nil })).not.toBe(keys[0])
})
