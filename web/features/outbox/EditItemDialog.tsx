import { useState } from 'react'
import { OUTCOMES } from '../../domain/outcomes.ts'
import { propertyTypes } from '../../domain/PropertyTypeIcon.tsx'
import type { OutboxAction, OutboxItem } from '../../session/outbox/outboxItems.ts'
import { TextArea, TextField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'

/** Whether the item has something that a user can change. */
export const canEdit = ({ action }: OutboxItem): boolean =>
  Boolean(action.knock ?? action.lead ?? action.note ?? action.property)

interface EditItemDialogProps {
  item: OutboxItem
  onSave: (change: (item: OutboxItem) => OutboxItem) => void
  onClose: () => void
}

/** Changes a refused item, which is sent again afterwards. */
export function EditItemDialog({ item, onSave, onClose }: EditItemDialogProps) {
  const [action, setAction] = useState<OutboxAction>(item.action)
  const { knock, lead, note, property } = action
  return (
    <FormDialog
      title="Edit"
      description={item.title.split(',')[0]}
      action="Save and send"
      busyAction="Saving..."
      busy={false}
      onClose={onClose}
      onSubmit={async () => onSave((current) => ({ ...current, action }))}
    >
      <div className="space-y-4">
        {knock && (
          <>
            <Select
              label="Outcome"
              options={OUTCOMES.map(({ outcome, label }) => ({ value: outcome, label }))}
              value={knock.outcome}
              onChange={(outcome) => setAction({ ...action, knock: { ...knock, outcome } })}
            />
            <TextArea
              label="Note"
              optional
              value={knock.note ?? ''}
              onChange={({ target }) => setAction({ ...action, knock: { ...knock, note: target.value || null } })}
            />
          </>
        )}
        {lead && (
          <>
            <Select
              label="Type"
              options={propertyTypes.map(({ value, label }) => ({ value, label }))}
              value={lead.tag}
              onChange={(tag) => setAction({ ...action, lead: { ...lead, tag } })}
            />
            <Switch
              checked={lead.priority === 'HIGH'}
              onChange={(isHigh) => setAction({ ...action, lead: { ...lead, priority: isHigh ? 'HIGH' : 'NORMAL' } })}
            >
              High priority
            </Switch>
          </>
        )}
        {note && (
          <TextArea
            label="Note"
            value={note.text}
            onChange={({ target }) => setAction({ ...action, note: { ...note, text: target.value } })}
          />
        )}
        {property && (
          <TextField
            label="Address"
            value={property.address}
            onChange={({ target }) => setAction({ ...action, property: { ...property, address: target.value } })}
          />
        )}
      </div>
    </FormDialog>
  )
}
