import { useState } from 'react'
import { parseAddress } from '../../../api/domain/addresses/parseAddress.ts'
import { draftOf } from '../../domain/draftOf.ts'
import { TextField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { Point } from '../../lib/distance.ts'
import type { PropertyDraft } from './toNewPropertyInput.ts'

interface AddPropertyDialogProps {
  point: Point
  /** The address that was searched, if the place is only the middle of the map. */
  typed?: string | undefined
  /** The place could not be looked up. */
  isOffline?: boolean | undefined
  onAdd: (draft: PropertyDraft) => void
  onClose: () => void
}

/** Asks for the address of a house that no record has, such as a new one. It is saved with its first knock or lead. */
export function AddPropertyDialog({ point, typed, isOffline, onAdd, onClose }: AddPropertyDialogProps) {
  const [address, setAddress] = useState(typed ?? '')
  const [error, setError] = useState<string>()
  const submit = () => {
    const draft = draftAt(address, point)
    if (draft) onAdd(draft)
    else setError('Type the number and the street, such as 12 Demo St.')
  }
  return (
    <FormDialog
      title="Add a House"
      description={describePlace(typed, isOffline)}
      action="Add House"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Address"
        hint="City, state and ZIP code help to find its record later."
        ref={focusNow}
        autoComplete="off"
        maxLength={300}
        value={address}
        error={error}
        onChange={({ target }) => {
          setAddress(target.value)
          setError(undefined)
        }}
      />
    </FormDialog>
  )
}

function describePlace(typed: string | undefined, isOffline = false): string {
  if (typed) return 'It is added in the middle of the map.'
  return isOffline ? 'There is no connection to look this place up.' : 'No record has an address for this place.'
}

/** The dialog has only this field. */
const focusNow = (field: HTMLInputElement | null) => field?.focus()

/** The house of a typed address at a point; undefined without a number or a street. */
export function draftAt(typed: string, point: Point): PropertyDraft | undefined {
  const address = typed.trim().replace(/\s+/g, ' ')
  const { number, street, city, state, zipCode } = parseAddress(address)
  if (number === '' || street === '') return undefined
  return draftOf({ address, streetNumber: number, streetName: street, city, ...point }, { state, zipCode })
}
