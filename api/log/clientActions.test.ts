import { describe, expect, it } from 'vitest'
import { queryRows } from '../database/connection.ts'
import { Conflict, Refused } from '../domain/errors.ts'
import { createRepContext } from '../../tests/support/repContext.ts'
import { type ClientAction, transactOnce, withUnusedId } from './clientActions.ts'

const { ctx, tenantId } = await createRepContext({ propertiesPerRep: 0 })
const somebodyElse = { ...ctx, actor: { ...ctx.actor!, userId: '0198c7a0-0000-7000-8000-00000000000f' } }
const used = 'This id was used for something else.'

let count = 0
const newId = () => `0198c7a0-0000-7000-8000-${String((count += 1)).padStart(12, '0')}`
const note = (content: unknown, id = newId()): ClientAction => ({ id, kind: 'note', content })

/** What the action returned, or null if it was not carried out. */
const carryOut = (action: ClientAction | null, from = ctx) =>
  transactOnce(from, tenantId, action, async () => ({ done: true }))

const done = { done: true }

describe('an action with an id of the client', () => {
  it('is carried out once, whatever the case of its id', async () => {
    const action = note({ text: 'Call first' })
    expect(await carryOut(action)).toEqual(done)
    expect(await carryOut(action)).toBeNull()
    expect(await carryOut({ ...action, id: action.id.toUpperCase() })).toBeNull()
  })

  it.each([
    ['fields in another order', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
    ['fields without a value', { a: 1 }, { a: 1, b: null, c: undefined }],
    ['a field without a value in a list', [{ a: 1 }], [{ a: 1, b: null }]],
    ['no content', null, null],
  ])('is the same with %s', async (_, content, again) => {
    const action = note(content)
    await carryOut(action)
    expect(await carryOut({ ...action, content: again })).toBeNull()
  })

  it.each([
    ['another text', { text: 'a' }, { text: 'b' }],
    ['another order of a list', { tags: ['a', 'b'] }, { tags: ['b', 'a'] }],
    ['a value that is missing in a list', ['a', null], ['a']],
    ['fields in place of a list', ['a'], { 0: 'a' }],
    ['a value that is false', { a: 1 }, { a: 1, b: false }],
    ['another value in a field of a field', { a: { b: 1 } }, { a: { b: 2 } }],
  ])('is another one with %s, which its id does not allow', async (_, content, other) => {
    const action = note(content)
    await carryOut(action)
    const refused = await carryOut({ ...action, content: other }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Conflict)
    expect((refused as Error).message).toBe(used)
  })

  it('has an id that nobody else can use, and no other kind of action', async () => {
    const action = note({ text: 'Call first' })
    await carryOut(action)
    await expect(carryOut(action, somebodyElse)).rejects.toThrow(used)
    await expect(carryOut({ ...action, kind: 'status' })).rejects.toThrow(used)
    await expect(carryOut({ ...action, id: 'not a UUID' })).rejects.toThrow(Refused)
  })

  it('can be repeated after it failed', async () => {
    const action = note({ text: 'Call first' })
    const failing = transactOnce(ctx, tenantId, action, () => Promise.reject(new Error('A failure.')))
    await expect(failing).rejects.toThrow('A failure.')
    expect(await carryOut(action)).toEqual(done)
  })

  it('is carried out each time if it has none', async () => {
    expect(await carryOut(null)).toEqual(done)
    expect(await carryOut(null)).toEqual(done)
  })
})

describe('an id that something has which was made without one of the client', () => {
  const insertTwice = () =>
    ctx.database.within({ tenantId }, (em) =>
      queryRows(em, 'insert into quota_uses (tenant_id, quota, day, used) values ($1, $2, $3, 1), ($1, $2, $3, 1)', [
        ...[tenantId, 'photos', '2026-06-30'],
      ]),
    )

  it('is a conflict, and every other error stays what it is', async () => {
    await expect(withUnusedId(note(''), insertTwice)).rejects.toThrow(new Conflict(used))
    await expect(withUnusedId(null, insertTwice)).rejects.not.toThrow(used)
    const error = new Error('A failure.')
    await expect(withUnusedId(note(''), () => Promise.reject(error))).rejects.toBe(error)
  })
})
