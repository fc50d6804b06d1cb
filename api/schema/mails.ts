import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { MailOrderField, MailState, SortDirection } from '../domain/enums.ts'
import type { MailKind } from '../domain/mails/mailTexts.ts'
import { mailFilters, type MailFilter as Filter } from '../usecases/mails/mails.ts'
import { Edge, nullable, Page, sortDirectionDescription } from './common.ts'
import { MailKindEnum, MailOrderFieldEnum, MailStateEnum, SortDirectionEnum } from './enums.ts'
import { filterInput } from './filterInputs.ts'

@ObjectType({ description: 'A mail of the server, and what became of it. What it says cannot be read.' })
export class Mail {
  @Field(() => ID, { description: 'Id of the mail, and the beginning of its Message-ID.' }) id!: string
  @Field(() => MailKindEnum, { description: 'What it is about.' }) kind!: MailKind
  @Field({ description: 'The address to which it is sent.' }) to!: string
  @Field(() => MailStateEnum, { description: 'What became of it.' }) state!: MailState
  @Field(() => Int, { description: 'How often it was given to the mail server.' }) tries!: number
  @Field(() => GraphQLDateTimeISO, { description: 'When it was queued.' }) createdAt!: Date
  @Field(() => GraphQLDateTimeISO, nullable('When the mail server accepted it; null before.')) sentAt!: Date | null
  @Field(() => GraphQLDateTimeISO, nullable('When it is tried next; null after it was sent or given up.'))
  nextTryAt!: Date | null
  @Field(() => String, nullable('Why the last try failed; null if it was sent or not tried.')) error!: string | null
}

@ObjectType({ description: 'A mail with its pagination cursor.' })
export class MailEdge extends Edge {
  @Field(() => Mail, { description: 'The mail at this cursor.' }) node!: Mail
}

@ObjectType({ description: 'A page of mails.' })
export class MailConnection extends Page {
  @Field(() => [MailEdge], { description: 'Items, in the requested order.' }) edges!: MailEdge[]
  @Field({ description: 'Whether the server sends mails: MAIL_URL is set.' }) isMailEnabled!: boolean
}

export const MailFilter = filterInput('MailFilter', 'Filters mails. All given conditions must match.', mailFilters)
export type MailFilter = Filter

@InputType({ description: 'The order of a list of mails. Mails that are equal in the field are ordered by id.' })
export class MailOrder {
  @Field(() => MailOrderFieldEnum, { description: 'What the list is ordered by.' }) field!: MailOrderField
  @Field(() => SortDirectionEnum, nullable(sortDirectionDescription)) direction?: SortDirection | null
}
