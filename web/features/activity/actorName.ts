import type { ActivityRowFragment } from '../../gql/graphql.ts'

/** Who did it: a person, somebody before they signed in, or the product by itself. */
export function actorName({
  actor,
  type,
}: Pick<ActivityRowFragment, 'type'> & { actor: { fullName: string } | null }): string {
  return actor?.fullName ?? (signedOutTypes.has(type) ? 'Not signed in' : 'Porchlight')
}

/** What people do before they sign in. */
const signedOutTypes = new Set([
  'SignInRefused',
  'PasswordResetRequested',
  'PasswordResetCompleted',
  'UserRegistered',
  'GlobalAdminAppointed',
  'TenantCreated',
])
