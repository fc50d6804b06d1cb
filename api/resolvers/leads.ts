import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { clampLimit } from '../domain/paging.ts'
import type { LeadStatus, PropertyType } from '../domain/words.ts'
import { countLeads, createLead, listLeads, readLead, type LeadFilter, type LeadView } from '../usecases/leads.ts'
import { UserRef } from '../schema/common.ts'
import { LeadStatusEnum, PropertyTypeEnum } from '../schema/enums.ts'
import { CreateLeadInput, Lead, LeadConnection } from '../schema/leads.ts'
import { Property } from '../schema/properties.ts'
import { connectionOf } from './connections.ts'
import type { Request } from './request.ts'

@Resolver(() => Lead)
export class LeadsResolver {
  @Query(() => Lead, { nullable: true, description: 'One lead.' })
  lead(@Arg('id', () => ID) id: string, @Ctx() { ctx }: Request): Promise<LeadView> {
    return readLead(ctx, id)
  }

  @Query(() => LeadConnection, { description: 'Leads, newest first; for a rep their own.' })
  async leads(
    @Arg('first', () => Int, { nullable: true }) first: number | undefined,
    @Arg('after', () => String, { nullable: true }) after: string | undefined,
    @Arg('status', () => LeadStatusEnum, { nullable: true }) status: LeadStatus | undefined,
    @Arg('tag', () => PropertyTypeEnum, { nullable: true }) tag: PropertyType | undefined,
    @Ctx() { ctx }: Request,
  ) {
    const filter: LeadFilter = { status, tag }
    return { ...connectionOf(await listLeads(ctx, filter, { limit: clampLimit(first), after })), filter }
  }

  @Mutation(() => Lead, { description: 'Makes a lead, and saves its property with it when that is new.' })
  createLead(@Arg('input', () => CreateLeadInput) input: CreateLeadInput, @Ctx() { ctx }: Request): Promise<LeadView> {
    return createLead(ctx, input)
  }

  @FieldResolver(() => Property, {
    nullable: true,
    description: 'Its house; null for a rep it is no longer assigned to.',
  })
  property(@Root() lead: LeadView, @Ctx() { loaders }: Request) {
    return loaders.property.load(lead.propertyId)
  }

  @FieldResolver(() => UserRef, { nullable: true, description: 'Who created it.' })
  rep(@Root() lead: LeadView, @Ctx() { loaders }: Request): Promise<UserRef | null> {
    return loaders.user.load(lead.repId)
  }
}

@Resolver(() => LeadConnection)
export class LeadConnectionResolver {
  @FieldResolver(() => Int, { description: 'How many there are in all pages.' })
  totalCount(@Root() { filter }: { filter: LeadFilter }, @Ctx() { ctx }: Request): Promise<number> {
    return countLeads(ctx, filter)
  }
}
