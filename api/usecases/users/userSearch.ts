import { readScope, type Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { createParameters } from '../../database/parameters.ts'
import type { Role } from '../../domain/enums.ts'
import { authorize } from '../../domain/permissions.ts'

/** An account that a search by name found. */
export interface FoundUser {
  id: string
  fullName: string
  email: string
  role: Role
}

/**
 * The accounts that the actor may see and whose names contain each of the tokens (`tokenize` in domain/addresses/text.ts): first
 * those with names that begin with the first token.
 */
export async function findUsersByName(ctx: Context, tokens: readonly string[], limit: number): Promise<FoundUser[]> {
  authorize(ctx.actor, 'user.list')
  const scope = readScope(ctx)
  // Tokens consist of letters and digits, so they need no escaping for LIKE.
  const { values, bind } = createParameters(tokens.map((token) => `%${token}%`))
  return ctx.database.within(scope, (em) =>
    queryRows<FoundUser>(
      em,
      `select u.id, u.full_name as "fullName", u.email, u.role
       from users u cross join lateral words_of(u.full_name) words
       where u.tenant_id = :tenant and u.deleted_at is null and words like all ($1::text[])
       order by words like ${bind(` ${tokens[0]}%`)} desc, u.full_name, u.id limit ${bind(limit)}`,
      values,
    ),
  )
}
