import { describe, expect, it } from 'vitest'
import { type CountedEvent, formatEvent, formatEventDetails, isRecordedLate } from './formatEvent.ts'

const avery = { id: 'a', fullName: 'Avery Sample' }
const event = (type: string, data: unknown, more: Partial<CountedEvent['event']> = {}): CountedEvent => ({
  amount: 1,
  at: '2024-02-06T20:00:00Z',
  isReversed: false,
  event: {
    eventId: 'e',
    type,
    data,
    occurredAt: '2024-02-06T20:00:00Z',
    recordedAt: '2024-02-06T20:00:01Z',
    actor: avery,
    subjectUser: null,
    record: null,
    ...more,
  },
})

describe('the text of an event', () => {
  it('names what happened and where, with the labels used on screen', () => {
    expect(formatEvent(event('LeadCreated', { tag: 'storm', neighborhood: 'Juniper Sample Park', repId: 'a' }))).toBe(
      'Lead created: Storm Damage, in Juniper Sample Park',
    )
    expect(formatEvent(event('DoorKnocked', { outcome: 'not_interested', neighborhood: null }))).toBe(
      'Door knocked: Not interested',
    )
    expect(formatEvent(event('LeadStatusChanged', { tag: 'gutter', from: 'contacted', to: 'completed' }))).toBe(
      'Lead status changed: Gutter Cleaning, Contacted → Completed',
    )
    expect(formatEvent(event('ParcelLookedUp', { records: 2, found: true }))).toBe('Parcel looked up: 2 records')
  })

  it('names the subject user, but no bare ids', () => {
    const blocked = event('UserBlocked', { userId: 'b' }, { subjectUser: { id: 'b', fullName: 'Drew Specimen' } })
    expect(formatEvent(blocked)).toBe('User blocked: Drew Specimen')
    expect(formatEvent(event('UserSignedIn', { userId: 'a' }, { subjectUser: avery }))).toBe('Signed in')
    expect(formatEvent(event('PropertyAssigned', { from: 'a', to: 'b' }))).toBe('Property assigned')
  })

  it('leaves out its type among others of the type, unless there is no more to say', () => {
    expect(formatEventDetails(event('LeadCreated', { tag: 'storm', neighborhood: null }).event)).toBe('Storm Damage')
    expect(formatEventDetails(event('LeadCreated', {}).event)).toBe('Lead created')
  })

  it('says what an import and its undo changed', () => {
    const imported = { list: 'properties', created: 422, updated: 1, skipped: 3, unsure: 0, failed: 0 }
    expect(formatEvent(event('DataImported', imported))).toBe('File imported: 422 properties created, 1 updated')
    expect(formatEvent(event('ImportUndone', { list: 'leads', removed: 1, restored: 0, kept: 2 }))).toBe(
      'Import undone: 1 lead removed',
    )
    expect(formatEvent(event('ImportUndone', { list: 'leads', removed: 0, restored: 0, kept: 2 }))).toBe(
      'Import undone',
    )
  })

  it('is late if recorded more than an hour after it occurred', () => {
    expect(isRecordedLate(event('DoorKnocked', {}))).toBe(false)
    expect(isRecordedLate(event('DoorKnocked', {}, { recordedAt: '2024-02-06T21:00:01Z' }))).toBe(true)
  })
})
