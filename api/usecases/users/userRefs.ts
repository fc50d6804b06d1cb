import { queryRows, type EntityManager } from '../../database/connection.ts'

/** The fields of a user that every member of the tenant may see. */
export interface UserRef {
  id: string
  fullName: string
  email: string
}

/** Users by id. Deleted users and users of other tenants are included with an empty email; unknown ids are missing. */
export async function readUserRefs(em: EntityManager, ids: readonly string[]): Promise<Map<string, UserRef>> {
  const found = await queryRows<UserRef>(
    em,
    'select id, full_name as "fullName", email from people_named($1::uuid[])',
    [ids],
  )
  return new Map(found.map((user) => [user.id, user]))
}

export function userRefOf(users: Map<string, UserRef>, id: string): UserRef {
  return users.get(id) ?? { id, fullName: 'Former user', email: '' }
}
