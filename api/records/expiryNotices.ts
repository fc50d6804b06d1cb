import { queryRows } from '../database/connection.ts'
import type { Config } from '../config.ts'
import { transactInTenant, type WriteContext } from '../log/transact.ts'
import { addressesOfManagers, queueMail, type NewMail } from './mailWrites.ts'

/** Something that expires, and the last notice of which its company was told. */
export interface Expiring {
  table: 'permits' | 'registries'
  tenantId: string
  id: string
  toldDays: number | null
}

type WithoutRecipient<Mail> = Mail extends NewMail ? Omit<Mail, 'to'> : never

/** Queues the mail of a notice to the managers of a tenant, with the record that they were told, so that each is sent once. */
export function tellOfExpiry(
  ctx: WriteContext & { config: Pick<Config, 'mail' | 'quotas'> },
  { table, tenantId, id, toldDays }: Expiring,
  days: number,
  mail: WithoutRecipient<NewMail>,
): Promise<void> {
  return transactInTenant(ctx, tenantId, async (transaction) => {
    const told = await queryRows(
      transaction.em,
      `update ${table} set told_days = $3 where tenant_id = $1 and id = $2 and told_days is not distinct from $4 returning 1`,
      [tenantId, id, days, toldDays],
    )
    if (told.length === 0) return
    for (const to of await addressesOfManagers(transaction.em, tenantId))
      queueMail(ctx, transaction, { ...mail, to } as NewMail)
  })
}
