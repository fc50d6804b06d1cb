import { priorityLabels, propertyTypeLabels, statusLabels } from '../../../domain/labels.ts'
import type { SyncActionKind } from '../../../gql/graphql.ts'
import { changedLeadOf } from '../outboxItems.ts'
import { type Action, isToday, propertyOf, type Show, type ShownTypes, shownValues } from './action.ts'
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
        leadsCreated: (count, item, day, { now }) => (isToday(item, day, now) ? count + 1 : count),
      },
    },
  },
}

/** A change of a lead that is not shown any more once the server has refused it. */
const leadChange = (
  kind: SyncActionKind,
  describe: Action['describe'],
  show: Omit<Show<ShownTypes['Lead']>, 'of'>,
): Action => ({ kind, describe, hidesWhenRefused: true, show: { Lead: { of: changedLeadOf, ...show } } })

export const leadStatus = leadChange(
  'STATUS',
  ({ action: { status } }) => (status ? `Lead status: ${statusLabels[status.status]}` : 'Lead status'),
  {
    fields: {
      status: (status, { action }) => action.status?.status ?? status,
      // Only contacted leads have a stage.
      stage: (stage, { action }) => (action.status?.status === 'CONTACTED' ? stage : null),
    },
  },
)

export const leadWork = leadChange('LEAD_WORK', () => 'Lead details', {
  sets: ({ action: { leadWork }, assignedTo }) => {
    const { leadId: _, ...facts } = leadWork!
    return shownValues(facts, assignedTo)
  },
})

export const leadStage = leadChange('LEAD_STAGE', ({ stage }) => `Lead stage: ${stage?.name ?? 'None'}`, {
  sets: ({ action, stage = null }) => ({ stage, ...(action.leadStage?.stageId && { status: 'CONTACTED' }) }),
})

/** A note stays on the screen if the server refused it, because its text is nowhere else. */
export const leadNote: Action = {
  ...leadChange('LEAD_NOTE', () => 'Lead note', {
    fields: {
      notes: (notes, { action: { id, leadNote: input, occurredAt } }, _, { rep }) => {
        if (!input || notes.edges.some(({ node }) => node.id === id)) return notes
        const node = { __typename: 'LeadNote' as const, id, text: input.text, createdAt: occurredAt, author: rep }
        return { ...notes, edges: [{ __typename: 'LeadNoteEdge', node }, ...notes.edges] }
      },
    },
  }),
  hidesWhenRefused: false,
}
