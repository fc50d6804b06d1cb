import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { queryRows, sqlStateOf } from '../../database/connection.ts'
import { normalizeEmail } from '../../domain/auth/accounts.ts'
import { Unavailable } from '../../domain/errors.ts'
import { hashPassword } from '../../domain/auth/passwords.ts'
import { lockAccounts } from '../auth/auth.ts'
import { inBatches } from '../../domain/batches.ts'
import type { ImportedRecord } from './importedRecords.ts'
import type { Importer } from './importer.ts'
import type { UserValues } from './reading/rowFormats.ts'
import { outcomeOf, type RowOutcome } from './rowOutcomes.ts'

interface Account {
  id: string
  emailKey: string
  tenantId: string | null
  fullName: string
  phone: string | null
}

/** What an import changes of an account. */
interface AccountUpdate {
  row: number
  account: Account
  fullName: string
  phone: string | null
}

/**
 * Imports the accounts of a tenant, as `createUser` creates them. Nobody knows their password, which is random: a global admin sets
 * the first one.
 */
export const usersImporter: Importer<UserValues> = {
  scope: 'platform',

  async plan({ ctx }, tenantId, rows, { onDuplicate }, errors) {
    const keys = rows.map(({ values }) => normalizeEmail(values.email))
    const found = await ctx.database.within('platform', (em) =>
      queryRows<Account>(
        em,
        `select id, email_key as "emailKey", tenant_id as "tenantId", full_name as "fullName", phone from users
         where email_key = any($1::text[])`,
        [keys],
      ),
    )
    const accounts = new Map(found.map((account) => [account.emailKey, account]))
    const creates = new Map<string, UserValues & { id: string; row: number; emailKey: string }>()
    const updates = new Map<string, AccountUpdate>()
    const outcomes: RowOutcome[] = []
    for (const [index, { row, values, warning = '' }] of rows.entries()) {
      const emailKey = keys[index]!
      const account = accounts.get(emailKey)
      const earlier = creates.get(emailKey)
      // The message of createUser, which tells no more about accounts of other tenants.
      if (account && account.tenantId !== tenantId)
        errors.add(row, 'email', 'An account with this email already exists.')
      else if (!account && !earlier) {
        creates.set(emailKey, { ...values, id: uuidv7(), row, emailKey })
        outcomes.push(outcomeOf({ row, values: {}, warning }, 'created', 'New account.'))
      } else if (onDuplicate === 'skip') {
        const reason = earlier ? `The same account as row ${earlier.row}.` : 'This account exists already.'
        outcomes.push(outcomeOf({ row, values: {} }, 'skipped', reason))
      } else {
        const reason = earlier ? `The same account as row ${earlier.row}, which it updates.` : 'Updates an account.'
        outcomes.push(outcomeOf({ row, values: {}, warning }, 'updated', reason))
        const { fullName, phone } = values
        if (earlier) Object.assign(earlier, { fullName, ...(phone && { phone }) })
        else updates.set(account!.id, { row, account: account!, fullName, phone: phone ?? account!.phone })
      }
    }
    const changed = [...updates.values()].filter(
      ({ account, fullName, phone }) => fullName !== account.fullName || phone !== account.phone,
    )
    const passwordHash = await hashPassword(randomBytes(32).toString('base64'))
    return {
      outcomes,
      async save({ em, record }, onProgress) {
        await lockAccounts(em)
        const now = ctx.now()
        await inBatches(
          [...creates.values()],
          async (batch) => {
            try {
              await queryRows(
                em,
                `insert into users (id, email, email_key, full_name, role, tenant_id, phone, password_hash, status, must_change_password, created_at)
                 select r.id, r.email, r."emailKey", r."fullName", r.role, $1, r.phone, $3, 'active', true, $4
                 from jsonb_to_recordset($2::jsonb) as r (id uuid, email text, "emailKey" text, "fullName" text, role text, phone text)`,
                [tenantId, JSON.stringify(batch), passwordHash, now],
              )
            } catch (error) {
              if (isDuplicate(error)) throw new Unavailable('Accounts of the file were created meanwhile.')
              throw error
            }
            for (const { id, role } of batch)
              record({ type: 'UserCreated', subjectId: id, data: { userId: id, role, tenantId } })
          },
          onProgress,
        )
        await inBatches(changed, async (batch) => {
          await queryRows(
            em,
            `update users u set full_name = r."fullName", phone = r.phone
             from jsonb_to_recordset($2::jsonb) as r (id uuid, "fullName" text, phone text)
             where u.tenant_id = $1 and u.id = r.id`,
            [
              tenantId,
              JSON.stringify(batch.map(({ account, fullName, phone }) => ({ id: account.id, fullName, phone }))),
            ],
          )
          for (const { account, fullName, phone } of batch)
            record({
              type: 'UserEdited',
              subjectId: account.id,
              data: {
                userId: account.id,
                fields: [
                  ...(fullName === account.fullName ? [] : ['full_name']),
                  ...(phone === account.phone ? [] : ['phone']),
                ],
              },
            })
        })
        return [
          ...[...creates.values()].map(({ id, row }): ImportedRecord => ({ kind: 'user', id, row, previous: null })),
          ...changed.map(({ account, row, fullName, phone }): ImportedRecord => ({
            kind: 'user',
            id: account.id,
            row,
            previous: { before: { fullName: account.fullName, phone: account.phone }, after: { fullName, phone } },
          })),
        ]
      },
    }
  },
}

function isDuplicate(error: unknown): boolean {
  return sqlStateOf(error) === '23505'
}
