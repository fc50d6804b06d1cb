import { type Action, propertyOf } from './action.ts'

/** A door where the household does not want a knock, as a rep hears it there. */
export const doNotKnock: Action = {
  kind: 'DO_NOT_KNOCK',
  describe: () => 'Do not knock',
  hidesWhenRefused: true,
  show: {
    MapMarker: { of: propertyOf, fields: { doNotKnock: () => true } },
    Property: {
      of: propertyOf,
      fields: {
        doNotKnock: (known, { action: { id, doNotKnock: input } }) => {
          if (!input || (known && known.kind !== input.kind)) return known
          const { kind, reason, until } = input
          const period = { until: until ? String(until) : null, source: null }
          return { __typename: 'DoNotKnock', id: known?.id ?? id, kind, reason: reason ?? null, ...period }
        },
      },
    },
  },
}
