import { createHash } from 'node:crypto'
import { queryRows, sqlStateOf } from '../database/connection.ts'
import { Conflict } from '../domain/errors.ts'
import { parseClientId } from '../domain/ids.ts'
import { transactInTenant, type WriteContext, type WriteTransaction } from './transact.ts'

/** A change whose id the client chose. `content` is what the user gave, without times. */
export interface ClientAction {
  id: string
  /** What it makes or changes, as it is stored. */
  kind: string
  content: unknown
}

const usedMessage = 'This id was used for something else.'

/**
 * Claims the id of `action` within the transaction, in the tenant of the changed record: a global admin may have no tenant. Returns false
 * if the same user has already made this change, which the caller must not repeat. Waits for a transaction that is making it. Throws `Conflict` if the id was used by another user or
 * for something else. If the transaction fails, the id is free again.
 */
export async function claimClientAction(
  { em }: WriteTransaction,
  { actor }: WriteContext,
  tenantId: string,
  action: ClientAction,
): Promise<boolean> {
  const { userId } = actor!
  const id = parseClientId(action.id)
  const contentHash = hashContent(action.content)
  const inserted = await queryRows(
    em,
    `insert into client_actions (tenant_id, id, kind, actor_id, content_hash) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning 1`,
    [tenantId, id, action.kind, userId, contentHash],
  )
  if (inserted.length > 0) return true
  const [known] = await queryRows<{ kind: string; actorId: string; contentHash: Buffer }>(
    em,
    'select kind, actor_id as "actorId", content_hash as "contentHash" from client_actions where tenant_id = $1 and id = $2',
    [tenantId, id],
  )
  if (known?.kind !== action.kind || known.actorId !== userId || !known.contentHash.equals(contentHash))
    throw new Conflict(usedMessage)
  return false
}

/**
 * `transactInTenant` that runs `work` once for each client action. Returns the result of `work`, or null if the same user has
 * already made this change. Without an action it always runs `work`.
 */
export async function transactOnce<T extends object>(
  ctx: WriteContext,
  tenantId: string,
  action: ClientAction | null,
  work: (transaction: WriteTransaction) => Promise<T>,
): Promise<T | null> {
  return withUnusedId(action, () =>
    transactInTenant(ctx, tenantId, async (transaction) => {
      if (action && !(await claimClientAction(transaction, ctx, tenantId, action))) return null
      return work(transaction)
    }),
  )
}

/** Runs `work`. Throws `Conflict` if the id of `action` belongs to something that was created without a client-made id. */
export async function withUnusedId<T>(action: ClientAction | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (action && sqlStateOf(error) === '23505') throw new Conflict(usedMessage)
    throw error
  }
}

/** A hash of the content that ignores the order of fields and fields without a value. */
function hashContent(content: unknown): Buffer {
  const canonical = JSON.stringify(content, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, field]) => field !== null && field !== undefined)
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : value,
  )
  return createHash('sha256').update(canonical).digest()
}
