import { expect, it } from 'vitest'
import { createRepContext } from '../../../tests/support/repContext.ts'
import { listProperties } from '../properties/propertyList.ts'
import { listComeBacks } from './comeBacks.ts'
import { type KnockInput, logKnock, withdrawKnock } from './knocking.ts'

const { ctx: testContext, database, propertyIds } = await createRepContext({ propertiesPerRep: 3 })
// Noon in every time zone of the United States, so that the day does not change during the test.
const now = new Date('2026-06-30T18:00:00Z')
const ctx = { ...testContext, database, now: () => now }
const [first, second, third] = propertyIds as [string, string, string]

const hoursLater = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const knock = (propertyId: string, more: Partial<KnockInput> = {}) =>
  logKnock(ctx, { propertyId, outcome: 'come_back', ...more })
const due = async () => (await listComeBacks(ctx)).map(({ propertyId }) => propertyId)

it('a rep reads where to come back today, until somebody knocks there', async () => {
  const early = await knock(first, { comeBackAt: hoursLater(1), note: 'After work' })
  await knock(second, { comeBackAt: hoursLater(-24) })
  await knock(third, { comeBackAt: hoursLater(30) })
  expect(await due()).toEqual([second, first])
  expect((await listComeBacks(ctx))[1]).toMatchObject({
    eventId: early.eventId,
    comeBackAt: hoursLater(1),
    note: 'After work',
  })

  await knock(second, { outcome: 'nobody_home' })
  expect(await due()).toEqual([first])
  await withdrawKnock(ctx, early.eventId)
  expect(await due()).toEqual([])
})

it('only a knock with this outcome has a time to come back, which belongs to its content', async () => {
  await expect(knock(first, { outcome: 'talked', comeBackAt: now })).rejects.toThrow('time to come back')
  const { eventId } = await knock(first, { comeBackAt: now })
  expect(await knock(first, { eventId, comeBackAt: now })).toMatchObject({ replayed: true })
  await expect(knock(first, { eventId, comeBackAt: hoursLater(1) })).rejects.toThrow('This event id was used')
})

it('properties are filtered by the outcome of their latest knock', async () => {
  const withOutcome = async (lastOutcome: 'come_back' | 'nobody_home') =>
    (await listProperties(ctx, { lastOutcome }, { limit: 10 })).items.map(({ id }) => id).toSorted()
  expect(await withOutcome('come_back')).toEqual([first, third].toSorted())
  expect(await withOutcome('nobody_home')).toEqual([second])
})
