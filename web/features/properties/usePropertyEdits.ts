import { useRef, useState } from 'react'
import type { PropertyRecordFragment } from '../../gql/graphql.ts'
import { useDraft } from '../../session/drafts.ts'
import { fieldsOf, pickPendingEdits, type PropertyEdits } from './propertyEdits.ts'

/**
 * The form of a property: what is saved, with what was changed over it. Changes are kept until they are saved or
 * discarded, also when the dialog is closed or the session ends; `restored` says that some come from before.
 */
export function usePropertyEdits(property: PropertyRecordFragment) {
  const draft = useDraft<PropertyEdits>(`property ${property.id}`)
  const [edits, setEdits] = useState<PropertyEdits>(() => draft.read() ?? {})
  // What is typed while something is under way is seen here by what comes after it.
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
    /** The owner is the saved one again; all else that was typed stays, until now. */
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
