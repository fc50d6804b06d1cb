import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { requireSignedIn } from '../../domain/permissions.ts'
import { transact } from '../../log/transact.ts'
import { accountScope } from '../auth/accountScope.ts'
import { type Me, readMe } from './users.ts'

/** Puts the list of what is left to set up away for the actor, on all their devices, or brings it back. */
export async function setChecklistPutAway(ctx: Context, { putAway }: { putAway: boolean }): Promise<Me> {
  const { userId, ...actor } = requireSignedIn(ctx.actor)
  await transact(ctx, accountScope(actor), async ({ em, record }) => {
    const changed = await queryRows(
      em,
      'update users set checklist_put_away = $2 where id = $1 and checklist_put_away <> $2 returning id',
      [userId, putAway],
    )
    if (changed.length > 0) record({ type: 'ChecklistChanged', subjectId: userId, data: { userId, putAway } })
  })
  return readMe(ctx)
}
