import { useState } from 'react'
import type { CreateInvitationInput, Role } from '../../gql/graphql.ts'
import { useFields } from '../../lib/useFields.ts'
import { RoleChoice } from '../../domain/RoleChoice.tsx'
import { emailRules } from '../../domain/accountRules.ts'
import { useAbilities } from '../../session/person/MeProvider.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { EmailField, TextField } from '../../ui/Field.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'

const MAX_USES = 100
const MAX_DAYS = 30

/** Whether the invitation is for whoever has its link, or for one address. */
type Recipient = 'LINK' | 'ADDRESS'

const recipients: { value: Recipient; label: string }[] = [
  { value: 'LINK', label: 'Link or QR code' },
  { value: 'ADDRESS', label: 'One email address' },
]

interface InviteFields {
  email: string
  uses: string
  days: string
}

const wholeNumber = (max: number, message: string) => ({
  validate: (value: string) => (/^\d+$/.test(value.trim()) && Number(value) >= 1 && Number(value) <= max) || message,
})

/** The role, the people and the lifetime of a new invitation. */
export function InviteForm({
  wantedRole,
  onSubmit,
  onClose,
}: {
  /** The role that is chosen first, if the user may invite it. */
  wantedRole: string | null
  onSubmit: (input: CreateInvitationInput) => Promise<void>
  onClose: () => void
}) {
  const { invitableRoles } = useAbilities()
  const [role, setRole] = useState<Role>(
    invitableRoles.find((one) => one === wantedRole) ?? invitableRoles[0] ?? 'SALES_REP',
  )
  const [recipient, setRecipient] = useState<Recipient>('LINK')
  const { field, submit } = useFields<InviteFields>({ email: '', uses: '1', days: '7' }, { shouldUnregister: true })
  const send = submit(({ email, uses, days }) =>
    onSubmit({
      role,
      expiresInDays: Number(days),
      ...(recipient === 'ADDRESS' ? { email: email.trim() } : { uses: Number(uses) }),
    }),
  )
  return (
    <FormDialog
      onSubmit={send}
      onClose={onClose}
      title="Invite"
      description="Who comes by the invitation is in at once, without approval."
      action="Create Invitation"
      busyAction="Creating..."
      className="grid gap-5"
    >
      <RoleChoice roles={invitableRoles} value={role} onChange={setRole} />
      <SegmentedControl label="For" options={recipients} value={recipient} onChange={setRecipient} />
      <div className="grid gap-4 md:grid-cols-2">
        {recipient === 'LINK' ? (
          <TextField
            label="Number of People"
            isRequired
            inputMode="numeric"
            autoComplete="off"
            hint="As many can come with the same link."
            {...field('uses', wholeNumber(MAX_USES, `Enter a number from 1 to ${MAX_USES}`))}
          />
        ) : (
          <EmailField
            isRequired
            autoComplete="off"
            hint="Nobody else can use the link."
            {...field('email', emailRules)}
          />
        )}
        <TextField
          label="Valid for Days"
          isRequired
          inputMode="numeric"
          autoComplete="off"
          {...field('days', wholeNumber(MAX_DAYS, `Enter a number from 1 to ${MAX_DAYS}`))}
        />
      </div>
    </FormDialog>
  )
}
