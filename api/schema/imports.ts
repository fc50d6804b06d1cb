import { GraphQLDateTimeISO } from 'graphql-scalars'
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type {
  DuplicateRule,
  ErrorRule,
  ImportList,
  ImportOutcome,
  MissingUserRule,
  RowDecision,
} from '../domain/imports/importFields.ts'
import type { WordField, WordMeaning } from '../domain/imports/importWords.ts'
import { Edge, nullable, Page, PageArgs } from './common.ts'
import {
  DuplicateRuleEnum,
  ErrorRuleEnum,
  ImportListEnum,
  ImportOutcomeEnum,
  MissingUserRuleEnum,
  RowDecisionEnum,
  WordFieldEnum,
} from './enums.ts'

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

@ObjectType({ description: 'A word of another product in an imported file.' })
export class FoundWord {
  @Field(() => WordFieldEnum, { description: 'The field whose column has it.' }) field!: WordField
  @Field({ description: 'The word, as its first row has it.' }) word!: string
  @Field(() => Int, { description: 'Number of rows that have it.' }) rows!: number
  @Field(() => String, nullable('What it means, as `ImportWordInput.meaning`; null until somebody says it.'))
  meaning!: WordMeaning | null
}

@ObjectType({ description: 'A user whom an imported file names and who has no active account.' })
export class MissingUser {
  @Field({ description: 'The email address or name in the file.' }) name!: string
  @Field(() => Int, { description: 'Number of rows that name them.' }) rows!: number
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
  @Field(() => Int, { description: 'Number of rows with a warning.' }) warnings!: number
  @Field({ description: 'True if more than 1 % of the rows have errors.' }) manyFailed!: boolean
  @Field({ description: 'True if rows have errors and `onError` is STOP, so that nothing is saved.' }) stopped!: boolean
  @Field(() => MissingUserRuleEnum, { description: 'What happens to a row that names somebody without an account.' })
  onMissingUser!: MissingUserRule
  @Field({ description: 'True if imported visits count as work of their reps.' }) countVisits!: boolean
  @Field(() => Int, {
    description: 'Number of visits that are saved as knocks at their dates; of a check, that would be.',
  })
  visits!: number
  @Field(() => [FoundWord], { description: 'Words of another product in the file, at most 200 of a column.' })
  words!: FoundWord[]
  @Field(() => [WordFieldEnum], {
    description: 'Fields whose column has more than 200 different words. It may be the wrong column.',
  })
  fieldsOfManyWords!: WordField[]
  @Field(() => [MissingUser], { description: 'Users without an account, at most 200.' }) missingUsers!: MissingUser[]
  @Field(() => GraphQLDateTimeISO, nullable('Until when the import can be undone; null if it saved nothing.'))
  undoableUntil!: Date | null
  @Field(() => GraphQLDateTimeISO, nullable('When the import was undone; null if it was not.')) undoneAt!: Date | null
}

@InputType({ description: 'A column of the file and the field that it fills.' })
export class ImportMappingInput {
  @Field({ description: 'Name of the field in REST.' }) field!: string
  @Field({ description: 'Heading of the column.' }) column!: string
}

@InputType({ description: 'What a word of another product means in an import, and in the next ones of the company.' })
export class ImportWordInput {
  @Field(() => WordFieldEnum, { description: 'The field whose column has it.' }) field!: WordField
  @Field({ description: 'The word, in any case.' }) word!: string
  @Field(() => String, {
    description:
      'A status of the property such as `status:interested`, for the field STATUS only; an outcome of a visit such as `outcome:nobody_home`; or `nothing`.',
  })
  meaning!: WordMeaning
}

@InputType({ description: 'How to import the file of an earlier import again. Omitted fields are as they were.' })
export class ImportAgainInput {
  @Field(() => [ImportMappingInput], nullable('The column for each field.')) mapping?: ImportMappingInput[] | null
  @Field(() => DuplicateRuleEnum, nullable('What happens to rows whose record is saved already.'))
  onDuplicate?: DuplicateRule | null
  @Field(() => ErrorRuleEnum, nullable('What happens if rows have errors.')) onError?: ErrorRule | null
  @Field(() => Boolean, nullable('True to check the file again and save nothing. Defaults to false.'))
  dryRun?: boolean | null
  @Field(() => MissingUserRuleEnum, nullable('What happens to a row that names somebody without an account.'))
  onMissingUser?: MissingUserRule | null
  @Field(() => [ImportWordInput], nullable('What the words of another product mean.')) words?: ImportWordInput[] | null
  @Field(() => Boolean, nullable('Whether imported visits count as work of their reps.')) countVisits?: boolean | null
}

@ObjectType({ description: 'A property that an unsure row of an import may mean.' })
export class ImportRowCandidate {
  @Field(() => ID, nullable('Id of the property; null in a check for the house of an earlier row.'))
  propertyId!: string | null
  @Field(() => String, nullable('Current address of the property.')) address!: string | null
  @Field(() => String, nullable('Owner of the property, if known.')) ownerName!: string | null
  @Field(() => Float, nullable('From the point of the row; null if one of the points is not known.'))
  distanceMeters!: number | null
}

@ObjectType({ description: 'A row of an imported file and what became of it, or in a check what will become of it.' })
export class ImportRow {
  @Field(() => Int, { description: 'Number of the row; 1 is the row of the headings.' }) row!: number
  @Field(() => ImportOutcomeEnum, { description: 'What became of the row.' }) outcome!: ImportOutcome
  @Field({ description: 'Why, in a sentence.' }) reason!: string
  @Field(() => String, nullable('What was kept although it may be wrong, such as a phone that cannot be read.'))
  warning!: string | null
  @Field(
    () => ID,
    nullable('Id of the property that the row created, updated or is the same as; null if there is none.'),
  )
  propertyId!: string | null
  @Field(() => String, nullable('Address of that property.')) propertyAddress!: string | null
  @Field(() => String, nullable('Address in the row.')) address!: string | null
  @Field(() => String, nullable('Owner in the row.')) ownerName!: string | null
  @Field(
    () => RowDecisionEnum,
    nullable('What was decided about an unsure row, whose `outcome` stays UNSURE until the job has done it.'),
  )
  decision!: RowDecision | null
  @Field(() => [ImportRowCandidate], { description: 'The properties that an unsure row may mean, at most 20.' })
  candidates!: ImportRowCandidate[]
}

@ObjectType({ description: 'A row of an import with its pagination cursor.' })
export class ImportRowEdge extends Edge {
  @Field(() => ImportRow, { description: 'The row at this cursor.' }) node!: ImportRow
}

@ObjectType({ description: 'A page of rows of an import, in the order of the file.' })
export class ImportRowConnection extends Page {
  @Field(() => [ImportRowEdge], { description: 'Rows, in the order of the file.' }) edges!: ImportRowEdge[]
}

@ArgsType()
export class ImportRowsArgs extends PageArgs {
  @Field(() => ID, { description: 'Id of the import.' }) importId!: string
  @Field(() => ImportOutcomeEnum, nullable('Only rows of which this became.')) outcome?: ImportOutcome | null
}

@InputType({ description: 'A decision about an unsure row of an import.' })
export class RowDecisionInput {
  @Field(() => Int, { description: 'Number of the row.' }) row!: number
  @Field(() => RowDecisionEnum, { description: 'What the row is.' }) decision!: RowDecision
  @Field(() => ID, nullable('Which candidate is the SAME; required where several fit.')) propertyId?: string | null
}
