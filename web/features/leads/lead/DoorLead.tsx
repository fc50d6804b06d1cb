import { PropertyTypeIcon } from '../../../domain/PropertyTypeIcon.tsx'
import { propertyTypeLabels, statusLabels } from '../../../domain/labels.ts'
import type { LeadAtDoorFragment } from '../../../gql/graphql.ts'
import { Button } from '../../../ui/Button.tsx'
import { classNames } from '../../../ui/classNames.ts'
import { isOpenLead, isSentLead } from './useDoorLeads.ts'

interface DoorLeadProps {
  /** The leads of the property, newest first. */
  leads: readonly LeadAtDoorFragment[]
  onOpen: (id: string) => void
  /** Creates a lead, where that is the next thing to do unless one is open. */
  onCreate: (() => void) | undefined
}

/** At the door: the lead of the property, which opens it, or the button that creates one. */
export function DoorLead({ leads, onOpen, onCreate }: DoorLeadProps) {
  const open = leads.find(isOpenLead)
  if (!open && onCreate)
    return (
      <Button variant="primary" onClick={onCreate} className="shrink-0">
        Create Lead
      </Button>
    )
  const lead = open ?? leads[0]
  if (!lead) return null
  const isSent = isSentLead(lead)
  const status = isSent ? statusLabels[lead.status] : 'Waiting to be sent'
  return (
    <button
      type="button"
      aria-label={`Lead: ${propertyTypeLabels[lead.tag]}, ${status}`}
      disabled={!isSent}
      onClick={() => onOpen(lead.id)}
      className={classNames(
        'flex h-12 max-w-1/2 shrink-0 items-center gap-2 rounded-phone-card bg-sunken px-2.5 text-left text-[1rem]/5',
        isSent && 'hover:bg-pressed',
      )}
    >
      <PropertyTypeIcon type={lead.tag} size={30} />
      <span className="min-w-0">
        <span className="block font-semibold">{leads.length > 1 ? `${leads.length} leads` : 'Lead'}</span>
        <span className="block truncate text-ink-2">{isSent ? statusLabels[lead.status] : 'Waiting'}</span>
      </span>
    </button>
  )
}
