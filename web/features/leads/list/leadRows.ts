import type { LeadStatus } from '../../../gql/graphql.ts'
import type { LeadActionsProps } from '../LeadActions.tsx'
import type { LeadRow } from '../leadRanges.ts'

/** Callbacks of a row, shared by table and cards. */
export interface RowCallbacks extends Omit<LeadActionsProps, 'lead'> {
  onOpen: (id: string) => void
  onSelect: (ids: readonly string[], selected: boolean) => void
  onStatus: (id: string, status: LeadStatus) => void
  /** Undefined for users who may not assign leads. */
  onAssign: ((id: string, userId: string | null) => void) | undefined
}

export interface LeadRowsProps {
  selected: ReadonlySet<string>
  /** Whether the list is in a section of one tag. It has no tag column then. */
  grouped: boolean
  /** The accessible name of the list. */
  label: string
  callbacks: RowCallbacks
}

/** The rows of a list that are loaded so far. */
export interface LoadedLeads {
  rows: readonly LeadRow[]
  total: number
}
