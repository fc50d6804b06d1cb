import type { Database } from '../../database/connection.ts'
import { Conflict } from '../../domain/errors.ts'

/** A part of the uploaded file. Throws `Conflict` if it is not there. */
export async function requirePart(
  database: Database,
  tenantId: string,
  importId: string,
  part: number,
): Promise<Buffer> {
  const [row] = await database.query<{ bytes: Buffer }>(
    { tenantId },
    'select bytes from parcel_import_parts where tenant_id = $1 and import_id = $2 and part = $3',
    [tenantId, importId, part],
  )
  if (!row) throw new Conflict('Parts of the file are not there. Upload it again.')
  return row.bytes
}
