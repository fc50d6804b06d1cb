import { Link } from 'react-router-dom'
import { streetOf } from '../../domain/streetOf.ts'
import type { ActivityRowFragment } from '../../gql/graphql.ts'
import { useOpenRecord } from '../../session/records.tsx'

const linkClasses = 'rounded-badge text-left text-ink wrap-anywhere hover:underline touch:-my-3 touch:py-3'

interface EventRecordLinkProps {
  record: NonNullable<ActivityRowFragment['record']>
  isShort?: boolean
}

/** The lead, house or file of an event, which a click opens. In a list, the street stands for the whole address. */
export function EventRecordLink({ record: { kind, id, label }, isShort = false }: EventRecordLinkProps) {
  const { openLead, openProperty } = useOpenRecord()
  if (kind === 'TEMPLATE')
    return (
      <Link to="/templates" className={linkClasses}>
        {label}
      </Link>
    )
  const open = kind === 'LEAD' ? openLead : openProperty
  return (
    <button
      type="button"
      aria-label={`Open ${kind === 'LEAD' ? 'lead' : 'property'}: ${label}`}
      title={isShort ? label : undefined}
      className={linkClasses}
      onClick={() => open(id)}
    >
      {isShort ? streetOf(label) : label}
    </button>
  )
}
