import { useRef, useState } from 'react'
import type { PropertyRecordFragment } from '../../gql/graphql.ts'
import { useDraft } from '../../session/drafts.ts'
import { fieldsOf, pickPendingEdits, type PropertyEdits } from './propertyEdits.ts'

/**
 * The form state of a property: saved values with unsaved edits on top. Edits are stored until they are saved or
 * discarded, even after a reload or an expired session. `restored` is true if edits from an earlier visit were
 * filled in.
 */
export function usePropertyEdits(property: PropertyRecordFragment) {
  const draft = useDraft<PropertyEdits>(`property ${property.id}`)
  const [edits, setEdits] = useState<PropertyEdits>(() => draft.read() ?? {})
  // Callbacks that run after an await read edits made in the meantime from here.
  const latest = useRef(edits)
  const pending = pickPendingEdits(property, edits)
  const unsaved = Object.keys(pending).length > 0
  const [restored, setRestored] = useState(unsaved)

  const storeEdits = (next: PropertyEdits) => {
    latest.current = next
    setEdits(next)
    if (Object.keys(next).length > 0) draft.save(next)
    else draft.discard()
  }
  return {
    fields: { ...fieldsOf(property), ...pending },
    edits: pending,
    unsaved,
    restored: restored && unsaved,
    edit: (change: PropertyEdits) => storeEdits(pickPendingEdits(property, { ...latest.current, ...change })),
    /** Discards an edited owner name, so that the field shows the saved one. */
    resetOwner: () => {
      const { ownerName: _, ...others } = latest.current
      storeEdits(others)
    },
    discard: () => {
      setRestored(false)
      storeEdits({})
    },
  }
}
