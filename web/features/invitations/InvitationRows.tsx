import type { InvitationRowFragment, InvitationState } from '../../gql/graphql.ts'
import { formatDate } from '../../lib/dates.ts'
import { roleLabels } from '../../domain/roles.ts'
import { useAbilities } from '../../session/person/MeProvider.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { RecordRows } from '../../ui/RecordRows.tsx'
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
export const InvitationRows = ({ invitations, onRevoke }: InvitationRowsProps) => (
  <RecordRows
    rows={invitations}
    className="w-[30%]"
    columns={[
      { label: 'Invitation', className: 'max-w-0 font-normal', cell: (row) => <Invited invitation={row} /> },
      { label: 'State', cell: ({ state }) => <StateBadge state={state} /> },
      { label: 'Came', cell: (row) => <Came invitation={row} /> },
      { label: 'Left', isNumber: true, cell: (row) => <UsesLeft invitation={row} /> },
      {
        label: 'Until',
        isNumber: true,
        cell: ({ expiresAt }) => <time dateTime={expiresAt}>{formatDate(expiresAt)}</time>,
      },
    ]}
    actions={(row) => <RevokeButton invitation={row} onRevoke={onRevoke} />}
    card={(row) => (
      <>
        <div className="flex items-start justify-between gap-3">
          <Invited invitation={row} />
          <StateBadge state={row.state} />
        </div>
        <p className="mt-2 text-small text-ink-2">
          <UsesLeft invitation={row} /> · until {formatDate(row.expiresAt)}
        </p>
        <Came invitation={row} className="mt-1 text-small" />
        <RevokeButton invitation={row} onRevoke={onRevoke} className="mt-3 w-full" />
      </>
    )}
  />
)

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
