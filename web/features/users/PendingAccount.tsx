import { useQuery } from '@apollo/client/react'
import { UserListDocument, type UserRowFragment } from '../../gql/graphql.ts'
import { formatDate } from '../../lib/dates.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'

interface PendingAccountProps {
  user: UserRowFragment
  /** Whether it is approved together with others. */
  isChosen?: boolean
  /** Without it, the account is approved in any case. */
  onChoose?: (isChosen: boolean) => void
  /** Chooses the tenant of a colleague. */
  onTenant: (tenantId: string) => void
}

/** What helps to decide about an account that waits: who it is, since when, and who else has an address of the same domain. */
export function PendingAccount({ user, isChosen = false, onChoose, onTenant }: PendingAccountProps) {
  const { fullName, email, phone, createdAt } = user
  const domain = email.slice(email.lastIndexOf('@'))
  const { data } = useQuery(UserListDocument, {
    variables: { filter: { search: domain, status: 'ACTIVE' }, first: 5 },
  })
  // The search finds the text anywhere, also in a longer domain.
  const colleagues = (data?.users.edges ?? []).flatMap(({ node }) =>
    node.tenant && node.email.endsWith(domain) ? [{ name: node.fullName, tenant: node.tenant }] : [],
  )
  const tenants = new Map(colleagues.map(({ tenant }) => [tenant.id, tenant.name]))
  return (
    <li className="flex items-start gap-2 py-2">
      {onChoose && <Checkbox label={`Also ${fullName}`} checked={isChosen} onChange={onChoose} className="-ml-2" />}
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="text-body font-semibold">{fullName}</p>
        <p className="text-small text-ink-2">
          {[email, phone, `signed up ${formatDate(createdAt)}`].filter(Boolean).join(' · ')}
        </p>
        {colleagues.length > 0 && (
          <p className="mt-0.5 text-small">
            {colleagues.map(({ name }) => name).join(', ')} {colleagues.length === 1 ? 'has' : 'have'} an address{' '}
            {domain}:{' '}
            {[...tenants].map(([id, name], index) => (
              <span key={id}>
                {index > 0 && ', '}
                <button type="button" className="link max-md:min-h-11" onClick={() => onTenant(id)}>
                  {name}
                </button>
              </span>
            ))}
          </p>
        )}
      </div>
    </li>
  )
}
