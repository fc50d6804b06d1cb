import { useMutation } from '@apollo/client/react'
import { CompanyParcelsDocument, SetCompanyAddressDocument } from '../../gql/graphql.ts'
import { refetching } from '../../lib/refetching.ts'
import { useFields } from '../../lib/useFields.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'

/** Where the company is, so that the parcels around it can be counted. */
export function AddressForm({ tenantId, address }: { tenantId: string; address: string | null }) {
  const [setAddress] = useMutation(SetCompanyAddressDocument, refetching(CompanyParcelsDocument))
  const { field, submit, isSubmitting, formState, reset } = useFields({ address: address ?? '' })
  const send = submit(async (fields) => {
    const saved = setAddress({ variables: { id: tenantId, address: fields.address.trim() } })
    if (await toastOutcome(saved, 'Address saved', 'Failed to save address')) reset(fields)
  })
  return (
    <form onSubmit={(event) => void send(event)} noValidate className="flex flex-wrap items-end gap-3">
      <div className="min-w-60 flex-1">
        <TextField
          label="Company address"
          placeholder="12 Main St, Sampletown, IN"
          maxLength={500}
          {...field('address')}
        />
      </div>
      <Button type="submit" size="large" disabled={!formState.isDirty} busy={isSubmitting} busyLabel="Saving...">
        Save Address
      </Button>
    </form>
  )
}
