import type { ClientBase } from 'pg'
import { inspectDocument } from '../../api/services/documents/inspection/inspectDocument.ts'
import { DEMO_TENANTS, DEMO_USERS, createDemoId } from '../people.ts'
import { createDemoTemplates } from './demoTemplates.ts'

/**
 * Inserts the templates of every demo tenant in the caller's transaction. The client connects as the owner of
 * the tables.
 */
export async function loadTemplates(client: ClientBase): Promise<void> {
  const starters = createDemoTemplates()
  for (const [t, tenant] of DEMO_TENANTS.entries()) {
    const owner = DEMO_USERS.find(({ role, tenantId }) => role === 'owner' && tenantId === tenant.id)!
    for (const [n, { filename, tag, content }] of starters.entries())
      await client.query(
        `insert into templates (tenant_id, id, filename, filename_key, tag, size, content, merge_field_count, uploaded_by, created_at,
           modified_at)
         values ($1, $2, $3, lower($3), $4, $5, $6, $7, $8, now() - $9 * interval '1 day', now() - $9 * interval '1 day')`,
        [
          tenant.id,
          createDemoId(7, t * 100 + n + 1),
          filename,
          tag,
          content.length,
          content,
          inspectDocument(content).fields.length,
          owner.id,
          40 - n * 9,
        ],
      )
  }
}
