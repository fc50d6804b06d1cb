import { newPropertyOf } from '../outboxItems.ts'
import type { Action, ShownTypes } from './action.ts'
import { propertyOf } from './action.ts'

/** A property that is saved by itself or with a lead has a marker. */
export const newMarker: Action['show'] = {
  PropertyMap: {
    fields: {
      markers: (markers, item) => {
        const property = newPropertyOf(item)
        if (!property || markers.some(({ id }) => id === property.id)) return markers
        const { lat, lng, streetName, streetNumber, priority, unit = null } = property
        const place = {
          id: String(property.id),
          lat,
          lng,
          streetNumber: streetNumber ?? '',
          streetName: streetName ?? null,
        }
        const state = { status: 'NEW', lastOutcome: null, lastKnockedAt: null, priority: priority ?? 'NORMAL' } as const
        return [
          ...markers,
          { __typename: 'MapMarker', ...place, ...state, unit, mine: true, assignedTo: null },
        ] as ShownTypes['PropertyMap']['markers']
      },
    },
  },
}

export const property: Action = { kind: 'PROPERTY', describe: () => 'Save property', show: newMarker }

export const note: Action = {
  kind: 'NOTE',
  describe: () => 'Note',
  show: {
    Property: {
      of: propertyOf,
      fields: { notes: (notes, { action }) => [notes, action.note?.text].filter(Boolean).join('\n') || null },
    },
  },
}
