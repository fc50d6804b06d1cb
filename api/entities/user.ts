import { defineEntity, type InferEntity } from '@mikro-orm/core'
import type { AccountStatus, Role } from '../domain/enums.ts'

/** A person with an account. `emailKey` is the address folded so that spellings of one address are one account. */
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
    /** When the account was deleted: what it made stays, under its name. */
    deletedAt: p.datetime().nullable(),
  }),
})
export type User = InferEntity<typeof User>
