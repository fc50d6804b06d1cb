import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { NotFound, PayloadTooLarge } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { countAttempt } from '../../log/quotas.ts'
import { transact } from '../../log/transact.ts'
import { findTenant, type TenantView } from './tenants.ts'

/** The maximum size of an uploaded logo. */
export const maxLogoBytes = 512 * 1024
export const logoTooLargeMessage = 'The logo is too large. The maximum size is 512 kB.'

/**
 * Saves a PNG, JPEG or SVG image as the logo of the company, as a PNG of at most 512 pixels. Throws `Refused` for an image that is damaged,
 * too large or not safe, and `QuotaExceeded` when the tenant has uploaded its images of the day.
 */
export async function saveLogo(ctx: Context, file: Buffer): Promise<TenantView> {
  authorize(ctx.actor, 'tenant.changeSettings')
  const tenantId = requireTenant(ctx.actor)
  if (file.length > maxLogoBytes) throw new PayloadTooLarge(logoTooLargeMessage)
  await countAttempt(ctx, tenantId, 'photos')
  return setLogo(ctx, tenantId, await ctx.services.photos.encodeLogo(file))
}

/** Removes the logo of the company. Changes nothing without one. */
export function removeLogo(ctx: Context): Promise<TenantView> {
  authorize(ctx.actor, 'tenant.changeSettings')
  return setLogo(ctx, requireTenant(ctx.actor), null)
}

function setLogo(ctx: Context, tenantId: string, logo: Buffer | null): Promise<TenantView> {
  const hash = logo && createHash('sha256').update(logo).digest('hex').slice(0, 16)
  return transact(ctx, { scope: 'platform', logTenantId: tenantId }, async ({ em, record }) => {
    const changed = await queryRows(
      em,
      'update tenants set logo = $2, logo_hash = $3 where id = $1 and logo_hash is distinct from $3 returning id',
      [tenantId, logo, hash],
    )
    if (changed.length > 0) record({ type: 'TenantUpdated', subjectId: tenantId, data: { tenantId, fields: ['logo'] } })
    return findTenant(em, tenantId)
  })
}

/**
 * The logo of a company, as a PNG. Anybody may read it who knows the id of the tenant: the page of an invitation shows it before there is a
 * session, and mails link to it. Throws `NotFound` for a company without a logo as for an unknown one.
 */
export async function readLogo(ctx: Context, id: string): Promise<Buffer> {
  const tenantId = parseId(id, 'Logo')
  const [found] = await ctx.database.within({ tenantId }, (em) =>
    queryRows<{ logo: Buffer }>(em, 'select logo from tenants where id = $1 and logo is not null', [tenantId]),
  )
  if (!found) throw new NotFound('Logo not found')
  return found.logo
}
