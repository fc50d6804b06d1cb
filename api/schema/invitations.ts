import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { InvitationState, Role } from '../domain/enums.ts'
import { Edge, nullable, Page, UserRef } from './common.ts'
import { InvitationStateEnum, RoleEnum } from './enums.ts'

@ObjectType({ description: 'An invitation to join a tenant with a role.' })
export class Invitation {
  @Field(() => ID, { description: 'Id of the invitation. It is not secret.' }) id!: string
  @Field(() => RoleEnum, { description: 'Role of the accounts that are created with it.' }) role!: Role
  @Field(() => String, nullable('The only email address that can come with it; null for any.')) email!: string | null
  @Field(() => Int, { description: 'Number of people that it is for.' }) uses!: number
  @Field(() => Int, { description: 'Number of people who can still come with it, while it is open.' }) usesLeft!: number
  @Field(() => InvitationStateEnum, { description: 'Whether somebody can come with it, or why not.' })
  state!: InvitationState
  @Field(() => GraphQLDateTimeISO, { description: 'Creation time.' }) createdAt!: Date
  @Field(() => GraphQLDateTimeISO, { description: 'When it expires.' }) expiresAt!: Date
  @Field(() => GraphQLDateTimeISO, nullable('When it was revoked; null if it was not.')) revokedAt!: Date | null
  @Field(() => UserRef, { description: 'Who created it.' }) createdBy!: UserRef
  @Field(() => [UserRef], { description: 'Who came with it, in this order; at most 100 people.' })
  acceptedBy!: UserRef[]
}

@ObjectType({ description: 'An invitation with its pagination cursor.' })
export class InvitationEdge extends Edge {
  @Field(() => Invitation, { description: 'The invitation at this cursor.' }) node!: Invitation
}

@ObjectType({ description: 'A page of invitations.' })
export class InvitationConnection extends Page {
  @Field(() => [InvitationEdge], { description: 'Items, newest first.' }) edges!: InvitationEdge[]
}

@InputType({ description: 'An invitation to create.' })
export class CreateInvitationInput {
  @Field(() => String, nullable('The only email address that can come with it. Without one, the person enters theirs.'))
  email?: string | null
  @Field(() => RoleEnum, { description: 'Role: one of `me { abilities { invitableRoles } }`.' }) role!: Role
  @Field(() => Int, nullable('Number of people that it is for, 1 to 100. Defaults to 1.')) uses?: number | null
  @Field(() => Int, nullable('Days until it expires, 1 to 30. Defaults to 7.')) expiresInDays?: number | null
  @Field(() => ID, nullable("Tenant to join. Defaults to the caller's tenant or the chosen tenant."))
  tenantId?: string | null
}

@ObjectType({ description: 'A newly created invitation.' })
export class NewInvitation {
  @Field({ description: 'The link to pass on; its last segment is the secret token. It cannot be read again.' })
  url!: string
  @Field({ description: 'Whether it was also sent to the address that it names.' }) mailed!: boolean
  @Field(() => Invitation, { description: 'What its managers see of the invitation.' }) invitation!: Invitation
}

@ObjectType({ description: 'What an invitation offers to whoever has its link.' })
export class InvitationOffer {
  @Field({ description: 'Full name of the company.' }) companyName!: string
  @Field(() => String, nullable('Path of the logo of the company, a PNG that needs no session; null without one.'))
  logoUrl!: string | null
  @Field(() => RoleEnum, { description: 'Role of the account.' }) role!: Role
  @Field(() => String, nullable('Email address of the account; null if the person enters theirs.')) email!:
    string | null
  @Field(() => GraphQLDateTimeISO, { description: 'When the invitation expires.' }) expiresAt!: Date
}
