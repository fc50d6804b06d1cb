import { Link } from 'react-router-dom'
import type { ActivityRowFragment } from '../../gql/graphql.ts'
import { useOpenRecord } from '../../session/records.tsx'

const linkClasses = 'rounded-badge text-left text-ink wrap-anywhere hover:underline touch:-my-3 touch:py-3'

interface EventRecordLinkProps {
  record: NonNullable<ActivityRowFragment['record']>
  /** Called before the record opens, for a dialog that has to close. */
  onOpen?: () => void
}

/** The lead, house or file of an event, which a click opens. */
export function EventRecordLink({ record: { kind, id, label }, onOpen }: EventRecordLinkProps) {
  const { openLead, openProperty } = useOpenRecord()
  if (kind === 'TEMPLATE')
    return (
      <Link to="/templates" className={linkClasses} onClick={onOpen}>
        {label}
      </Link>
    )
  const open = kind === 'LEAD' ? openLead : openProperty
  return (
    <button
      type="button"
      aria-label={`Open ${kind === 'LEAD' ? 'lead' : 'property'}: ${label}`}
      className={linkClasses}
      onClick={() => {
        onOpen?.()
        open(id)
      }}
    >
      {label}
    </button>
  )
}
