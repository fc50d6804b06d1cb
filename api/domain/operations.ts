/** What holds for single operations on both transports: REST routes name the GraphQL operation that does the same. */

/** Mutations that anyone may use; the session of the caller is not checked. A GraphQL request contains at most one of them. */
export const publicMutations: ReadonlySet<string> = new Set([
  'login',
  'register',
  'requestPasswordReset',
  'resetPassword',
  'acceptInvitation',
  'registerCompany',
  'confirmEmail',
  'setUp',
])

/**
 * Operations whose answer contains a secret, such as a token. It is not stored for an Idempotency-Key, and is sent with
 * `Cache-Control: no-store`. A test fails for an operation that answers with a secret and is not listed.
 */
const secretOperations: ReadonlySet<string | undefined> = new Set([
  'Mutation.login',
  'Mutation.createPasswordLink',
  'Mutation.acceptInvitation',
  'Mutation.registerCompany',
  'Mutation.confirmEmail',
  'Mutation.setUp',
  'Mutation.createInvitation',
  'Mutation.createApiKey',
  'Mutation.createWebhook',
  'Mutation.rotateWebhookSecret',
  'Mutation.startTotp',
  'Mutation.confirmTotp',
])

/** Whether the answer of an operation, such as `Mutation.login`, contains a secret. */
export function answersWithSecret(operation: string | undefined): boolean {
  return secretOperations.has(operation)
}
