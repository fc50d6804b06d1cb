import type { ServerResponse } from 'node:http'
import { Arg, Args, Ctx, FieldResolver, Int, Mutation, Query, Resolver } from 'type-graphql'
import type { Context } from '../context.ts'
import { messages } from '../domain/messages.ts'
import { clampLimit } from '../domain/paging.ts'
import { toConnection } from '../graphql/connections.ts'
import { LoginResult } from '../schema/auth.ts'
import { IdArg, InputArg, MessageResult, nullable, PageArgs } from '../schema/common.ts'
import { CreateInvitationInput, InvitationConnection, InvitationOffer, NewInvitation } from '../schema/invitations.ts'
import { acceptInvitation, readInvitationOffer } from '../usecases/invitations/acceptInvitation.ts'
import {
  countInvitations,
  createInvitation,
  listInvitations,
  revokeInvitation,
} from '../usecases/invitations/invitations.ts'
import { toLoginResult } from './auth.ts'

const tokenOptions = { description: 'Last segment of the link.' }

@Resolver()
export class InvitationsResolver {
  @Query(() => InvitationConnection, {
    description: 'Invitations to the tenant, newest first, also those with which nobody can come any more.',
  })
  async invitations(@Ctx('ctx') ctx: Context, @Args(() => PageArgs) { first, after }: PageArgs) {
    return toConnection(await listInvitations(ctx, { limit: clampLimit(first), after }), after)
  }

  @Query(() => InvitationOffer, {
    description:
      'What the invitation with this token offers; needs no session. Fails with GONE if nobody can come with it any more.',
  })
  invitationOffer(@Ctx('ctx') ctx: Context, @Arg('token', tokenOptions) token: string): Promise<InvitationOffer> {
    return readInvitationOffer(ctx, token)
  }

  @Mutation(() => NewInvitation, {
    description:
      'Creates an invitation. Fails with FORBIDDEN for a role that the caller may not invite, and with CONFLICT if an account has the address.',
  })
  createInvitation(
    @Ctx('ctx') ctx: Context,
    @InputArg(CreateInvitationInput, 'Role, address, number of people and lifetime.') input: CreateInvitationInput,
  ): Promise<NewInvitation> {
    return createInvitation(ctx, input)
  }

  @Mutation(() => MessageResult, {
    description: 'Revokes an invitation: nobody can come with it any more. It stays in the list.',
  })
  async revokeInvitation(@Ctx('ctx') ctx: Context, @IdArg('Id of the invitation.') id: string): Promise<MessageResult> {
    await revokeInvitation(ctx, id)
    return { message: messages.invitationRevoked }
  }

  @Mutation(() => LoginResult, {
    description:
      'Creates the account that an invitation offers and signs it in; needs no session and no approval. Fails with GONE if nobody can come with the invitation any more, and with CONFLICT if an account has the address.',
  })
  async acceptInvitation(
    @Ctx('ctx') ctx: Context,
    @Arg('token', tokenOptions) token: string,
    @Arg('fullName', { description: 'Name shown to the team, at most 200 characters.' }) fullName: string,
    @Arg('password', { description: 'New password, with at least the configured minimum length.' }) password: string,
    @Arg('email', () => String, nullable('Email address used to sign in; required if the invitation names none.'))
    email?: string | null,
    @Ctx('response') response?: ServerResponse,
  ): Promise<LoginResult> {
    return toLoginResult(ctx, await acceptInvitation(ctx, { token, fullName, password, email }), response)
  }
}

@Resolver(() => InvitationConnection)
export class InvitationConnectionResolver {
  @FieldResolver(() => Int, { description: 'Total number of items on all pages.' })
  totalCount(@Ctx('ctx') ctx: Context): Promise<number> {
    return countInvitations(ctx)
  }
}
