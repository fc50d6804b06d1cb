import type { Database } from '../../database/connection.ts'

/** A part of the uploaded file; null if it is not there. */
export async function readPart(
  database: Database,
  tenantId: string,
  importId: string,
  part: number,
): Promise<Buffer | null> {
  const [row] = await database.query<{ bytes: Buffer }>(
    { tenantId },
    'select bytes from parcel_import_parts where tenant_id = $1 and import_id = $2 and part = $3',
    [tenantId, importId, part],
  )
  return row?.bytes ?? null
}
