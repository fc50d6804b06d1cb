import { defineEntity, type InferEntity } from '@mikro-orm/core'
import type { AccountStatus, Role } from '../domain/enums.ts'

/** A person with an account. `emailKey` is the normalized address (`normalizeEmail`), which is unique. */
export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: (p) => ({
    id: p.uuid().primary(),
    email: p.string(),
    emailKey: p.string(),
    fullName: p.string(),
    role: p.string().$type<Role>(),
    tenantId: p.uuid().nullable(),
    phone: p.string().nullable(),
    passwordHash: p.string().hidden(),
    status: p.string().$type<AccountStatus>(),
    mustChangePassword: p.boolean().default(false),
    demo: p.boolean().default(false),
    createdAt: p.datetime().defaultRaw('now()'),
    /** The time at which the account was deleted. The row remains, because other rows refer to it by id and show its name. */
    deletedAt: p.datetime().nullable(),
  }),
})
export type User = InferEntity<typeof User>
