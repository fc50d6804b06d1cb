import { v7 as uuidv7 } from 'uuid'
import { readScope, type Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { onlyRow } from '../../database/onlyRow.ts'
import { NotFound, PayloadTooLarge } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize, ownUserIdOf, requireTenant } from '../../domain/permissions.ts'
import { countAttempt } from '../../log/quotas.ts'
import { transactInTenant } from '../../log/transact.ts'
import type { EncodedPhoto } from '../../services/photos/photos.ts'

/** The maximum size of an uploaded photo. */
export const maxPhotoBytes = 1024 * 1024
export const photoTooLargeMessage = 'The photo is too large. The maximum size is 1 MB.'

/**
 * Saves a photo without its metadata and returns its id, for a knock of the actor. Throws `Refused` for a damaged image and
 * `QuotaExceeded` when the tenant has uploaded its photos of the day.
 */
export async function uploadPhoto(ctx: Context, file: Buffer): Promise<{ id: string }> {
  authorize(ctx.actor, 'knock.log')
  const tenantId = requireTenant(ctx.actor)
  if (file.length > maxPhotoBytes) throw new PayloadTooLarge(photoTooLargeMessage)
  await countAttempt(ctx, tenantId, 'photos')
  const { content, contentType } = await ctx.services.photos.encode(file)
  const id = uuidv7()
  return transactInTenant(ctx, tenantId, async ({ em, record }) => {
    await queryRows(
      em,
      `insert into photos (tenant_id, id, content_type, content, uploaded_by, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [tenantId, id, contentType, content, ctx.actor!.userId, ctx.now()],
    )
    record({ type: 'PhotoUploaded', subjectId: id, data: { photoId: id, size: content.length } })
    return { id }
  })
}

/**
 * A photo. Throws `NotFound` for an unknown id and another tenant's photo, and for a rep, who sees their own photos and those
 * of knocks at the properties assigned to them.
 */
export async function readPhoto(ctx: Context, id: string): Promise<EncodedPhoto> {
  const reach = authorize(ctx.actor, 'property.read')
  const scope = readScope(ctx)
  const found = await ctx.database.within(scope, (em) =>
    queryRows<EncodedPhoto>(
      em,
      `select f.content, f.content_type as "contentType" from photos f
       where f.tenant_id = :tenant and f.id = $1 and ($2::uuid is null or f.uploaded_by = $2 or exists (select from knock_photos u
         join knocks k on k.tenant_id = u.tenant_id and k.event_id = u.knock_id
         join properties p on p.tenant_id = k.tenant_id and p.id = k.property_id
         where u.tenant_id = :tenant and k.tenant_id = :tenant and p.tenant_id = :tenant and u.tenant_id = f.tenant_id
           and u.photo_id = f.id and p.assigned_to = $2))`,
      [parseId(id, 'Photo'), reach === 'own' ? ownUserIdOf(ctx.actor!) : null],
    ),
  )
  const photo = onlyRow(found)
  if (!photo) throw new NotFound('Photo not found')
  return photo
}
