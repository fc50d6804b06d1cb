import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { TemplateTag } from '../domain/templates/templateTags.ts'
import { nullable } from './common.ts'
import { TemplateTagEnum } from './enums.ts'

@ObjectType({ description: 'A Word document with merge fields. The file itself is uploaded and downloaded over REST.' })
export class Template {
  @Field(() => ID, { description: 'UUID, used in `/api/templates/download/{id}`.' }) id!: string
  @Field({ description: 'File name as uploaded. Uploading a file with the same name can replace the template.' })
  filename!: string
  @Field(() => TemplateTagEnum, nullable('Purpose of the template; null if untagged.')) tag!: TemplateTag | null
  @Field(() => Int, { description: 'File size in bytes.' }) size!: number
  @Field(() => GraphQLDateTimeISO, { description: 'When the file was last uploaded.' }) modifiedAt!: Date
  @Field(
    () => Int,
    nullable(
      'Number of different merge fields. A template with 0 prints the same letter for every lead. Null while they are not counted yet.',
    ),
  )
  mergeFieldCount!: number | null
}

@InputType({ description: 'Changes to a template. Omitted fields are unchanged.' })
export class UpdateTemplateInput {
  @Field(() => String, nullable('File name; `.docx` is added if it is missing.')) name?: string | null
  @Field(() => TemplateTagEnum, nullable('Purpose of the template; null removes the tag.')) tag?: TemplateTag | null
}

@ObjectType({ description: 'A template tag with the newest template that has it.' })
export class TemplateTagEntry {
  @Field(() => TemplateTagEnum, { description: 'Template tag.' }) tag!: TemplateTag
  @Field({ description: 'File name of the template.' }) template!: string
  @Field(() => ID, { description: 'Id of the newest template with this tag.' }) templateId!: string
}

@ObjectType({ description: 'A merge field: `{name}` in a template is replaced by its value.' })
export class MergeField {
  @Field({ description: 'Name used between the braces.' }) name!: string
  @Field({ description: 'Display name.' }) label!: string
  @Field({ description: 'Sample value.' }) example!: string
}
