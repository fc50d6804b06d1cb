import { useState } from 'react'
import { streetOf } from '../../domain/streetOf.ts'
import { OUTCOMES } from '../../domain/outcomes.ts'
import { propertyTypes } from '../../domain/PropertyTypeIcon.tsx'
import type { KnockOutcome } from '../../gql/graphql.ts'
import type { OutboxAction, OutboxItem } from '../../session/outbox/outboxItems.ts'
import { TextArea, TextField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Select, type SelectOption } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'

/** Whether the item has something that a user can change. */
export const canEdit = ({ action }: OutboxItem): boolean =>
  Boolean(action.knock ?? action.lead ?? action.note ?? action.property)

/** The own outcome with which a knock was logged, among the options. */
const OWN = 'own'

const outcomeOptions = ({ outcomeName }: OutboxItem): SelectOption<KnockOutcome | typeof OWN>[] => [
  ...(outcomeName ? [{ value: OWN, label: outcomeName } as const] : []),
  ...OUTCOMES.map(({ outcome, label }) => ({ value: outcome, label })),
]
const outcomeOf = (value: KnockOutcome | typeof OWN, { action: { knock } }: OutboxItem) =>
  value === OWN ? { outcome: knock!.outcome, outcomeId: knock!.outcomeId } : { outcome: value, outcomeId: undefined }

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
      description={streetOf(item.title)}
      action="Save and Send"
      onClose={onClose}
      onSubmit={() =>
        onSave((current) => ({ ...current, action, outcomeName: knock?.outcomeId ? current.outcomeName : undefined }))
      }
    >
      <div className="space-y-4">
        {knock && (
          <>
            <Select
              label="Outcome"
              options={outcomeOptions(item)}
              value={knock.outcomeId ? OWN : knock.outcome}
              onChange={(value) => setAction({ ...action, knock: { ...knock, ...outcomeOf(value, item) } })}
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
