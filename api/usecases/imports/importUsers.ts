import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { queryRows } from '../../database/connection.ts'
import { normalizeEmail } from '../../domain/auth/accounts.ts'
import { Conflict, Unavailable } from '../../domain/errors.ts'
import { hashPassword } from '../../domain/auth/passwords.ts'
import { editUsers, insertUsers } from '../../records/userWrites.ts'
import { lockAccounts } from '../auth/auth.ts'
import { inBatches } from '../../domain/batches.ts'
import type { ImportedRecord } from './importedRecords.ts'
import { wholeFile, type Importer } from './importer.ts'
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
    const creates = new Map<string, UserValues & { id: string; row: number }>()
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
        creates.set(emailKey, { ...values, id: uuidv7(), row })
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
      parts: wholeFile,
      async save(writing, _, onProgress) {
        const { em, record } = writing
        await lockAccounts(em)
        const account = { tenantId, passwordHash, mustChangePassword: true, createdAt: ctx.now() }
        await inBatches(
          [...creates.values()],
          async (batch) => {
            try {
              await insertUsers(
                em,
                batch.map((values) => ({ phone: null, ...values, ...account, status: 'active' })),
              )
            } catch (error) {
              if (error instanceof Conflict) throw new Unavailable('Accounts of the file were created meanwhile.')
              throw error
            }
            for (const { id, role } of batch)
              record({ type: 'UserCreated', subjectId: id, data: { userId: id, role, tenantId } })
          },
          onProgress,
        )
        await editUsers(
          writing,
          changed.map(({ account: before, ...after }) => ({ before, after })),
          tenantId,
        )
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
