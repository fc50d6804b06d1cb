import { Ban, Hourglass } from 'lucide-react'
import type { AccountStatus } from '../../gql/graphql.ts'
import { classNames } from '../../ui/classNames.ts'

export const accountStatusLabels: Record<AccountStatus, string> = {
  ACTIVE: 'Active',
  BLOCKED: 'Blocked',
  PENDING: 'Pending',
}

const displays = {
  ACTIVE: { color: 'text-good', icon: <span aria-hidden className="size-2 rounded-full bg-good-fill" /> },
  BLOCKED: { color: 'text-bad', icon: <Ban aria-hidden size={15} /> },
  PENDING: { color: 'text-warn', icon: <Hourglass aria-hidden size={15} /> },
}

/** The status of an account as icon, label and color. */
export function AccountStatusBadge({ status }: { status: AccountStatus }) {
  const { color, icon } = displays[status]
  return (
    <span className={classNames('inline-flex items-center gap-1.5 align-middle font-[550] whitespace-nowrap', color)}>
      {icon}
      {accountStatusLabels[status]}
    </span>
  )
}
