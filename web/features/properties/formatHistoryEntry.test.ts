import { expect, it } from 'vitest'
import { historyEntry as entry } from '../../testing/historyEntry.ts'
import { formatHistoryEntry } from './formatHistoryEntry.ts'

it.each([
  [entry('SAVED'), 'Property saved'],
  [entry('EDITED', { fields: ['ownerName', 'tags'] }), 'Edited · owner name, type'],
  [entry('ASSIGNED', { assignedTo: { id: 'a', fullName: 'Avery Sample' } }), 'Assigned to Avery Sample'],
  [entry('ASSIGNED'), 'Assigned to nobody'],
  [entry('OWNER_REFRESHED', { source: 'parcels:demo' }), 'Owner refreshed'],
  [entry('KNOCKED', { outcome: 'TALKED' }), 'Knocked · Talked'],
  [entry('KNOCKED', { outcome: 'TALKED', withdrawn: true }), 'Knocked · Talked · undone'],
  [entry('LEAD_CREATED', { tag: 'STORM', priority: 'HIGH' }), 'Lead created · Storm Damage · High Priority'],
  [entry('LEAD_CREATED', { tag: 'STORM', priority: 'NORMAL' }), 'Lead created · Storm Damage'],
  [
    entry('LEAD_STATUS_CHANGED', { tag: 'STORM', fromStatus: 'NEW', toStatus: 'COMPLETED' }),
    'Lead status · Storm Damage · New → Completed',
  ],
])('formats entry %#', (entryCase, text) => {
  expect(formatHistoryEntry(entryCase)).toBe(text)
})
