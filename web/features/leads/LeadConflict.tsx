import type { LeadStatus } from '../../gql/graphql.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import { StatusBadge } from '../../domain/StatusBadge.tsx'
import { ConflictDialog } from '../../ui/ConflictDialog.tsx'

/** The fields of a lead in the error of an update that is based on another version. */
export interface SavedLead {
  address: string
  status: LeadStatus
  version: number
  updatedAt: string
}

/** A status that was not saved because the lead was changed since the user saw it. */
export interface StatusConflict {
  id: string
  status: LeadStatus
  saved: SavedLead
}

interface LeadConflictProps {
  conflict: StatusConflict
  /** Saves the status again, based on this version. */
  onSaveMine: (id: string, status: LeadStatus, version: number) => void
  onClose: () => void
}

/** Lets the user choose between the status they set and the lead as it was saved since. */
export function LeadConflict({ conflict: { id, status, saved }, onSaveMine, onClose }: LeadConflictProps) {
  return (
    <ConflictDialog
      description={`${saved.address} · last changed on ${formatDate(saved.updatedAt)} at ${formatTime(saved.updatedAt)}`}
      fields={[
        { label: 'Status', mine: <StatusBadge status={status} />, saved: <StatusBadge status={saved.status} /> },
      ]}
      busy={false}
      onSaveMine={() => {
        onClose()
        onSaveMine(id, status, saved.version)
      }}
      onKeepTheirs={onClose}
    />
  )
}
