import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { TemplateTag } from '../domain/templateTags.ts'
import type { PropertyType } from '../domain/enums.ts'
import { maybe } from './common.ts'
import { PropertyTypeEnum, TemplateTagEnum } from './enums.ts'

@ObjectType({ description: 'A Word document with merge fields. The file itself travels by REST.' })
export class Template {
  @Field(() => ID, { description: 'A UUID, for `/api/templates/download/{id}`.' }) id!: string
  @Field({ description: 'As it was uploaded; a file of the same name replaces it.' }) filename!: string
  @Field(() => TemplateTagEnum, { ...maybe, description: 'What it is for; null for one that nobody tagged.' })
  tag!: TemplateTag | null
  @Field(() => Int, { description: 'In bytes.' }) size!: number
  @Field(() => GraphQLDateTimeISO, { description: 'When it was uploaded last.' }) modifiedAt!: Date
}

@ObjectType({ description: 'A tag that can be printed, and the newest template that has it.' })
export class TemplateTagEntry {
  @Field(() => TemplateTagEnum, { description: 'What can be printed.' }) tag!: TemplateTag
  @Field({ description: 'Its file name.' }) template!: string
  @Field(() => ID, { description: 'The template that is used for it.' }) templateId!: string
}

@ObjectType({ description: 'What `{name}` in a template is replaced by.' })
export class MergeField {
  @Field({ description: 'What stands between the braces.' }) name!: string
  @Field({ description: 'What people call it.' }) label!: string
  @Field({ description: 'What it could be replaced by.' }) example!: string
}

@InputType({ description: 'Which leads are to be printed: these, or all of a tag. Exactly one is given.' })
export class PrintSelection {
  @Field(() => [ID], { ...maybe, description: 'These leads.' }) leadIds?: string[] | null
  @Field(() => PropertyTypeEnum, { ...maybe, description: 'Every lead for this service that may be seen.' })
  tag?: PropertyType | null
  @Field(() => TemplateTagEnum, {
    ...maybe,
    description: 'Every lead for the service of this name; the six tags that are no service have none.',
  })
  leadType?: TemplateTag | null
}

@ObjectType({ description: 'What to know before printing.' })
export class PrintCheck {
  @Field(() => Int, { description: 'Leads that are chosen.' }) total!: number
  @Field(() => Int, { description: 'Leads whose owner is unconfirmed: left out unless they are included.' })
  unconfirmed!: number
  @Field(() => Int, { description: 'Leads whose house has no known owner.' }) withoutOwner!: number
  @Field(() => Int, { description: 'Leads whose owner has no known address.' }) withoutOwnerAddress!: number
  @Field(() => [String], { description: "In words, such as '12 of 300 have no owner address'." }) sentences!: string[]
}
