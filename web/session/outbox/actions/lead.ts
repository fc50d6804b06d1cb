import { priorityLabels, propertyTypeLabels, statusLabels } from '../../../domain/labels.ts'
import { startOfDay } from '../../../lib/dates.ts'
import { type Action, propertyOf } from './action.ts'
import { newMarker } from './property.ts'

export const lead: Action = {
  kind: 'LEAD',
  describe: ({ action: { lead: input } }) =>
    ['New lead', input && propertyTypeLabels[input.tag], input?.priority === 'HIGH' && priorityLabels.HIGH]
      .filter(Boolean)
      .join(' · '),
  show: {
    ...newMarker,
    Property: {
      of: propertyOf,
      fields: {
        leads: (leads, { action: { id, lead: input, occurredAt } }) => {
          if (!input || leads.some((known) => known.id === id)) return leads
          // The server gives versions from 1 on.
          return [
            { __typename: 'Lead', id, tag: input.tag, status: 'NEW', version: 0, createdAt: occurredAt },
            ...leads,
          ]
        },
      },
    },
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
