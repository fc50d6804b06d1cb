import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { TemplateTag } from '../domain/templateTags.ts'
import type { PropertyType } from '../domain/words.ts'
import { maybe } from './common.ts'
import { PropertyTypeEnum, TemplateTagEnum } from './enums.ts'

@ObjectType({ description: 'A Word document with merge fields. The file itself travels by REST.' })
export class Template {
  @Field(() => ID) id!: string
  @Field() filename!: string
  @Field(() => TemplateTagEnum, maybe) tag!: TemplateTag | null
  @Field(() => Int, { description: 'In bytes.' }) size!: number
  @Field(() => GraphQLDateTimeISO) modifiedAt!: Date
}

@ObjectType({ description: 'A tag that can be printed, and the newest template that has it.' })
export class TemplateTagEntry {
  @Field(() => TemplateTagEnum) tag!: TemplateTag
  @Field({ description: 'Its file name.' }) template!: string
  @Field(() => ID) templateId!: string
}

@ObjectType({ description: 'What `{name}` in a template is replaced by.' })
export class MergeField {
  @Field() name!: string
  @Field() label!: string
  @Field() example!: string
}

@InputType({ description: 'Which leads are to be printed: these, or all of a tag. Exactly one is given.' })
export class PrintSelection {
  @Field(() => [ID], maybe) leadIds?: string[] | null
  @Field(() => PropertyTypeEnum, maybe) tag?: PropertyType | null
  @Field(() => TemplateTagEnum, maybe) leadType?: TemplateTag | null
}

@ObjectType({ description: 'What to know before printing.' })
export class PrintCheck {
  @Field(() => Int, { description: 'Leads that are chosen.' }) total!: number
  @Field(() => Int, { description: 'Leads whose owner is unconfirmed: left out unless they are included.' })
  unconfirmed!: number
  @Field(() => Int) withoutOwner!: number
  @Field(() => Int) withoutOwnerAddress!: number
  @Field(() => [String], { description: "In words, such as '12 of 300 have no owner address'." }) sentences!: string[]
}
