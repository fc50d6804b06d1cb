import { useState } from 'react'
import { TextField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Switch } from '../../ui/Switch.tsx'

interface ViewDialogProps {
  title: string
  initialName?: string
  /** Asks whether the team sees the view, unless it is undefined. */
  initialShared?: boolean
  /** Resolves to whether the view is saved. */
  onSave: (view: { name: string; shared: boolean }) => Promise<boolean>
  onClose: () => void
}

/** Asks for the name of a view, and whether it is shared. */
export function ViewDialog({ title, initialName = '', initialShared, onSave, onClose }: ViewDialogProps) {
  const [name, setName] = useState(initialName)
  const [shared, setShared] = useState(initialShared ?? false)
  const [isChecked, setIsChecked] = useState(false)
  const submit = () => {
    setIsChecked(true)
    return name.trim() !== '' && onSave({ name: name.trim(), shared })
  }
  return (
    <FormDialog
      title={title}
      description={initialShared === undefined ? undefined : 'Saves the filters and the order of this list.'}
      onSubmit={submit}
      onClose={onClose}
      action="Save"
    >
      <TextField
        label="Name"
        isRequired
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={isChecked && !name.trim() ? 'Name is required' : undefined}
      />
      {initialShared !== undefined && (
        <Switch checked={shared} onChange={setShared} className="mt-4 w-full justify-between">
          Share with the team
        </Switch>
      )}
    </FormDialog>
  )
}
