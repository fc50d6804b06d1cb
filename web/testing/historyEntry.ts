import type { HistoryEntry } from '../features/properties/formatHistoryEntry.ts'

/** An entry of a property's history in which only `more` is known. */
export const historyEntry = (kind: HistoryEntry['kind'], more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: '1',
  kind,
  at: '2024-02-11T12:00:00Z',
  actor: null,
  outcome: null,
  outcomeName: null,
  note: null,
  withdrawn: false,
  imported: false,
  flags: [],
  tag: null,
  priority: null,
  fromStatus: null,
  toStatus: null,
  fields: null,
  assignedTo: null,
  stage: null,
  source: null,
  ...more,
})
