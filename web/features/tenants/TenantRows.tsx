import type { TenantRowFragment } from '../../gql/graphql.ts'
import { Badge } from '../../ui/Badge.tsx'
import { tintClasses } from '../../ui/hues.ts'
import { describeTimeZone, formatDate } from '../../lib/dates.ts'
import { initialsOf } from '../../ui/Avatar.tsx'
import { RecordRows } from '../../ui/RecordRows.tsx'
import { TenantActions, type TenantActionsProps } from './TenantActions.tsx'

interface TenantRowsProps extends Pick<TenantActionsProps, 'onStats' | 'onEdit' | 'onArchive'> {
  tenants: readonly TenantRowFragment[]
}

/** The tenants as a table; on a phone as cards. */
export const TenantRows = ({ tenants, ...rest }: TenantRowsProps) => (
  <RecordRows
    rows={tenants}
    className="sticky left-0 z-10 w-[40%] bg-surface"
    columns={[
      {
        label: 'Tenant',
        className: 'sticky left-0 bg-surface font-normal group-hover:bg-hover',
        cell: (tenant) => <TenantName tenant={tenant} />,
      },
      { label: 'Time Zone', cell: ({ timeZone }) => describeTimeZone(timeZone) },
      { label: 'Created', isNumber: true, className: 'text-ink-2', cell: ({ createdAt }) => formatDate(createdAt) },
    ]}
    actions={(tenant) => <TenantActions tenant={tenant} {...rest} />}
    card={(tenant) => (
      <>
        <TenantName tenant={tenant} />
        <p className="mt-2 text-small text-ink-2">
          {describeTimeZone(tenant.timeZone)} · since {formatDate(tenant.createdAt)}
        </p>
        <TenantActions tenant={tenant} {...rest} className="mt-2 w-full" />
      </>
    )}
  />
)

function TenantName({ tenant }: { tenant: TenantRowFragment }) {
  return (
    <span className="flex items-center gap-2.5">
      <span
        aria-hidden
        className="inline-flex size-7 shrink-0 items-center justify-center rounded-badge bg-sunken text-badge font-semibold text-ink-2"
      >
        {initialsOf(tenant.name)}
      </span>
      <span className="min-w-0 max-md:wrap-anywhere md:flex md:items-baseline md:gap-2">
        <span className="flex items-center gap-2 leading-5 font-semibold">
          {tenant.name}
          {tenant.archivedAt && <Badge colors={tintClasses.mute}>Archived</Badge>}
        </span>
        <span className="block text-small leading-4 text-ink-2">{tenant.companyName}</span>
      </span>
    </span>
  )
}
