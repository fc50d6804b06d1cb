import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { colorOptions } from '../../domain/colorOptions.tsx'
import {
  CreateTerritoriesDocument,
  type StageColor,
  TerritoriesDocument,
  type TerritoryRowFragment,
  UpdateTerritoryDocument,
} from '../../gql/graphql.ts'
import { refetching } from '../../lib/refetching.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { useTexts } from '../../lib/useTexts.ts'
import { TextArea, TextField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'

interface TerritoryDialogProps {
  /** Undefined for a new one. */
  territory: TerritoryRowFragment | undefined
  /** The area of a new one, or the changed area. */
  area: unknown
  /** What changes for whom, and what the area overlaps, before it is saved. */
  warning?: string
  onSaved: (id: string) => void
  onClose: () => void
}

/** Saves a drawn area as a territory, or edits the name, color and note of one. */
export function TerritoryDialog({ territory, area, warning, onSaved, onClose }: TerritoryDialogProps) {
  const [newId] = useState(() => uuidv7())
  const { texts, text } = useTexts({ name: territory?.name ?? '', note: territory?.note ?? '' })
  const [color, setColor] = useState<StageColor | null>(territory?.color ?? null)
  const reread = refetching(TerritoriesDocument)
  const [create] = useMutation(CreateTerritoriesDocument, reread)
  const [update] = useMutation(UpdateTerritoryDocument, reread)
  const submit = async () => {
    if (territory) {
      const input = { ...texts, color, ifVersion: territory.version, ...(area !== undefined && { area }) }
      await update({ variables: { id: territory.id, input } })
    } else await create({ variables: { input: [{ id: newId, ...texts, color, area }] } })
    toastSuccess('Territory saved')
    onSaved(territory?.id ?? newId)
  }
  return (
    <FormDialog
      title={territory ? 'Edit Territory' : 'New Territory'}
      onSubmit={submit}
      onClose={onClose}
      failureText="The territory was not saved. Check the connection and try again."
      action="Save Territory"
      busyAction="Saving..."
      className="grid gap-4"
    >
      {warning && <Note hue="warn">{warning}</Note>}
      <TextField label="Name" isRequired dir="auto" maxLength={200} {...text('name')} />
      <Select label="Color" options={colorOptions} placeholder="Automatic" value={color} onChange={setColor} />
      <TextArea
        label="Note"
        hint="What reps should know, such as where to park."
        dir="auto"
        rows={3}
        maxLength={2_000}
        {...text('note')}
      />
    </FormDialog>
  )
}
