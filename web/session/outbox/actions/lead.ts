import { priorityLabels, propertyTypeLabels, statusLabels } from '../../../domain/labels.ts'
import { startOfDay } from '../../../lib/dates.ts'
import type { Action } from './action.ts'
import { newMarker } from './property.ts'

export const lead: Action = {
  kind: 'LEAD',
  describe: ({ action: { lead: input } }) =>
    ['New lead', input && propertyTypeLabels[input.tag], input?.priority === 'HIGH' && priorityLabels.HIGH]
      .filter(Boolean)
      .join(' · '),
  show: {
    ...newMarker,
    RepDay: {
      fields: {
        leadsCreated: (count, { action }, { timeZone }, { now }) =>
          Date.parse(action.occurredAt) >= startOfDay(now, timeZone).getTime() ? count + 1 : count,
      },
    },
  },
}

export const leadStatus: Action = {
  kind: 'STATUS',
  describe: ({ action: { status } }) => (status ? `Lead status: ${statusLabels[status.status]}` : 'Lead status'),
  hidesWhenRefused: true,
  show: {
    Lead: {
      of: ({ action }) => action.status?.leadId,
      fields: { status: (status, { action }) => action.status?.status ?? status },
    },
  },
}
