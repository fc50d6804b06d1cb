import { migrationNames } from '../../migrations/list.ts'
import { currentTenant } from '../database/currentTenant.sql.ts'
import { databaseFunction, type DatabaseObject } from '../database/databaseObject.ts'
import type { DatabaseDefinition } from '../database/installObjects.ts'
import { policiesOf } from '../database/policies.sql.ts'
import { rowVersions } from '../database/rowVersions.sql.ts'
import { appendFunctions } from '../log/append.sql.ts'
import { appendOnly } from '../log/appendOnly.sql.ts'
import { hashChain } from '../log/hashChain.sql.ts'
import { activityPositionFrom } from '../log/positionFrom.sql.ts'
import { projectionTables } from '../projections/all.ts'
import { costRateSpans } from '../projections/costRateSpans.sql.ts'
import { knockOutcome } from '../projections/knockOutcome.sql.ts'
import { propertyCells } from '../projections/propertyCells.sql.ts'
import { propertyStatuses } from '../records/propertyStatuses.sql.ts'
import { apiKeysNamed } from '../usecases/activity/apiKeysNamed.sql.ts'
import { logKnocks } from '../usecases/knocking/logKnocks.sql.ts'
import { leadKeys } from '../usecases/leads/leadKeys.sql.ts'
import { leadWords } from '../usecases/leads/leadWords.sql.ts'
import { propertyKeys } from '../usecases/properties/propertyKeys.sql.ts'
import { searchWords } from '../usecases/properties/searchWords.sql.ts'
import { peopleNamed } from '../usecases/users/peopleNamed.sql.ts'
import { tenantTables } from './tablePlacements.ts'

/**
 * Functions that this release does not call, but the release before does: its processes serve during an upgrade. The next release
 * removes them from this list, and thereby from the databases. A test compares it with the schema of the release before.
 */
export const retired: DatabaseObject[] = [
  databaseFunction({
    name: 'last_standing_knocks',
    parameters: 'p_houses uuid[], p_statuses jsonb',
    sql: `returns table (property_id uuid, status text) language sql as $$
  select * from property_statuses(p_houses, p_statuses)
$$`,
  }),
]

/**
 * All functions, views, triggers and policies, except the function of the projections, which each tenant changes at its own time.
 * A function in SQL comes after those that it calls, because PostgreSQL checks it when it is made.
 *
 * A process of an earlier release leaves those of a later one in place. Each migration raises the version; raise the number behind the
 * sign with each change that comes without one. A test compares it.
 */
export const databaseDefinition: DatabaseDefinition = {
  version: migrationNames.length + 3,
  objects: [
    currentTenant,
    ...rowVersions,
    ...hashChain,
    ...appendOnly,
    ...appendFunctions,
    activityPositionFrom,
    costRateSpans,
    knockOutcome,
    propertyStatuses,
    logKnocks,
    ...searchWords,
    ...propertyCells,
    ...leadKeys,
    ...propertyKeys,
    ...leadWords,
    peopleNamed,
    apiKeysNamed,
    ...retired,
  ],
  policies: policiesOf(
    tenantTables,
    projectionTables.map(({ table }) => table),
  ),
}
