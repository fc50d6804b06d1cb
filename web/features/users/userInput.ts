import type { CreateUserInput, Role, UpdateUserInput, UserRowFragment } from '../../gql/graphql.ts'

/** The value of the tenant field when no tenant is chosen. A select has no empty value. */
export const NO_TENANT = 'NONE'

export interface UserFields {
  email: string
  fullName: string
  role: Role
  tenantId: string
  phone: string
  password: string
}

export const fieldsOf = (user: UserRowFragment): UserFields => ({
  email: user.email,
  fullName: user.fullName,
  role: user.role,
  tenantId: user.tenant?.id ?? NO_TENANT,
  phone: user.phone ?? '',
  password: '',
})

/** The input for a new account. Without a choice of tenant, the server sets it. */
export function toCreateInput(fields: UserFields, choosesTenant: boolean): CreateUserInput {
  const { email, fullName, role, phone, password } = fields
  return {
    email: email.trim(),
    fullName: fullName.trim(),
    role,
    phone: phone.trim() || null,
    password,
    ...(choosesTenant ? { tenantId: tenantIdOf(fields) } : {}),
  }
}

/** The input for an edited account, with a password only if one was typed and never an email (spec §5). */
export function toUpdateInput(fields: UserFields): UpdateUserInput {
  const { fullName, role, phone, password } = fields
  return {
    fullName: fullName.trim(),
    role,
    phone: phone.trim() || null,
    tenantId: tenantIdOf(fields),
    ...(password ? { password } : {}),
  }
}

const tenantIdOf = ({ tenantId }: UserFields) => (tenantId === NO_TENANT ? null : tenantId)
