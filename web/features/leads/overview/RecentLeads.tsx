import { ArrowDown } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { streetOf } from '../../../domain/streetOf.ts'
import { LeadListDocument } from '../../../gql/graphql.ts'
import { useFreshQuery } from '../../../lib/freshQuery.ts'
import { formatDate } from '../../../lib/dates.ts'
import { formatCount } from '../../../lib/numbers.ts'
import { useFailureToast } from '../../../session/failureToasts.ts'
import { useOpenedRecord, useOpenRecord } from '../../../session/records.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { ButtonLink } from '../../../ui/ButtonLink.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { classNames } from '../../../ui/classNames.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadingOrError } from '../../../ui/LoadingOrError.tsx'
import { PriorityIcon } from '../../../domain/PriorityBadge.tsx'
import { StatusBadge } from '../../../domain/StatusBadge.tsx'
import { PropertyTypeIcon } from '../../../domain/PropertyTypeIcon.tsx'
import { propertyTypeLabels } from '../../../domain/labels.ts'
import { LeadLink } from '../LeadLink.tsx'
import { useOnLeadsChanged } from '../LeadsLiveProvider.tsx'
import { DATA_FAILED } from '../leadText.ts'
import type { LeadRow } from '../leadRanges.ts'
import type { Selection } from '../../../lists/useSelection.ts'

/** Spec §9. */
const RECENT_COUNT = 10
const noFilter = {}

interface RecentLeadsProps {
  selection: Selection
  /** The number of all leads, once it is known. */
  total?: number | undefined
  className?: string
}

/** The ten latest leads, with checkboxes to select them for printing. A row opens its lead. */
export function RecentLeads({ selection, total, className }: RecentLeadsProps) {
  const { data, error, failed, busy, retry } = useFreshQuery(LeadListDocument, {
    filter: noFilter,
    first: RECENT_COUNT,
  })
  useOnLeadsChanged(retry)
  useFailureToast(error, DATA_FAILED, DATA_FAILED)
  const leads = data?.leads.edges.map(({ node }) => node)
  useDeselectHidden(leads, selection)
  const opened = useOpenedRecord()
  const { openLead } = useOpenRecord()
  return (
    <Card
      title="Recent Leads"
      className={classNames('overflow-hidden', className)}
      aside={
        <Link to="/leads" className="font-[550] text-accent-ink hover:underline">
          All{total === undefined ? ' leads' : ` ${formatCount(total)}`}
        </Link>
      }
    >
      {leads && leads.length > 0 ? (
        <>
          <Head leads={leads} selection={selection} />
          <ul>
            {leads.map((lead) => (
              <RecentLead
                key={lead.id}
                lead={lead}
                selected={selection.ids.has(lead.id)}
                onSelect={(next) => selection.select([lead.id], next)}
                isOpen={opened?.kind === 'lead' && opened.id === lead.id}
                onOpen={() => openLead(lead.id)}
              />
            ))}
          </ul>
        </>
      ) : leads ? (
        <EmptyState
          title="No leads found"
          hint="Save a house on the map and create the first lead there."
          action={<ButtonLink to="/map">Open Map</ButtonLink>}
        />
      ) : (
        <LoadingOrError
          query={{ failed, busy, retry }}
          failure={DATA_FAILED}
          label="recent leads"
          rows={RECENT_COUNT}
          cells={['size-[18px]', 'h-3.5 w-44', 'ml-auto h-3.5 w-24']}
          rowClass="h-12 gap-3"
        />
      )}
    </Card>
  )
}

/** Deselects leads that left the list or were deleted, because the user cannot see them to deselect them. */
function useDeselectHidden(leads: readonly LeadRow[] | undefined, { ids, select }: Selection): void {
  useEffect(() => {
    if (!leads) return
    const listedIds = new Set(leads.map(({ id }) => id))
    select(
      [...ids].filter((id) => !listedIds.has(id)),
      false,
    )
  }, [leads, ids, select])
}

const columnClasses =
  'grid grid-cols-[auto_minmax(0,1.5fr)_minmax(0,1.25fr)_minmax(0,.7fr)_6.5rem_7.5rem] items-center gap-x-4 border-b border-line pr-5 pl-3'

/** The names of the columns. On a phone a lead has two lines without them. */
function Head({ leads, selection }: { leads: readonly LeadRow[]; selection: Selection }) {
  const count = leads.filter(({ id }) => selection.ids.has(id)).length
  const isAll = count === leads.length
  return (
    <div className={classNames(columnClasses, 'h-9 text-micro font-[550] text-ink-2 max-md:hidden')}>
      <Checkbox
        label="Select All recent leads"
        checked={isAll || (count > 0 && 'mixed')}
        onChange={() =>
          selection.select(
            leads.map(({ id }) => id),
            !isAll,
          )
        }
      />
      <span>Property</span>
      <span>Tag</span>
      <span>Assigned To</span>
      <span className="flex items-center justify-end gap-1 font-semibold text-ink">
        <ArrowDown aria-hidden size={13} strokeWidth={2.2} />
        Created
      </span>
      <span className="pl-2">Status</span>
    </div>
  )
}

interface RecentLeadProps {
  lead: LeadRow
  selected: boolean
  onSelect: (selected: boolean) => void
  isOpen: boolean
  onOpen: () => void
}

function RecentLead({ lead, selected, onSelect, isOpen, onOpen }: RecentLeadProps) {
  const street = streetOf(lead.address)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the link is for the keyboard
    <li
      onClick={({ target }) => {
        if (target instanceof Element && !target.closest('a, input')) onOpen()
      }}
      className={classNames(
        columnClasses,
        'min-h-11 cursor-pointer last:border-0 max-md:grid-cols-[auto_minmax(0,1fr)_6.5rem] max-[359px]:grid-cols-[auto_minmax(0,1fr)_5.5rem] max-md:gap-x-2 max-md:py-2 max-md:pr-3 max-md:pl-0',
        isOpen
          ? 'bg-accent-tint shadow-[inset_3px_0_0_var(--color-accent)]'
          : selected
            ? 'bg-accent-tint/62'
            : 'hover:bg-hover',
      )}
    >
      <Checkbox label={`Select ${street}`} checked={selected} onChange={onSelect} className="max-md:row-span-2" />
      <span className="flex min-w-0 items-center gap-1.5">
        <LeadLink lead={lead} onOpen={onOpen} className="truncate font-semibold max-md:whitespace-normal" />
        {lead.priority === 'HIGH' && (
          <span title="High Priority" className="shrink-0">
            <PriorityIcon priority="HIGH" />
            <span className="sr-only">High Priority</span>
          </span>
        )}
      </span>
      <span className="flex items-center gap-2 truncate max-md:order-2">
        <PropertyTypeIcon type={lead.tag} size={22} />
        <span className="truncate">{propertyTypeLabels[lead.tag]}</span>
      </span>
      <span className="flex min-w-0 items-center gap-2 max-md:hidden">
        {lead.assignedTo ? (
          <>
            <Avatar name={lead.assignedTo.fullName} size={24} />
            <span className="truncate">{lead.assignedTo.fullName.split(' ')[0]}</span>
          </>
        ) : (
          <span className="text-ink-3">Nobody</span>
        )}
      </span>
      <span className="figures text-right text-ink-2 max-md:order-3 max-md:text-small">
        {formatDate(lead.createdAt)}
      </span>
      <StatusBadge status={lead.status} className="max-md:order-1 max-md:justify-self-end md:pl-2" />
    </li>
  )
}
