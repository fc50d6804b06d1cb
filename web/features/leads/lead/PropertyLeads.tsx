import { PropertyTypeChip } from '../../../domain/PropertyTypeIcon.tsx'
import { StatusBadge } from '../../../domain/StatusBadge.tsx'
import { PropertyLeadsDocument } from '../../../gql/graphql.ts'
import { useFreshQuery } from '../../../lib/freshQuery.ts'
import { formatDate } from '../../../lib/dates.ts'
import { useOpenRecord } from '../../../session/records.tsx'
import { isSentLead } from './useDoorLeads.ts'

/** The leads of one property; each row opens its lead. Renders nothing without leads. */
export function PropertyLeads({ propertyId }: { propertyId: string }) {
  const { data } = useFreshQuery(PropertyLeadsDocument, { id: propertyId })
  const { openLead } = useOpenRecord()
  const leads = data?.property?.leads
  if (!leads?.length) return null
  return (
    <section aria-label="Leads" className="mt-5">
      <h3 className="text-section">Leads</h3>
      <ul className="mt-1">
        {leads.map((lead) => (
          <li key={lead.id} className="border-b border-line last:border-0">
            <button
              type="button"
              disabled={!isSentLead(lead)}
              onClick={() => openLead(lead.id)}
              className="flex min-h-11 w-full items-center gap-2 rounded-badge text-left hover:bg-hover"
            >
              <PropertyTypeChip type={lead.tag} />
              <StatusBadge status={lead.status} className="text-small" />
              <span className="figures ml-auto text-small text-ink-2">{formatDate(lead.createdAt)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
