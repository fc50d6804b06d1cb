import type { InvitationRowFragment, InvitationState } from '../../gql/graphql.ts'
import { formatDate } from '../../lib/dates.ts'
import { useIsPhone } from '../../lib/useMediaQuery.ts'
import { roleLabels } from '../../domain/roles.ts'
import { useAbilities } from '../../session/person/MeProvider.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { cellClasses, numberCellClasses, rowClasses, Table } from '../../ui/Table.tsx'
import { classNames } from '../../ui/classNames.ts'
import { type Hue, tintClasses } from '../../ui/hues.ts'

interface InvitationRowsProps {
  invitations: readonly InvitationRowFragment[]
  onRevoke: (invitation: InvitationRowFragment) => void
}

const states: Record<InvitationState, { label: string; hue: Hue }> = {
  OPEN: { label: 'Open', hue: 'good' },
  USED_UP: { label: 'Used up', hue: 'mute' },
  EXPIRED: { label: 'Expired', hue: 'warn' },
  REVOKED: { label: 'Revoked', hue: 'bad' },
  LAPSED: { label: 'No longer valid', hue: 'bad' },
}

/** The invitations as a table; on a phone as cards. */
export function InvitationRows({ invitations, onRevoke }: InvitationRowsProps) {
  const phone = useIsPhone()
  if (phone) {
    return (
      <ul className="grid gap-3">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="rounded-phone-card bg-surface p-4 shadow-card">
            <div className="flex items-start justify-between gap-3">
              <Invited invitation={invitation} />
              <StateBadge state={invitation.state} />
            </div>
            <p className="mt-2 text-small text-ink-2">
              <UsesLeft invitation={invitation} /> · until {formatDate(invitation.expiresAt)}
            </p>
            <Came invitation={invitation} className="mt-1 text-small" />
            <RevokeButton invitation={invitation} onRevoke={onRevoke} className="mt-3 w-full" />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Table columns={['Invitation', 'State', 'Came']} numberColumns={['Left', 'Until']} className="w-[30%]">
      {invitations.map((invitation) => (
        <tr key={invitation.id} className={classNames(rowClasses, 'hover:bg-hover')}>
          <th scope="row" className={classNames(cellClasses, 'max-w-0 text-left font-normal')}>
            <Invited invitation={invitation} />
          </th>
          <td className={cellClasses}>
            <StateBadge state={invitation.state} />
          </td>
          <td className={cellClasses}>
            <Came invitation={invitation} />
          </td>
          <td className={numberCellClasses}>
            <UsesLeft invitation={invitation} />
          </td>
          <td className={numberCellClasses}>
            <time dateTime={invitation.expiresAt}>{formatDate(invitation.expiresAt)}</time>
          </td>
          <td className={classNames(cellClasses, 'text-right')}>
            <RevokeButton invitation={invitation} onRevoke={onRevoke} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** What the invitation is called: the address, or the role. */
export const nameOf = ({ email, role, uses }: InvitationRowFragment): string =>
  email ?? (uses === 1 ? roleLabels[role] : `${uses} × ${roleLabels[role]}`)

function Invited({ invitation }: { invitation: InvitationRowFragment }) {
  const { email, role, createdAt, createdBy } = invitation
  return (
    <span className="block min-w-0">
      <span className="block truncate leading-5 font-semibold max-md:whitespace-normal max-md:wrap-anywhere">
        {nameOf(invitation)}
      </span>
      <span className="figures block text-small leading-4 text-ink-2">
        {email && `${roleLabels[role]} · `}by {createdBy.fullName}, {formatDate(createdAt)}
      </span>
    </span>
  )
}

function StateBadge({ state }: { state: InvitationState }) {
  const { label, hue } = states[state]
  return <Badge colors={tintClasses[hue]}>{label}</Badge>
}

const UsesLeft = ({ invitation: { uses, usesLeft } }: { invitation: InvitationRowFragment }) =>
  `${usesLeft} of ${uses} left`

/** Who came with the invitation. */
function Came({ invitation: { acceptedBy }, className }: { invitation: InvitationRowFragment; className?: string }) {
  if (acceptedBy.length === 0) return <p className={classNames('text-ink-2', className)}>Nobody yet</p>
  return (
    <p className={classNames('wrap-anywhere', className)}>{acceptedBy.map(({ fullName }) => fullName).join(', ')}</p>
  )
}

function RevokeButton({
  invitation,
  onRevoke,
  className,
}: { invitation: InvitationRowFragment; className?: string } & Pick<InvitationRowsProps, 'onRevoke'>) {
  const { invitableRoles } = useAbilities()
  if (invitation.state !== 'OPEN' || !invitableRoles.includes(invitation.role)) return null
  return (
    <Button
      variant="destructive"
      size="small"
      aria-label={`Revoke ${nameOf(invitation)}`}
      onClick={() => onRevoke(invitation)}
      className={className}
    >
      Revoke
    </Button>
  )
}
