import type { TenantRowFragment } from '../../gql/graphql.ts'
import { Badge } from '../../ui/Badge.tsx'
import { tintClasses } from '../../ui/hues.ts'
import { describeTimeZone, formatDate } from '../../lib/dates.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { initialsOf } from '../../ui/Avatar.tsx'
import { cellClasses, numberCellClasses, rowClasses, Table } from '../../ui/Table.tsx'
import { TenantActions, type TenantActionsProps } from './TenantActions.tsx'

interface TenantRowsProps extends Pick<TenantActionsProps, 'onStats' | 'onEdit' | 'onArchive'> {
  tenants: readonly TenantRowFragment[]
}

/** The tenants as a table; on a phone as cards. */
export function TenantRows({ tenants, ...rest }: TenantRowsProps) {
  const phone = useIsPhone()
  if (phone) {
    return (
      <ul className="grid gap-3">
        {tenants.map((tenant) => (
          <li key={tenant.id} className="rounded-phone-card bg-surface p-4 shadow-card">
            <TenantName tenant={tenant} />
            <p className="mt-2 text-small text-ink-2">
              {describeTimeZone(tenant.timeZone)} · since {formatDate(tenant.createdAt)}
            </p>
            <TenantActions tenant={tenant} {...rest} className="mt-2 w-full" />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Table
      columns={['Tenant', 'Time Zone']}
      numberColumns={['Created']}
      className="sticky left-0 z-10 w-[40%] bg-surface"
    >
      {tenants.map((tenant) => (
        <tr key={tenant.id} className={`${rowClasses} hover:bg-hover`}>
          <th
            scope="row"
            className={`${cellClasses} sticky left-0 bg-surface text-left font-normal group-hover:bg-hover`}
          >
            <TenantName tenant={tenant} />
          </th>
          <td className={cellClasses}>{tenant.timeZone}</td>
          <td className={`${numberCellClasses} text-ink-2`}>{formatDate(tenant.createdAt)}</td>
          <td className={`${cellClasses} text-right`}>
            <TenantActions tenant={tenant} {...rest} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

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
