import { useMutation } from '@apollo/client/react'
import { MapPin, User } from 'lucide-react'
import { useId, useState } from 'react'
import {
  CreateLeadDocument,
  type CreateLeadMutation,
  type NewPropertyInput,
  type Priority,
  type PropertyType,
} from '../../gql/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceCard, ChoiceGroup } from '../../ui/ChoiceCard.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PriorityGlyph, priorityLabels } from '../../ui/PriorityMark.tsx'
import { propertyTypes, TypeGlyph } from '../../ui/TypeGlyph.tsx'

/** The house a lead is created for: saved already, or to be saved with its lead. */
export interface LeadHouse {
  house: { propertyId: string } | { newProperty: NewPropertyInput }
  street: string
  town: string
  ownerName: string | null
}

export type CreatedLead = CreateLeadMutation['createLead']

interface QuickLeadDialogProps {
  target: LeadHouse
  onCreated: (lead: CreatedLead) => void
  /** Saves the house without a lead; for one that is not saved yet. */
  onSkip: () => void
  skipping: boolean
  onClose: () => void
}

/** Quick Lead Creation: a type, a priority, and the lead is made; a new house is saved in the same step. */
export function QuickLeadDialog({ target, onCreated, onSkip, skipping, onClose }: QuickLeadDialogProps) {
  const [type, setType] = useState<PropertyType | null>(null)
  const [priority, setPriority] = useState<Priority>('NORMAL')
  const hintId = useId()
  const { create, creating } = useCreateLead(onCreated)
  const saved = 'propertyId' in target.house
  const busy = creating || skipping

  return (
    <Dialog
      open
      onClose={onClose}
      width={600}
      busy={busy}
      title="Quick Lead Creation"
      description={<HouseLines target={target} />}
      footer={
        <>
          {!type && (
            <p id={hintId} className="self-center text-small text-ink-2 max-md:sr-only md:mr-auto">
              Please select a property type first
            </p>
          )}
          <Button
            size="large"
            disabled={creating}
            busy={skipping}
            busyLabel="Saving..."
            onClick={saved ? onClose : onSkip}
          >
            {saved ? 'Close' : 'Skip for Now'}
          </Button>
          <Button
            size="large"
            variant="primary"
            disabled={!type || skipping}
            busy={creating}
            busyLabel="Creating..."
            title={type ? undefined : 'Please select a property type first'}
            aria-describedby={type ? undefined : hintId}
            onClick={() => type && void create({ ...target.house, tag: type, priority })}
          >
            Create Lead
          </Button>
        </>
      }
    >
      <div className="space-y-5">
        <ChoiceGroup label="Property Type" starred clearable numberKeys disabled={busy} value={type} onChange={setType}>
          {propertyTypes.map(({ value, label }) => (
            <ChoiceCard key={value} value={value} icon={<TypeGlyph type={value} />}>
              {label}
            </ChoiceCard>
          ))}
        </ChoiceGroup>
        <ChoiceGroup
          label="Lead Priority"
          disabled={busy}
          value={priority}
          onChange={(next) => setPriority(next ?? 'NORMAL')}
          className="grid-cols-2"
        >
          {(['NORMAL', 'HIGH'] as const).map((value) => (
            <ChoiceCard key={value} value={value} icon={<PriorityGlyph priority={value} />}>
              {priorityLabels[value]}
            </ChoiceCard>
          ))}
        </ChoiceGroup>
      </div>
    </Dialog>
  )
}

function HouseLines({ target }: { target: LeadHouse }) {
  return (
    <>
      <span className="flex items-center gap-2">
        <MapPin aria-hidden size={15} className="shrink-0" />
        <span>
          <b className="font-semibold text-ink">{target.street}</b>
          {target.town && `, ${target.town}`}
        </span>
      </span>
      <span className="mt-0.5 flex items-center gap-2">
        <User aria-hidden size={15} className="shrink-0" />
        {target.ownerName || <span className="text-ink-3">Unknown Owner</span>}
      </span>
    </>
  )
}

/** Creates the lead and says so; after a failure the dialog stays with what was chosen. */
function useCreateLead(onCreated: (lead: CreatedLead) => void) {
  const [createLead, { loading: creating }] = useMutation(CreateLeadDocument)
  const create = async (input: LeadHouse['house'] & { tag: PropertyType; priority: Priority }) => {
    try {
      const { data } = await createLead({ variables: { input } })
      if (!data) throw new Error('No answer')
      toastSuccess(input.priority === 'HIGH' ? 'High priority lead created' : 'Normal lead created')
      onCreated(data.createLead)
    } catch (error) {
      toastError(errorMessage(error, 'Failed to create lead'))
    }
  }
  return { create, creating }
}
