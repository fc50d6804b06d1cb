import type { LeadFilter, LeadOrder, LeadStagesQuery, LeadStatus } from '../../../gql/graphql.ts'
import { DAY_MS, startOfDay } from '../../../lib/dates.ts'
import { propertyTypeLabels, statusLabels } from '../../../domain/labels.ts'
import type { LeadRow } from '../leadRanges.ts'
import type { CardOrder } from './cardOrders.ts'

type Stage = LeadStagesQuery['leadStages'][number]

/** A column of the board: a status, or a stage of the tenant's own, whose leads are contacted. */
export interface BoardColumn {
  id: string
  name: string
  status: LeadStatus
  /** Null for a column of a status. */
  stage: Stage | null
  /** What a lead in the column has. */
  filter: LeadFilter
}

/** The columns in the order of the work: New, Contacted, the stages, Completed. */
export function boardColumnsOf(stages: readonly Stage[]): BoardColumn[] {
  const ofStatus = (status: LeadStatus, filter: LeadFilter = {}): BoardColumn => ({
    id: status,
    name: statusLabels[status],
    status,
    stage: null,
    filter: { status, ...filter },
  })
  return [
    ofStatus('NEW'),
    ofStatus('CONTACTED', stages.length > 0 ? { withoutStage: true } : {}),
    ...stages.map((stage): BoardColumn => ({
      id: stage.id,
      name: stage.name,
      status: 'CONTACTED',
      stage,
      filter: { stageId: stage.id },
    })),
    ofStatus('COMPLETED'),
  ]
}

/** The id of the column to which a lead belongs. A stage without a column, such as a new one, is that of contacted leads. */
export const columnIdOf = ({ status, stage }: Pick<LeadRow, 'status' | 'stage'>, columns: readonly BoardColumn[]) =>
  columns.find(({ id }) => id === stage?.id)?.id ?? status

/** A completed lead needs no follow-up: the last one to change comes first. */
export function orderOf(column: BoardColumn, order: CardOrder): LeadOrder {
  if (order !== 'FOLLOW_UP') return { field: order, direction: 'DESC' }
  return column.status === 'COMPLETED'
    ? { field: 'UPDATED_AT', direction: 'DESC' }
    : { field: 'FOLLOW_UP', direction: 'ASC' }
}

export interface BoardSection {
  name: string
  isLate: boolean
  leads: readonly LeadRow[]
}

/** The order of the cards in a column, and whether they are grouped by tag. */
export interface CardArrangement {
  order: CardOrder
  isGrouped: boolean
}

const RECENT_DAYS = 30

/**
 * The cards of a column below headings: those of their tags if they are grouped, otherwise those of the order by follow-up; other
 * orders have none. Ends of days are those of `timeZone`.
 */
export function sectionsOf(
  column: BoardColumn,
  { order, isGrouped }: CardArrangement,
  leads: readonly LeadRow[],
  now: Date,
  timeZone: string | undefined,
): BoardSection[] {
  const nameOf = ({ tag, followUpAt, updatedAt }: LeadRow): string => {
    if (isGrouped) return propertyTypeLabels[tag]
    if (order !== 'FOLLOW_UP') return ''
    if (column.status === 'COMPLETED')
      return new Date(updatedAt).getTime() > now.getTime() - RECENT_DAYS * DAY_MS ? 'Last 30 days' : 'Earlier'
    if (!followUpAt) return 'No follow-up'
    const at = new Date(followUpAt)
    if (at < now) return 'Follow-up overdue'
    return startOfDay(at, timeZone).getTime() === startOfDay(now, timeZone).getTime() ? 'Follow-up today' : 'Later'
  }
  const sections = [...Map.groupBy(leads, nameOf)]
  if (isGrouped) sections.sort(([one], [other]) => one.localeCompare(other, 'en'))
  return sections.map(([name, rows]) => ({
    name,
    isLate: name === 'Follow-up overdue',
    leads: rows,
  }))
}

/** '7 min', '5 h', '14 d' since a time. */
export function ageOf(since: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - new Date(since).getTime()) / 60_000))
  if (minutes < 60) return `${minutes} min`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`
  return `${Math.floor(minutes / (24 * 60))} d`
}
