import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { PriorityChoice, TypeChoice } from '../../../domain/TypeChoice.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import type { LeadDraft } from './leadDraft.ts'

interface LeadChoicesProps {
  value: LeadDraft
  onChange: (value: LeadDraft) => void
  disabled: boolean
}

/** The fields were asked for, so typing begins in the first of them. */
const focusNow = (field: HTMLInputElement | null) => field?.focus()

/** The inputs of a new lead: one of nine types (required), a priority and, once they are opened, the contact and the follow-up. */
export function LeadChoices({ value, onChange, disabled }: LeadChoicesProps) {
  const [showsContact, setShowsContact] = useState(false)
  const change = (changed: Partial<LeadDraft>) => onChange({ ...value, ...changed })
  return (
    <div className="space-y-5">
      <TypeChoice
        label="Property Type"
        isRequired
        clearable
        disabled={disabled}
        value={value.type}
        onChange={(type) => change({ type })}
      />
      <PriorityChoice
        label="Lead Priority"
        disabled={disabled}
        value={value.priority}
        onChange={(priority) => change({ priority })}
        className="grid-cols-2"
      />
      {showsContact ? (
        <div className="grid gap-4 md:grid-cols-2">
          <TextField
            label="Contact"
            ref={focusNow}
            autoComplete="off"
            maxLength={200}
            disabled={disabled}
            value={value.contactName}
            onChange={({ target }) => change({ contactName: target.value })}
          />
          <TextField
            label="Phone"
            type="tel"
            autoComplete="off"
            maxLength={50}
            disabled={disabled}
            value={value.contactPhone}
            onChange={({ target }) => change({ contactPhone: target.value })}
          />
          <TextField
            label="Follow-up"
            type="datetime-local"
            disabled={disabled}
            value={value.followUp}
            onChange={({ target }) => change({ followUp: target.value })}
          />
        </div>
      ) : (
        <Button variant="quiet" icon={ChevronDown} disabled={disabled} onClick={() => setShowsContact(true)}>
          Contact and Follow-up
        </Button>
      )}
    </div>
  )
}
