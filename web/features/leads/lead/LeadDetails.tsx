import type { ReactNode } from 'react'
import { isSameStreetLine, streetOf } from '../../../domain/streetOf.ts'
import { HighPriorityChip } from '../../../domain/PriorityBadge.tsx'
import { PropertyTypeChip } from '../../../domain/PropertyTypeIcon.tsx'
import { StatusIcon, statusColors } from '../../../domain/StatusBadge.tsx'
import { statusLabels } from '../../../domain/labels.ts'
import type { LeadDetailsFragment, LeadStatus } from '../../../gql/graphql.ts'
import { formatDate } from '../../../lib/dates.ts'
import { useIsPhone } from '../../../lib/useMediaQuery.ts'
import { useMe } from '../../../session/person/MeProvider.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { classNames } from '../../../ui/classNames.ts'
import { Fact } from './LeadWorkFacts.tsx'
import { ownerOf, UNKNOWN_OWNER } from '../leadText.ts'
import { StatusMenu } from '../StatusMenu.tsx'

interface LeadDetailsProps {
  lead: LeadDetailsFragment
  /** Has room for two columns, and the street as its title. */
  isWidePage: boolean
  onStatus: (status: LeadStatus) => void
  /** The property from above; wide on a phone. */
  picture: ReactNode
  /** Buttons below the header. */
  actions?: ReactNode
  /** What is known about the work on the lead, and its notes. */
  work: ReactNode
  history: ReactNode
}

const statuses = ['NEW', 'CONTACTED', 'COMPLETED'] as const

/** What is known about a lead: its house, status, facts and history. */
export function LeadDetails({ lead, isWidePage, onStatus, picture, actions, work, history }: LeadDetailsProps) {
  const isPhone = useIsPhone()
  const me = useMe()
  const street = streetOf(lead.address)
  const town = townOf(lead)
  const creator = lead.rep?.id === me.id ? 'you' : (lead.rep?.fullName ?? 'a former user')
  if (isPhone)
    return (
      <>
        {picture}
        <div className="px-4 pt-4 pb-6">
          <div className="flex items-start gap-3">
            <h2 className="min-w-0 flex-1 text-address break-words">{street}</h2>
            <HighPriorityChip priority={lead.priority} />
          </div>
          <p className="text-ink-2">{[ownerOf(lead) ?? UNKNOWN_OWNER, town].filter(Boolean).join(' · ')}</p>
          <p className="mt-3 flex flex-wrap items-center gap-2 text-small text-ink-2">
            <PropertyTypeChip type={lead.tag} />
            Created {formatDate(lead.createdAt)} by {creator}
          </p>
          <StatusSteps status={lead.status} onChange={onStatus} />
          <Facts lead={lead} className="mt-4" />
          {work}
          {history}
        </div>
      </>
    )
  const state = (
    <div className="flex flex-wrap items-center gap-2">
      <StatusMenu id={lead.id} street={street} status={lead.status} onChange={(_, next) => onStatus(next)} />
      <HighPriorityChip priority={lead.priority} />
    </div>
  )
  if (isWidePage)
    return (
      <div className="md:grid md:grid-cols-[minmax(0,1fr)_361px]">
        <div className="px-6 pt-4 pb-6">
          <div className="flex flex-wrap items-center justify-between gap-2">
            {town && <p className="text-ink-2">{town}</p>}
            {state}
          </div>
          {work}
          {history}
        </div>
        <div className="border-line px-5 pt-5 pb-6 max-md:border-t md:border-l">
          {picture}
          <Facts lead={lead} className="mt-5" />
          {actions && <div className="mt-5 flex gap-2">{actions}</div>}
        </div>
      </div>
    )
  return (
    <div className="px-5 pt-4 pb-6">
      <div className="flex gap-3.5">
        {picture}
        <div className="min-w-0">
          <h2 className="text-section break-words">{street}</h2>
          {town && <p className="text-small text-ink-2">{town}</p>}
          <div className="mt-1">{state}</div>
        </div>
      </div>
      {actions && <div className="mt-4 flex gap-2">{actions}</div>}
      <Facts lead={lead} className="mt-4 border-t border-line pt-4" />
      {work}
      {history}
    </div>
  )
}

const townOf = ({ property }: LeadDetailsFragment) =>
  property && [property.city, [property.state, property.zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')

/** The three statuses as radio buttons of 44 px. */
function StatusSteps({ status, onChange }: { status: LeadStatus; onChange: (status: LeadStatus) => void }) {
  return (
    <fieldset className="mt-4 grid grid-cols-3 rounded-button border border-line bg-sunken p-[3px]">
      <legend className="sr-only">Status</legend>
      {statuses.map((value) => (
        <label
          key={value}
          className={classNames(
            'relative flex h-11 cursor-pointer items-center justify-center gap-1.5 rounded-[calc(var(--radius-button)-3px)] text-ink-2 outline-offset-2 outline-focus has-checked:bg-raised has-checked:font-semibold has-checked:shadow-control has-focus-visible:outline-2',
            value === status && statusColors[value],
          )}
        >
          <input
            type="radio"
            name="lead-status"
            checked={value === status}
            onChange={() => onChange(value)}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          <StatusIcon status={value} />
          {statusLabels[value]}
        </label>
      ))}
    </fieldset>
  )
}

/** Omits what the header of a phone says already. */
function Facts({ lead, className }: { lead: LeadDetailsFragment; className: string }) {
  const me = useMe()
  const isPhone = useIsPhone()
  return (
    <dl className={classNames('grid grid-cols-[6.25rem_minmax(0,1fr)] items-center gap-x-5 gap-y-2.5', className)}>
      {!me.tenant && lead.tenantName && <Fact name="Tenant">{lead.tenantName}</Fact>}
      {!isPhone && (
        <Fact name="Owner">
          {ownerOf(lead) ?? <span className="text-ink-3">{UNKNOWN_OWNER}</span>}
          {lead.unconfirmed && <span className="block text-small text-warn">Unconfirmed</span>}
        </Fact>
      )}
      {lead.property?.ownerAddress && (
        <Fact name="Owner Address">
          {isSameStreetLine(lead.property.ownerAddress, lead.address) ? (
            <span className="font-[550] text-good">Lives here</span>
          ) : (
            lead.property.ownerAddress
          )}
        </Fact>
      )}
      {lead.property?.parcelId && <Fact name="Parcel ID">{lead.property.parcelId}</Fact>}
      {!isPhone && (
        <Fact name="Tag">
          <PropertyTypeChip type={lead.tag} />
        </Fact>
      )}
      {!isPhone && (
        <Fact name="Rep">
          <span className="flex items-center gap-2">
            {lead.rep && <Avatar name={lead.rep.fullName} size={24} />}
            {lead.rep?.fullName ?? 'Former user'}
          </span>
        </Fact>
      )}
      {!isPhone && <Fact name="Created">{formatDate(lead.createdAt)}</Fact>}
    </dl>
  )
}
