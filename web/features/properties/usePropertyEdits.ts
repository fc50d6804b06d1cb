import { useRef, useState } from 'react'
import type { PropertyRecordFragment } from '../../gql/graphql.ts'
import { useDraft } from '../../session/person/drafts.ts'
import { fieldsOf, pickPendingEdits, type PropertyEdits, type PropertyFields } from './propertyEdits.ts'

/** The state of the property from which the edits began. */
export interface Origin {
  version: number
  fields: PropertyFields
}

type PropertyDraft = PropertyEdits & { origin?: Origin }

export const originOf = (property: PropertyRecordFragment): Origin => ({
  version: property.version,
  fields: fieldsOf(property),
})

/**
 * The form state of a property: saved values with unsaved edits on top. Edits are stored until they are saved or
 * discarded, even after a reload or an expired session, with the version from which they began. `restored` is true if edits
 * from an earlier visit were filled in.
 */
export function usePropertyEdits(property: PropertyRecordFragment) {
  const draft = useDraft<PropertyDraft>(`property ${property.id}`)
  const [edits, setEdits] = useState<PropertyDraft>(() => draft.read() ?? {})
  // A callback that continues after an await reads the current edits from this ref, because its `edits` are from an
  // earlier render.
  const latest = useRef(edits)
  const { origin: _, ...values } = edits
  const pending = pickPendingEdits(property, values)
  const unsaved = Object.keys(pending).length > 0
  const [restored, setRestored] = useState(unsaved)

  const storeEdits = (next: PropertyEdits, origin: Origin) => {
    latest.current = Object.keys(next).length > 0 ? { ...next, origin } : {}
    setEdits(latest.current)
    if (latest.current.origin) draft.save(latest.current)
    else draft.discard()
  }
  const latestEdits = () => {
    const { origin = originOf(property), ...others } = latest.current
    return { origin, others }
  }
  return {
    fields: { ...fieldsOf(property), ...pending },
    edits: pending,
    unsaved,
    restored: restored && unsaved,
    /** The state from which the unsaved edits began; without edits, the current one. */
    origin: (unsaved && edits.origin) || originOf(property),
    edit: (change: PropertyEdits) => {
      const { origin, others } = latestEdits()
      storeEdits(pickPendingEdits(property, { ...others, ...change }), origin)
    },
    /** Discards an edited owner name, so that the field shows the saved one. */
    resetOwner: () => {
      const { origin, others } = latestEdits()
      const { ownerName: _owner, ...rest } = others
      storeEdits(rest, origin)
    },
    /** Bases the edits on a state that the user has seen. */
    rebase: (seen: PropertyRecordFragment) => storeEdits(pickPendingEdits(seen, latestEdits().others), originOf(seen)),
    /** Bases the edits on the result of a change that this form made, unless somebody else made one, too. */
    followOwnChange: (changed: PropertyRecordFragment) => {
      const { origin, others } = latestEdits()
      if (changed.version <= origin.version + 1) storeEdits(pickPendingEdits(changed, others), originOf(changed))
    },
    discard: () => {
      setRestored(false)
      storeEdits({}, originOf(property))
    },
  }
}
