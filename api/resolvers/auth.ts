import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { changePassword, login, logout, register } from '../usecases/auth/auth.ts'
import { readMe } from '../usecases/users/users.ts'
import { LoginResult, Me } from '../schema/auth.ts'
import { MessageResult } from '../schema/common.ts'
import { messages } from '../domain/messages.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'

@Resolver()
export class AuthResolver {
  @Query(() => Me, { nullable: true, description: 'Who is signed in; null with nobody.' })
  me(@Ctx() { ctx }: ResolverContext): Promise<Me | null> {
    return ctx.actor ? readMe(ctx) : Promise.resolve(null)
  }

  @Mutation(() => LoginResult, { description: 'Opens a session of 24 hours.' })
  async login(
    @Arg('email', { description: 'The address of the account; upper and lower case are the same.' }) email: string,
    @Arg('password', { description: 'After ten wrong ones in 15 minutes an account answers RATE_LIMITED for a while.' })
    password: string,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<LoginResult> {
    const { accessToken, expiresAt, actor } = await login(ctx, { email, password })
    const user = await readMe(ctx, actor)
    return { accessToken, tokenType: 'bearer', expiresAt, mustChangePassword: user.mustChangePassword, user }
  }

  @Mutation(() => MessageResult, { description: 'Makes an account, which waits for approval.' })
  async register(
    @Arg('email', { description: 'The address to sign in with.' }) email: string,
    @Arg('password', { description: 'At least as long as the server asks for.' }) password: string,
    @Arg('fullName', { description: 'What colleagues see, at most 200 characters.' }) fullName: string,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<MessageResult> {
    const { pending } = await register(ctx, { email, password, fullName })
    return { message: pending ? messages.registered : messages.appointed }
  }

  @Mutation(() => MessageResult, { description: 'Ends the session.' })
  async logout(@Ctx() { ctx }: ResolverContext): Promise<MessageResult> {
    await logout(ctx)
    return { message: messages.loggedOut }
  }

  @Mutation(() => MessageResult, { description: 'Sets a new password and ends the other sessions.' })
  async changePassword(
    @Arg('newPassword', {
      description: 'At least as long as the server asks for; while a change is due, another one than was given.',
    })
    newPassword: string,
    @Ctx() { ctx }: ResolverContext,
  ): Promise<MessageResult> {
    await changePassword(ctx, { newPassword })
    return { message: messages.passwordChanged }
  }
}
