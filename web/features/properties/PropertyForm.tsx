import { RefreshCw } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { editedTexts } from '../../gql/fields.ts'
import { AssignableUsersDocument, type PropertyRecordFragment } from '../../gql/graphql.ts'
import { useFreshQuery } from '../../lib/freshQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea, TextField } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { formLabel } from '../../domain/fieldLabels.ts'
import { languageName } from '../../domain/labels.ts'
import { PriorityChoice, TypeChoice } from '../../domain/TypeChoice.tsx'
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
      <div className="relative flex flex-wrap items-end gap-2.5">
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
          icon={RefreshCw}
          busy={refreshing}
          busyLabel="Refreshing..."
          disabled={busy}
          title="Refresh Owner"
          onClick={onRefreshOwner}
        >
          {/* On a phone an icon beside the field. */}
          <span className="max-md:sr-only">Refresh Owner</span>
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
        className="grid-cols-2 max-[359px]:grid-cols-1!"
      />
      <div className="grid gap-4 md:grid-cols-2">
        {editedTexts.map(({ name, label, control, maxLength }) => {
          const field = { label: formLabel(label), value: fields[name], disabled: busy }
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

interface AssignFieldProps {
  property: PropertyRecordFragment
  value: string | null
  onChange: (userId: string | null) => void
  disabled: boolean
}

/** Select does not accept an empty value. */
const UNASSIGNED = 'nobody'

/** Assigns the property to a member of its team. */
function AssignField({ property, value, onChange, disabled }: AssignFieldProps) {
  const { data } = useFreshQuery(AssignableUsersDocument, { propertyId: property.id })
  const { assignedTo } = property
  const options = useMemo(() => {
    const people = (data?.assignableUsers ?? []).map(({ id, fullName }) => ({ value: id, label: fullName }))
    // Include the current assignee while the team loads, and after they have left the team.
    const isMissing = assignedTo && !people.some((person) => person.value === assignedTo.id)
    const currentAssignee = isMissing ? [{ value: assignedTo.id, label: assignedTo.fullName }] : []
    return [{ value: UNASSIGNED, label: 'Nobody' }, ...currentAssignee, ...people]
  }, [data, assignedTo])
  return (
    <Select
      label="Assigned To"
      options={options}
      value={value ?? UNASSIGNED}
      onChange={(next) => onChange(next === UNASSIGNED ? null : next)}
      disabled={disabled}
    />
  )
}
