import type { CreateUserInput, Role, UpdateUserInput, UserRowFragment } from '../../gql/graphql.ts'

/** The tenant field where none is chosen: a list has no empty value. */
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

/** What is sent for a new account; the tenant is left to the server where it is not the person's to choose. */
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

/** What is sent to change an account: the address never, a password only where one was typed (spec §5). */
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
