import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, InputType, Int, ObjectType } from 'type-graphql'
import type { DuplicateRule, ErrorRule, ImportList } from '../domain/importFields.ts'
import { nullable } from './common.ts'
import { DuplicateRuleEnum, ErrorRuleEnum, ImportListEnum } from './enums.ts'

@ObjectType({
  description: 'The rows of an imported file by what became of them. They add up to the rows of the file.',
})
export class ImportCounts {
  @Field(() => Int, { description: 'Rows that created a record.' }) created!: number
  @Field(() => Int, { description: 'Rows that updated a saved record, or one of an earlier row.' }) updated!: number
  @Field(() => Int, { description: 'Rows whose record is saved already, and that were left out.' }) skipped!: number
  @Field(() => Int, {
    description: 'Rows of which it is not sure whether their house is a saved one; they changed nothing.',
  })
  unsure!: number
  @Field(() => Int, { description: 'Rows with an error.' }) failed!: number
}

@ObjectType({ description: 'An error in a row of an imported file, or a record that an undo left.' })
export class RowError {
  @Field(() => Int, { description: 'Number of the row; 1 is the row of the headings.' }) row!: number
  @Field(() => String, nullable('Heading of the cell; null if the whole row is meant.')) column!: string | null
  @Field({ description: 'What is wrong, in a sentence.' }) message!: string
}

@ObjectType({ description: 'What the undo of an import did.' })
export class UndoCounts {
  @Field(() => Int, { description: 'Records that were removed because the import had created them.' }) removed!: number
  @Field(() => Int, { description: 'Records that are as they were before the import.' }) restored!: number
  @Field(() => Int, { description: 'Records that stay because they were worked on since; `errors` tells which.' })
  kept!: number
}

@ObjectType({ description: 'A column of an imported file and the field that it fills.' })
export class ImportMappingEntry {
  @Field({ description: 'Name of the field in REST.' }) field!: string
  @Field({ description: 'Heading of the column.' }) column!: string
}

@ObjectType({ description: 'What an import was asked to do, and what it found in the file.' })
export class ImportDetails {
  @Field(() => ImportListEnum, { description: 'The list that is imported.' }) list!: ImportList
  @Field({ description: 'Name of the uploaded file.' }) filename!: string
  @Field(() => DuplicateRuleEnum, { description: 'What happens to rows whose record is saved already.' })
  onDuplicate!: DuplicateRule
  @Field(() => ErrorRuleEnum, { description: 'What happens if rows have errors.' }) onError!: ErrorRule
  @Field({ description: 'True if the file is only checked, and nothing is saved.' }) dryRun!: boolean
  @Field(() => String, nullable("'comma', 'semicolon' or 'tab'; null until the file was read."))
  separator!: string | null
  @Field(() => [String], { description: 'Headings of the columns that fill no field.' }) ignoredColumns!: string[]
  @Field({ description: 'True if rows have errors and `onError` is STOP, so that nothing is saved.' }) stopped!: boolean
  @Field(() => GraphQLDateTimeISO, nullable('Until when the import can be undone; null if it saved nothing.'))
  undoableUntil!: Date | null
  @Field(() => GraphQLDateTimeISO, nullable('When the import was undone; null if it was not.')) undoneAt!: Date | null
}

@InputType({ description: 'A column of the file and the field that it fills.' })
export class ImportMappingInput {
  @Field({ description: 'Name of the field in REST.' }) field!: string
  @Field({ description: 'Heading of the column.' }) column!: string
}

@InputType({ description: 'How to import the file of an earlier import again. Omitted fields are as they were.' })
export class ImportAgainInput {
  @Field(() => [ImportMappingInput], nullable('The column for each field.')) mapping?: ImportMappingInput[] | null
  @Field(() => DuplicateRuleEnum, nullable('What happens to rows whose record is saved already.'))
  onDuplicate?: DuplicateRule | null
  @Field(() => ErrorRuleEnum, nullable('What happens if rows have errors.')) onError?: ErrorRule | null
  @Field(() => Boolean, nullable('True to check the file again and save nothing. Defaults to false.'))
  dryRun?: boolean | null
}
