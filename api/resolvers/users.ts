import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { messages } from '../domain/messages.ts'
import { clampLimit } from '../domain/paging.ts'
import type { Role } from '../domain/enums.ts'
import {
  countPendingUsers,
  countUsers,
  listUsers,
  readUser,
  type UserFilter as Filter,
  type UserView,
} from '../usecases/users/users.ts'
import {
  approveUser,
  createUser,
  deleteUser,
  resetUserPassword,
  setUserBlocked,
  updateUser,
} from '../usecases/users/userChanges.ts'
import { MessageResult } from '../schema/common.ts'
import { RoleEnum } from '../schema/enums.ts'
import { CreateUserInput, UpdateUserInput, User, UserConnection, UserFilter } from '../schema/users.ts'
import { toConnection } from '../graphql/connections.ts'
import { afterArg, firstArg } from '../schema/args.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'

@Resolver(() => User)
export class UsersResolver {
  @Query(() => UserConnection, { description: 'Accounts, newest first; for an owner or admin those of their tenant.' })
  async users(
    @Arg('first', () => Int, firstArg) first: number | undefined,
    @Arg('after', () => String, afterArg) after: string | undefined,
    @Arg('filter', () => UserFilter, {
      nullable: true,
      description: 'Which accounts; all of them where it is left out.',
    })
    filter: UserFilter | undefined,
    @Ctx() { ctx }: ResolverContext,
  ) {
    const page = await listUsers(ctx, filter ?? {}, { limit: clampLimit(first), after })
    return { ...toConnection(page), filter: filter ?? {} }
  }

  @Query(() => User, { nullable: true, description: 'One account.' })
  user(
    @Arg('id', () => ID, { description: "The account's id." }) id: string,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<UserView> {
    return readUser(ctx, id)
  }

  @Mutation(() => User, { description: 'Makes an account that is active at once.' })
  createUser(
    @Arg('input', () => CreateUserInput, { description: 'Who it is for, and what they may do.' })
    input: CreateUserInput,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<UserView> {
    return createUser(ctx, input)
  }

  @Mutation(() => User, { description: "Changes somebody else's account." })
  updateUser(
    @Arg('id', () => ID, { description: "The account's id, not one's own." }) id: string,
    @Arg('input', () => UpdateUserInput, { description: 'What to change.' }) input: UpdateUserInput,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<UserView> {
    return updateUser(ctx, id, input)
  }

  @Mutation(() => User, { description: 'Lets in who waits, with a role in a tenant.' })
  approveUser(
    @Arg('id', () => ID, { description: "The account's id." }) id: string,
    @Arg('tenantId', () => ID, { description: 'The tenant it joins.' }) tenantId: string,
    @Arg('role', () => RoleEnum, { description: 'The role it gets; not GLOBAL_ADMIN.' }) role: Role,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<UserView> {
    return approveUser(ctx, id, { tenantId, role })
  }

  @Mutation(() => User, { description: 'Blocks or unblocks; a block ends every session of the account at once.' })
  setUserBlocked(
    @Arg('id', () => ID, { description: "The account's id, not one's own." }) id: string,
    @Arg('blocked', { description: 'True blocks, false unblocks; what is so already stays.' }) blocked: boolean,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<UserView> {
    return setUserBlocked(ctx, id, blocked)
  }

  @Mutation(() => MessageResult, { description: 'Gives a password that has to be changed at the next sign-in.' })
  async resetUserPassword(
    @Arg('id', () => ID, { description: "The account's id, not one's own." }) id: string,
    @Arg('newPassword', { description: 'At least as long as the server asks for.' }) newPassword: string,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<MessageResult> {
    await resetUserPassword(ctx, id, newPassword)
    return { message: messages.passwordReset }
  }

  @Mutation(() => MessageResult, { description: 'Deletes an account; what it made stays, under its name.' })
  async deleteUser(
    @Arg('id', () => ID, { description: "The account's id, not one's own." }) id: string,
    @Ctx() { ctx }: ResolverContext,
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
  @FieldResolver(() => Int, { description: 'How many there are in all pages.' })
  totalCount(@Root() { filter }: { filter: Filter }, @Ctx() { ctx }: ResolverContext): Promise<number> {
    return countUsers(ctx, filter)
  }

  @FieldResolver(() => Int, { description: 'How many wait for approval, for who may approve them.' })
  pendingCount(@Ctx() { ctx }: ResolverContext): Promise<number> {
    return countPendingUsers(ctx)
  }
}
