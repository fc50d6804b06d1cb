import { Ban, Hourglass } from 'lucide-react'
import type { AccountStatus } from '../../gql/graphql.ts'
import { classNames } from '../../ui/classNames.ts'

export const statusLabels: Record<AccountStatus, string> = {
  ACTIVE: 'Active',
  BLOCKED: 'Blocked',
  PENDING: 'Pending',
}

const looks = {
  ACTIVE: { colour: 'text-good', glyph: <span aria-hidden className="size-2 rounded-full bg-good-fill" /> },
  BLOCKED: { colour: 'text-bad', glyph: <Ban aria-hidden size={15} /> },
  PENDING: { colour: 'text-warn', glyph: <Hourglass aria-hidden size={15} /> },
}

/** Where an account stands: dot, ban sign or hourglass, and the word. */
export function AccountStatusMark({ status }: { status: AccountStatus }) {
  const { colour, glyph } = looks[status]
  return (
    <span className={classNames('inline-flex items-center gap-1.5 align-middle font-[550] whitespace-nowrap', colour)}>
      {glyph}
      {statusLabels[status]}
    </span>
  )
}
