import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, Int, type ClassType } from 'type-graphql'
import type { ListFilter, ListFilters } from '../database/listFilters.ts'
import * as domain from '../domain/enums.ts'
import { mailKinds } from '../domain/mails/mailTexts.ts'
import { BoundsInput, nullable } from './common.ts'
import {
  AccountStatusEnum,
  DoNotKnockKindEnum,
  KnockOutcomeEnum,
  LeadStatusEnum,
  MailKindEnum,
  MailStateEnum,
  PriorityEnum,
  PropertyStatusEnum,
  PropertyTypeEnum,
  RoleEnum,
} from './enums.ts'

const typesByKind = {
  text: String,
  id: ID,
  uuid: ID,
  ids: [ID],
  names: [String],
  flag: Boolean,
  boolean: Boolean,
  time: GraphQLDateTimeISO,
  count: Int,
  bounds: BoundsInput,
}

const enumsByValues = new Map<readonly string[] | undefined, object>([
  [domain.accountStatuses, AccountStatusEnum],
  [domain.doNotKnockKinds, DoNotKnockKindEnum],
  [domain.knockOutcomes, KnockOutcomeEnum],
  [domain.leadStatuses, LeadStatusEnum],
  [mailKinds, MailKindEnum],
  [domain.mailStates, MailStateEnum],
  [domain.priorities, PriorityEnum],
  [domain.propertyStatuses, PropertyStatusEnum],
  [domain.propertyTypes, PropertyTypeEnum],
  [domain.roles, RoleEnum],
])

/** The GraphQL type of a filter's values. */
export function graphqlTypeOf({ kind, values }: ListFilter<never>): never {
  const type = kind === 'oneOf' ? enumsByValues.get(values) : typesByKind[kind as keyof typeof typesByKind]
  if (!type) throw new Error(`GraphQL has no type for a filter of the kind ${kind}.`)
  return type as never
}

/** A GraphQL input with a field for each of the filters. */
export function filterInput(name: string, description: string, filters: ListFilters): ClassType<object> {
  class Input {}
  for (const [field, filter] of Object.entries(filters))
    if (filter.graphql !== false)
      Field(() => graphqlTypeOf(filter), nullable(filter.description))(Input.prototype, field)
  InputType(name, { description })(Input)
  return Input
}
