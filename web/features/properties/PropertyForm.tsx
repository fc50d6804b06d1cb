import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { editedTexts } from '../../gql/fields.ts'
import type { PropertyRecordFragment } from '../../gql/graphql.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea, TextField } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { languageName } from '../../domain/labels.ts'
import { PriorityChoice, TypeChoice } from '../../domain/TypeChoice.tsx'
import { AssignField } from './AssignField.tsx'
import type { PropertyEdits, PropertyFields } from './propertyEdits.ts'

interface PropertyFormProps {
  property: PropertyRecordFragment
  fields: PropertyFields
  onEdit: (change: PropertyEdits) => void
  onRefreshOwner: () => void
  refreshing: boolean
  /** Shown below the owner: one of a record nearby, and those that were replaced. */
  otherOwners?: ReactNode
  busy: boolean
  canAssign: boolean
}

const controls = { line: TextField, lines: TextArea }

/** The editable fields of a property (spec §2). */
export function PropertyForm(props: PropertyFormProps) {
  const { property, fields, onEdit, onRefreshOwner, refreshing, otherOwners, busy, canAssign } = props
  return (
    <div className="space-y-5">
      <div className="relative flex flex-wrap items-end gap-2.5 max-md:flex-col max-md:items-stretch">
        <TextField
          label="Owner Name"
          value={fields.ownerName}
          placeholder="Unknown Owner"
          autoComplete="off"
          disabled={busy}
          onChange={(event) => onEdit({ ownerName: event.target.value })}
          className="min-w-0 flex-1"
        />
        <Button
          size="large"
          icon={<RefreshCw aria-hidden size={16} />}
          busy={refreshing}
          busyLabel="Refreshing..."
          disabled={busy}
          onClick={onRefreshOwner}
        >
          Refresh Owner
        </Button>
        {property.ownerSource && (
          <span className="absolute top-0 right-0 text-small text-ink-3">{formatSource(property.ownerSource)}</span>
        )}
        {otherOwners}
      </div>
      <TypeChoice
        label="Property Type"
        clearable
        disabled={busy}
        value={fields.type}
        onChange={(type) => onEdit({ type })}
      />
      <PriorityChoice
        label="Priority"
        disabled={busy}
        value={fields.priority}
        onChange={(priority) => onEdit({ priority })}
        className="grid-cols-1 md:grid-cols-2"
      />
      <div className="grid gap-4 md:grid-cols-2">
        {editedTexts.map(({ name, label, control, maxLength }) => {
          const field = { label, value: fields[name], disabled: busy }
          if (typeof control !== 'string')
            return (
              <LanguageSelect
                key={name}
                {...field}
                codes={control}
                onChange={(language) => onEdit({ [name]: language })}
              />
            )
          const Control = controls[control]
          return (
            <Control
              key={name}
              {...field}
              maxLength={maxLength}
              onChange={(event: { target: { value: string } }) => onEdit({ [name]: event.target.value })}
            />
          )
        })}
      </div>
      {canAssign && (
        <AssignField
          property={property}
          value={fields.assignedTo}
          onChange={(assignedTo) => onEdit({ assignedTo })}
          disabled={busy}
        />
      )}
    </div>
  )
}

/** The source of the owner's name: parcel records, or the team, which typed or imported it. */
const formatSource = (source: string) => (source === 'entered' ? 'Entered or imported by the team' : 'Parcel record')

interface LanguageSelectProps {
  label: string
  codes: readonly string[]
  /** Empty for an unknown one. */
  value: string
  onChange: (code: string) => void
  disabled: boolean
}

const UNKNOWN = '-'

function LanguageSelect({ codes, value, onChange, ...select }: LanguageSelectProps) {
  const languages = codes.map((code) => ({ value: code, label: languageName(code), detail: code }))
  const options = [
    { value: UNKNOWN, label: 'Unknown' },
    ...languages.toSorted((one, other) => one.label.localeCompare(other.label)),
  ]
  return (
    <Select
      {...select}
      options={options}
      value={value || UNKNOWN}
      onChange={(code) => onChange(code === UNKNOWN ? '' : code)}
    />
  )
}
