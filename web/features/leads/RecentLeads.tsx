import { useQuery } from '@apollo/client/react'
import { useEffect } from 'react'
import { LeadListDocument } from '../../gql/graphql.ts'
import { formatDate } from '../../lib/dates.ts'
import { useFailureToast } from '../../session/failureToasts.ts'
import { Card } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { StatusBadge } from '../../domain/StatusBadge.tsx'
import { propertyTypeLabel, PropertyTypeIcon } from '../../domain/PropertyTypeIcon.tsx'
import { useOnLeadsChanged } from './LeadsLiveProvider.tsx'
import { DATA_FAILED, streetOf } from './leadText.ts'
import type { LeadRow } from './leadRanges.ts'
import type { LeadSelection } from './useLeadSelection.ts'

/** Spec §9. */
const RECENT_COUNT = 10
const noFilter = {}

/** The ten latest leads, with checkboxes to select them for printing. */
export function RecentLeads({ selection, className }: { selection: LeadSelection; className?: string }) {
  const { data, error, loading, refetch } = useQuery(LeadListDocument, {
    variables: { filter: noFilter, first: RECENT_COUNT },
    fetchPolicy: 'cache-and-network',
  })
  const reread = () => void refetch().catch(() => undefined)
  useOnLeadsChanged(reread)
  useFailureToast(error, DATA_FAILED, DATA_FAILED)
  const leads = data?.leads.edges.map(({ node }) => node)
  useDeselectHidden(leads, selection)
  return (
    <Card title="Recent Leads" className={className ?? ''}>
      {leads && leads.length > 0 ? (
        <ul className="px-3 pt-2 pb-3">
          {leads.map((lead) => (
            <RecentLead
              key={lead.id}
              lead={lead}
              selected={selection.ids.has(lead.id)}
              onSelect={(next) => selection.select([lead.id], next)}
            />
          ))}
        </ul>
      ) : leads ? (
        <EmptyState title="No leads found" hint="Leads appear here as soon as one is created." />
      ) : error ? (
        <ErrorState title={DATA_FAILED} onRetry={reread} busy={loading} />
      ) : (
        <LoadingRows
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
function useDeselectHidden(leads: readonly LeadRow[] | undefined, { ids, select }: LeadSelection): void {
  useEffect(() => {
    if (!leads) return
    const listedIds = new Set(leads.map(({ id }) => id))
    select(
      [...ids].filter((id) => !listedIds.has(id)),
      false,
    )
  }, [leads, ids, select])
}

interface RecentLeadProps {
  lead: LeadRow
  selected: boolean
  onSelect: (selected: boolean) => void
}

function RecentLead({ lead, selected, onSelect }: RecentLeadProps) {
  const street = streetOf(lead)
  return (
    <li className="grid min-h-12 grid-cols-[auto_minmax(0,1.6fr)_minmax(0,1.2fr)_6.5rem_7.5rem] items-center gap-x-3 border-b border-line pr-2 last:border-0 max-md:grid-cols-[auto_minmax(0,1fr)_9.5rem] max-md:py-2">
      <Checkbox label={`Select ${street}`} checked={selected} onChange={onSelect} className="max-md:row-span-2" />
      <span className="truncate font-semibold max-md:whitespace-normal" title={lead.address}>
        {street}
      </span>
      <span className="flex items-center gap-2 truncate">
        <PropertyTypeIcon type={lead.tag} size={22} />
        <span className="truncate">{propertyTypeLabel(lead.tag)}</span>
      </span>
      <span className="figures text-ink-2">{formatDate(lead.createdAt)}</span>
      <StatusBadge status={lead.status} />
    </li>
  )
}
