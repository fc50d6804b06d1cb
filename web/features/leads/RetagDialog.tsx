import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { type PropertyType, RetagLeadsDocument } from '../../gql/graphql.ts'
import { countOf } from '../../lib/counts.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { tellFailure } from '../../session/failures.ts'
import { ChoiceCard, ChoiceGroup } from '../../ui/ChoiceCard.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { propertyTypes, TypeGlyph } from '../../ui/TypeGlyph.tsx'
import { useTellLeadsChanged } from './LeadsLive.tsx'

interface RetagDialogProps {
  ids: readonly string[]
  /** After the leads have their new tag. */
  onDone: () => void
  onClose: () => void
}

/** Batch Modify Tags: one tag for all selected leads. */
export function RetagDialog({ ids, onDone, onClose }: RetagDialogProps) {
  const [tag, setTag] = useState<PropertyType | null>(null)
  const [retag, { loading: busy }] = useMutation(RetagLeadsDocument)
  const changed = useTellLeadsChanged()
  const update = async () => {
    if (!tag || ids.length === 0) return toastError('Please select leads and choose a new tag')
    try {
      await retag({ variables: { ids: [...ids], tag } })
      toastSuccess('Lead tags updated')
      changed()
      onDone()
    } catch (error) {
      tellFailure(error, 'Failed to update lead tags')
    }
  }
  return (
    <FormDialog
      onSubmit={update}
      onClose={onClose}
      busy={busy}
      title="Batch Modify Tags"
      description={countOf(ids.length, 'lead')}
      action="Update Tags"
      busyAction="Updating..."
    >
      <ChoiceGroup label="New Tag" starred numberKeys disabled={busy} value={tag} onChange={setTag}>
        {propertyTypes.map(({ value, label }) => (
          <ChoiceCard key={value} value={value} icon={<TypeGlyph type={value} />}>
            {label}
          </ChoiceCard>
        ))}
      </ChoiceGroup>
    </FormDialog>
  )
}
