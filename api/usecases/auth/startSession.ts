import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { describeDevice } from '../../domain/auth/devices.ts'
import { shortAddressOf } from '../../domain/networks.ts'
import type { Actor } from '../../domain/permissions.ts'
import { transact, type WriteTransaction } from '../../log/transact.ts'
import type { User } from '../../records/userWrites.ts'
import { accountScope } from './accountScope.ts'
import { deleteExpiredKeys } from './idempotency.ts'
import { deleteExpiredSessions, hashToken, readMustSetUpTwoFactors } from './sessions.ts'
import { rememberDevice } from './signInDevices.ts'

const sessionLifetimeHours = 24

export interface SignInResult {
  accessToken: string
  /** What the device keeps, so that a lock of the account for others does not lock it out. It is sent as `deviceToken`. */
  deviceToken: string
  expiresAt: Date
  actor: Actor
}

type SessionUser = Pick<User, 'id' | 'email' | 'fullName' | 'role' | 'tenantId' | 'mustChangePassword'>

/**
 * Creates a session that lasts 24 hours, of a user who has proved who they are. `work` runs first in its transaction; if it returns
 * false, there is no session, and the result is null.
 */
export async function startSession(
  ctx: Context,
  user: SessionUser,
  work: (writing: WriteTransaction) => Promise<boolean> = () => Promise.resolve(true),
): Promise<SignInResult | null> {
  const accessToken = randomBytes(32).toString('base64url')
  const createdAt = ctx.now()
  const expiresAt = new Date(createdAt.getTime() + sessionLifetimeHours * 3_600_000)
  const used = [describeDevice(ctx.userAgent), shortAddressOf(ctx.address)]
  const { id: userId, email, fullName, role, tenantId, mustChangePassword } = user
  const sessionId = uuidv7()
  const mustSetUpTwoFactors = await ctx.database.within('accounts', (em) => readMustSetUpTwoFactors(ctx, em, userId))
  const actor: Actor = {
    ...{ userId, sessionId, email, fullName, role, tenantId, mustChangePassword, mustSetUpTwoFactors },
    viewedRole: null,
  }
  const deviceToken = await transact({ ...ctx, actor }, accountScope(user), async (writing) => {
    const { em, record } = writing
    if (!(await work(writing))) return null
    // Each sign-in also deletes expired rows, so that their number follows that of sign-ins.
    await deleteExpiredSessions(em, ctx.now())
    await deleteExpiredKeys(em, ctx.now())
    await queryRows(
      em,
      `insert into sessions (token_hash, id, user_id, created_at, expires_at, device, address)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [hashToken(accessToken), sessionId, userId, createdAt, expiresAt, ...used],
    )
    record({ type: 'UserSignedIn', data: { userId }, subjectId: userId })
    return rememberDevice(ctx, em, userId)
  })
  return deviceToken === null ? null : { accessToken, deviceToken, expiresAt, actor }
}
