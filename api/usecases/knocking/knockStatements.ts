import { prepared } from '../../database/pipelinedConnection.ts'
import { queryRows, type Database, type EntityManager } from '../../database/connection.ts'
import { assertNotArchived } from '../../log/transact.ts'
import {
  statusByOutcome,
  type KnockFlag,
  type KnockOutcome,
  type PropertyStatus,
  type Role,
} from '../../domain/enums.ts'
import type { NullablePoint } from '../../domain/point.ts'

/** One knock in the format that `log_knocks` reads (logKnocks.sql.ts). */
export interface KnockRow extends NullablePoint {
  event_id: string
  property_id: string
  rep_id: string
  session_id: string | null
  outcome: KnockOutcome
  note: string | null
  occurred_at: Date
  schema_version: number
  /** Whether the rep may knock at every property of the tenant, whatever the tenant's setting says. */
  sees_all: boolean
  real_role: Role
  acting_role: Role
  actor_session_id: string | null
  request_id: string
  photo_ids: readonly string[]
  accuracy_meters: number | null
  come_back_at: Date | null
  /** An own outcome of the tenant, and its name; null for a built-in one. */
  outcome_id: string | null
  outcome_name: string | null
  /** The own outcome was retired when the knock happened: it is refused unless it was saved before. */
  outcome_retired: boolean
  /** The door was marked before the knock: it is refused unless it was saved before. */
  do_not_knock: boolean
  flags: readonly KnockFlag[]
}

/** The result of one knock. `retry` means that another transaction saved a knock with its event id at the same time. */
export interface SavedKnock {
  outcome:
    | 'appended'
    | 'replayed'
    | 'conflict'
    | 'property_not_found'
    | 'session_not_found'
    | 'photo_not_found'
    | 'outcome_retired'
    | 'do_not_knock'
    | 'retry'
  /** The status of the property after all knocks of the call. */
  status: PropertyStatus
}

const logKnocksSql = prepared('select outcome, property_status as status from log_knocks($1, $2, $3)')
const statuses = JSON.stringify(statusByOutcome)

/**
 * Saves, appends and projects knocks of one tenant, with distinct event ids, in one transaction and one round trip. A knock of
 * a global admin is refused in an archived tenant. Returns the result of each knock, in
 * order. A knock that is not appended changes nothing.
 */
export function saveKnocks(database: Database, tenantId: string, knocks: KnockRow[]): Promise<SavedKnock[]> {
  const parameters = [tenantId, statuses, JSON.stringify(knocks)]
  if (knocks.every(({ real_role }) => real_role !== 'global_admin'))
    return database.call<SavedKnock>(tenantId, logKnocksSql, parameters)
  const save = async (em: EntityManager) => {
    const saved = await queryRows<SavedKnock>(em, logKnocksSql, parameters)
    await assertNotArchived(em, tenantId)
    return saved
  }
  return database.within('platform', save, { logTenantId: tenantId })
}
