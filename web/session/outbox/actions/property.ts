import { newPropertyOf } from '../outboxItems.ts'
import type { Action, ShownTypes } from './action.ts'
import { propertyOf, shownValues } from './action.ts'

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
          { __typename: 'MapMarker', ...place, ...state, unit, mine: true, doNotKnock: false, assignedTo: null },
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

/** Fields of a property, edited in its form. */
export const propertyEdit: Action = {
  kind: 'PROPERTY_EDIT',
  describe: () => 'Property info',
  hidesWhenRefused: true,
  show: {
    MapMarker: {
      of: propertyOf,
      fields: { priority: (priority, { action }) => action.propertyEdit?.priority ?? priority },
    },
    Property: {
      of: propertyOf,
      fields: {
        // As on the server, where letters must not go to the address of another owner.
        ownerAddress: (address, { action: { propertyEdit } }, { ownerName }) =>
          propertyEdit?.ownerName === undefined || !ownerName || propertyEdit.ownerName === ownerName ? address : null,
      },
      sets: ({ action, assignedTo }) => {
        const { propertyId: _, before: _before, ...values } = action.propertyEdit!
        return {
          ...shownValues(values, assignedTo),
          ...(values.ownerName !== undefined && { ownerSource: 'entered' }),
        }
      },
    },
  },
}
