import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { NotFound } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { ErasedRecords } from '../../records/householdErasure.ts'
import { readUserRefs, userRefOf } from '../users/userRefs.ts'

/** What is kept of a household that was forgotten. */
interface Receipt {
  companyName: string
  timeZone: string
  reason: string
  erased: ErasedRecords
  forgottenAt: Date
  /** Name of who forgot it. */
  forgottenBy: string
}

/** The path of the receipt of a household. */
export const receiptUrlOf = (propertyId: string): string => `/api/properties/${propertyId}/forget-receipt`

/** The receipt of a household of the actor's tenant; null if it was not forgotten. */
export async function findReceipt(ctx: Context, propertyId: string): Promise<Receipt | null> {
  authorize(ctx.actor, 'household.forget')
  const tenantId = requireTenant(ctx.actor)
  return ctx.database.within({ tenantId }, async (em) => {
    const [receipt] = await queryRows<Omit<Receipt, 'forgottenBy'> & { userId: string }>(
      em,
      `select t.company_name as "companyName", t.time_zone as "timeZone", f.reason, f.erased, f.forgotten_at as "forgottenAt",
         f.forgotten_by as "userId"
       from forgotten_households f join tenants t on t.id = f.tenant_id where f.tenant_id = $1 and f.property_id = $2`,
      [tenantId, propertyId],
    )
    if (!receipt) return null
    const { userId, ...others } = receipt
    return { ...others, forgottenBy: userRefOf(await readUserRefs(em, [userId]), userId).fullName }
  })
}

const labels: Record<keyof ErasedRecords, string> = {
  leads: 'Leads',
  leadNotes: 'Notes about leads',
  marks: 'Marks where nobody may knock',
  replacedOwners: 'Owners from before',
  photos: 'Photos',
  knocks: 'Knocks that stay without notes and positions',
  importRows: 'Rows of imports',
  files: 'Stored files of exports and imports',
}

/** The receipt as a PDF. Throws `NotFound` for a household that was not forgotten. */
export async function printReceipt(ctx: Context, id: string): Promise<Buffer> {
  const propertyId = parseId(id, 'Property')
  const receipt = await findReceipt(ctx, propertyId)
  if (!receipt) throw new NotFound('Receipt not found')
  const { companyName, timeZone, reason, erased, forgottenAt, forgottenBy } = receipt
  const counts = Object.entries(labels) as [keyof ErasedRecords, string][]
  // Loaded when it is needed, because the library and the font take memory.
  const { writeTextPdf } = await import('../../services/pdf/writeTextPdf.ts')
  return writeTextPdf({
    title: 'Household Forgotten',
    createdAt: forgottenAt,
    paragraphs: [
      companyName,
      `At the request of a household, ${companyName} erased its names, phone numbers, email addresses, notes, photos, letters and positions. This receipt does not say whose they were. The address is kept only as a keyed hash, so that no import brings the household back.`,
      `When: ${format(new TZDate(forgottenAt, timeZone), 'MMMM d, yyyy, h:mm a')} (${timeZone})`,
      `By: ${forgottenBy}`,
      `Reason: ${reason}`,
      `Record: ${propertyId}`,
      ['Erased, besides the property itself:', ...counts.map(([kind, label]) => `${label}: ${erased[kind]}`)].join(
        '\n',
      ),
    ],
  })
}
