import { readScope, type Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { outcomeNameOf } from '../../domain/outcomes/outcomes.ts'
import { authorize } from '../../domain/permissions.ts'
import { distanceBetween, type Point } from '../../domain/point.ts'
import { photoIdsOfKnock, type Knock } from '../../records/knockRows.ts'
import { readProperty } from '../properties/readProperty.ts'

/** A knock at a property that was not deleted. */
export interface KnockView extends Knock {
  propertyId: string
  /** The first of `photoIds`; null if there is none. */
  photoId: string | null
  /** Whether a file brought it. */
  imported: boolean
  /** From the position of the device to the house; null without a position. */
  distanceMeters: number | null
}

type StoredKnock = Omit<KnockView, 'photoId' | 'imported' | 'distanceMeters' | 'outcomeName'> & {
  property: Point
  ownOutcomeName: string | null
}

/** The maximum number of knocks of one property. Older ones are in its history. */
export const maxKnocks = 100

/** The newest 100 knocks at a property that were not withdrawn. Throws `NotFound` for a property that the actor may not read. */
export async function listPropertyKnocks(ctx: Context, propertyId: string): Promise<KnockView[]> {
  const { id } = await readProperty(ctx, propertyId)
  return readKnocksOfProperties(ctx, [id])
}

/** The newest knocks at each of these properties that were not withdrawn, at most `limit` of each, newest first; of one rep if it is named. */
export async function readKnocksOfProperties(
  ctx: Context,
  propertyIds: readonly string[],
  limit = maxKnocks,
  repId: string | null = null,
): Promise<KnockView[]> {
  authorize(ctx.actor, 'property.read')
  const scope = readScope(ctx)
  const found = await ctx.database.within(scope, (em) =>
    queryRows<StoredKnock>(
      em,
      // Compare p.id, not k.property_id: a global admin's query has no tenant, and only the index on p.id works without one.
      `select k.tenant_id as "tenantId", k.event_id as "eventId", k.property_id as "propertyId", k.rep_id as "repId",
         k.session_id as "sessionId", k.outcome, k.outcome_id as "outcomeId", k.outcome_name as "ownOutcomeName", k.note, k.flags, k.lat, k.lng, k.accuracy_meters as "accuracyMeters",
         ${photoIdsOfKnock(':tenant')} as "photoIds", k.come_back_at as "comeBackAt", k.occurred_at as "occurredAt", k.withdrawn_at as "withdrawnAt",
         k.import_id as "importId", k.counted,
         json_build_object('lat', p.lat, 'lng', p.lng) as property
       from properties p cross join lateral (select * from knocks k
         where k.tenant_id = p.tenant_id and k.property_id = p.id and k.withdrawn_at is null
           and ($3::uuid is null or k.rep_id = $3) and k.tenant_id = :tenant
         order by k.occurred_at desc, k.event_id desc limit $2) k
       where p.tenant_id = :tenant and p.id = any($1::uuid[]) order by k.occurred_at desc, k.event_id desc`,
      [propertyIds, Math.min(limit, maxKnocks), repId],
    ),
  )
  return found.map(({ property, ownOutcomeName, ...knock }) => ({
    ...knock,
    outcomeName: outcomeNameOf(knock.outcome, ownOutcomeName),
    photoId: knock.photoIds[0] ?? null,
    imported: knock.importId !== null,
    distanceMeters: distanceBetween(knock, property),
  }))
}
