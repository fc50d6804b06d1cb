import { Link } from 'react-router-dom'
import type { TenantRowFragment } from '../../gql/graphql.ts'
import { Note } from '../../ui/Note.tsx'

/** What comes after a new tenant: the account of its owner. Nothing without a new one. */
export function CreatedTenantNote({ tenant }: { tenant: Pick<TenantRowFragment, 'id' | 'name'> | null }) {
  if (!tenant) return null
  return (
    <Note hue="info">
      {tenant.name} has no users yet.{' '}
      <Link to={`/users?${new URLSearchParams({ dialog: 'new', tenant: tenant.id })}`} className="link">
        Add its owner
      </Link>
    </Note>
  )
}
