import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { Gone, NotFound } from '../../domain/errors.ts'
import { platformTenantId } from '../../events/catalog.ts'
import { appendEvents } from '../../log/append.ts'
import { transact } from '../../log/transact.ts'
import { insertUsers } from '../../records/userWrites.ts'
import { lockAccounts } from '../auth/auth.ts'
import { endFirstSetup, isGlobalAdminMissing, isSetupCode } from '../auth/setupCode.ts'
import { startSession, type SignInResult } from '../auth/startSession.ts'
import { insertTenant, type TenantView } from '../tenants/tenants.ts'
import { checkCompany, type NewCompany } from './registerCompany.ts'

/**
 * Creates the first global admin and the first company with the code of the set-up link, in one transaction, and signs the person in. Throws
 * `NotFound` for a wrong code, `Gone` once there is a global admin, `Refused`, and `TooManyRequests` as `registerCompany`.
 */
export async function setUp(
  ctx: Context,
  { code, ...input }: NewCompany & { code: string },
): Promise<SignInResult & { tenant: TenantView }> {
  const { companyName, timeZone, fullName, email, passwordHash } = await checkCompany(ctx, input)
  const [tenantId, id] = [uuidv7(), uuidv7()]
  const { tenant, user } = await transact(
    ctx,
    { scope: 'platform', logTenantId: platformTenantId },
    async (writing) => {
      const { em, record } = writing
      // Without the lock, two who opened the link could both become the global admin.
      await lockAccounts(em)
      if (!(await isGlobalAdminMissing(em))) throw new Gone('This server is set up already. Sign in.')
      if (!(await isSetupCode(em, code)))
        throw new NotFound('This is not the set-up link. The server prints it when it starts.')
      await endFirstSetup(em)
      const role = 'global_admin' as const
      const account = { id, email, fullName, role, tenantId: null, passwordHash, mustChangePassword: false }
      await insertUsers(em, [{ ...account, phone: null, status: 'active', createdAt: ctx.now() }])
      record({ type: 'UserRegistered', data: { userId: id }, subjectId: id })
      record({ type: 'GlobalAdminAppointed', data: { userId: id, role }, subjectId: id })
      const created = await insertTenant(ctx, em, tenantId, { name: companyName, timeZone })
      // Each tenant has its own log.
      await ctx.database.setScope(em, { tenantId })
      const envelope = { actor: null, requestId: ctx.requestId }
      const event = { type: 'TenantCreated', subjectId: tenantId, data: { tenantId } } as const
      await appendEvents(em, tenantId, [{ ...event, eventId: uuidv7(), occurredAt: ctx.now(), envelope }])
      await ctx.database.setScope(em, 'platform')
      return { tenant: created, user: account }
    },
  )
  return { ...(await startSession(ctx, user))!, tenant }
}
