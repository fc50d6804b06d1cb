import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../context.ts'
import type { Role } from '../domain/enums.ts'
import { messages } from '../domain/messages.ts'
import { clampLimit } from '../domain/paging.ts'
import { toConnection } from '../graphql/connections.ts'
import { FilterArg, IdArg, InputArg, MessageResult, nullable, PageArgs } from '../schema/common.ts'
import { RoleEnum } from '../schema/enums.ts'
import {
  CreateUserInput,
  PasswordLink,
  UpdateUserInput,
  User,
  UserConnection,
  UserFilter,
  UserOrder,
} from '../schema/users.ts'
import {
  approveUser,
  createUser,
  deleteUser,
  resetTwoFactors,
  resetUserPassword,
  setUserBlocked,
  updateUser,
} from '../usecases/users/userChanges.ts'
import { createPasswordLink } from '../usecases/users/passwordLinks.ts'
import { countPendingUsers, countUsers, listUsers, readUser, type UserView } from '../usecases/users/users.ts'
import type { UserFilter as Filter } from '../usecases/users/userFilters.ts'

@Resolver(() => User)
export class UsersResolver {
  @Query(() => UserConnection, {
    description: 'Accounts, by default newest first; for owners and admins, only those of their tenant.',
  })
  async users(
    @Ctx('ctx') ctx: Context,
    @Args(() => PageArgs) { first, after }: PageArgs,
    @FilterArg(UserFilter, 'accounts') filter?: UserFilter,
    @Arg('orderBy', () => UserOrder, nullable('The order; newest first by default. A cursor belongs to one order.'))
    orderBy?: UserOrder,
  ) {
    const page = await listUsers(ctx, filter ?? {}, { limit: clampLimit(first), after }, orderBy)
    return { ...toConnection(page, after), filter: filter ?? {} }
  }

  @Query(() => User, nullable('Reads an account.'))
  user(@Ctx('ctx') ctx: Context, @IdArg('Id of the account.') id: string) {
    return readUser(ctx, id)
  }

  @Mutation(() => User, { description: 'Creates an account that is active immediately.' })
  createUser(@Ctx('ctx') ctx: Context, @InputArg(CreateUserInput, 'The account to create.') input: CreateUserInput) {
    return createUser(ctx, input)
  }

  @Mutation(() => User, { description: 'Changes the account of another user.' })
  updateUser(
    @Ctx('ctx') ctx: Context,
    @IdArg("Id of the account; cannot be the caller's own.") id: string,
    @InputArg(UpdateUserInput, 'Changes to apply.') input: UpdateUserInput,
  ) {
    return updateUser(ctx, id, input)
  }

  @Mutation(() => User, { description: 'Approves a pending account and sets its tenant and role.' })
  approveUser(
    @Ctx('ctx') ctx: Context,
    @IdArg('Id of the account.') id: string,
    @Arg('tenantId', () => ID, { description: 'Tenant of the account.' }) tenantId: string,
    @Arg('role', () => RoleEnum, { description: 'Role of the account; cannot be GLOBAL_ADMIN.' }) role: Role,
  ) {
    return approveUser(ctx, id, { tenantId, role })
  }

  @Mutation(() => User, { description: 'Blocks or unblocks an account. Blocking ends all its sessions immediately.' })
  setUserBlocked(
    @Ctx('ctx') ctx: Context,
    @IdArg("Id of the account; cannot be the caller's own.") id: string,
    @Arg('blocked', {
      description: 'True to block, false to unblock. No effect if the account already has that state.',
    })
    blocked: boolean,
  ) {
    return setUserBlocked(ctx, id, blocked)
  }

  @Mutation(() => MessageResult, { description: 'Sets a password that the user must change at the next sign-in.' })
  async resetUserPassword(
    @Ctx('ctx') ctx: Context,
    @IdArg("Id of the account; cannot be the caller's own.") id: string,
    @Arg('newPassword', { description: 'New password, with at least the configured minimum length.' })
    newPassword: string,
  ): Promise<MessageResult> {
    await resetUserPassword(ctx, id, newPassword)
    return { message: messages.passwordReset }
  }

  @Mutation(() => PasswordLink, {
    description:
      'Makes a link with which a person whose role is below yours chooses a password, to be passed on. It works once, for 30 minutes; then all sessions of the account end. Fails with CONFLICT if the account is pending or blocked.',
  })
  createPasswordLink(
    @Ctx('ctx') ctx: Context,
    @Arg('userId', () => ID, { description: "Id of the account; cannot be the caller's own." }) userId: string,
  ): Promise<PasswordLink> {
    return createPasswordLink(ctx, userId)
  }

  @Mutation(() => MessageResult, {
    description:
      'Turns two factors off for a user who has lost their phone and recovery codes, and ends all sessions of the account. Fails with CONFLICT if they are off.',
  })
  async resetUserTwoFactors(
    @Ctx('ctx') ctx: Context,
    @IdArg("Id of the account; cannot be the caller's own.") id: string,
  ): Promise<MessageResult> {
    await resetTwoFactors(ctx, id)
    return { message: messages.twoFactorsReset }
  }

  @Mutation(() => MessageResult, { description: 'Deletes an account. Its records remain, attributed to its name.' })
  async deleteUser(
    @Ctx('ctx') ctx: Context,
    @IdArg("Id of the account; cannot be the caller's own.") id: string,
  ): Promise<MessageResult> {
    await deleteUser(ctx, id)
    return { message: messages.userDeleted }
  }

  @FieldResolver(() => Boolean, { description: 'Whether its status is ACTIVE.' })
  isActive(@Root() user: UserView): boolean {
    return user.status === 'active'
  }
}

@Resolver(() => UserConnection)
export class UserConnectionResolver {
  @FieldResolver(() => Int, { description: 'Total number of items on all pages.' })
  totalCount(@Ctx('ctx') ctx: Context, @Root() { filter }: { filter: Filter }): Promise<number> {
    return countUsers(ctx, filter)
  }

  @FieldResolver(() => Int, { description: 'Number of pending accounts; 0 if the caller may not approve accounts.' })
  pendingCount(@Ctx('ctx') ctx: Context): Promise<number> {
    return countPendingUsers(ctx)
  }
}
