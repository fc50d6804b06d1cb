import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import type { ParcelImportStatus } from '../domain/enums.ts'
import { nullable, Point } from './common.ts'
import { ParcelImportStatusEnum } from './enums.ts'
import { ImportMappingInput } from './imports.ts'

@ObjectType({ description: "A company's file of parcels, which it alone finds once they are published." })
export class ParcelImport {
  @Field(() => ID, { description: 'Id of the import.' }) id!: string
  @Field({ description: 'Data set that it becomes, such as the county. A later import of this name replaces it.' })
  name!: string
  @Field({ description: 'Name of the file.' }) fileName!: string
  @Field(() => Float, { description: 'Size of the file in bytes.' }) totalBytes!: number
  @Field(() => Float, { description: 'Bytes that were uploaded.' }) receivedBytes!: number
  @Field(() => ParcelImportStatusEnum, { description: 'What has become of it.' }) status!: ParcelImportStatus
  @Field(() => ID, nullable('The job that checks it or has checked it.')) jobId!: string | null
  @Field(() => Int, { description: 'Number of parcels in the file that can be imported.' }) parcels!: number
  @Field(() => Int, { description: 'Number of records without a place, which are left out.' }) skipped!: number
  @Field(() => Int, { description: 'Number of records that cannot be imported; at most 1 %.' }) failed!: number
  @Field(() => [String], { description: 'Why, for the first of them.' }) reasons!: string[]
  @Field(() => String, nullable('Why the file cannot be imported, in a sentence.')) error!: string | null
  @Field(() => GraphQLDateTimeISO, { description: 'When its upload began.' }) createdAt!: Date
  @Field(() => GraphQLDateTimeISO, nullable('When its parcels were published.')) publishedAt!: Date | null
  @Field(() => GraphQLDateTimeISO, nullable('Until when it can be undone; null unless it is live.'))
  undoableUntil?: Date | null
}

@ObjectType({ description: "The beginning of a company's file of parcels." })
export class ParcelImportHead {
  @Field(() => [String], { description: 'Names of the columns, or of the properties of features.' }) columns!: string[]
  @Field(() => [[String]], { description: 'Up to 20 records, with a text for each column.' }) rows!: string[][]
  @Field({ description: 'Whether each record has a geometry of its own, so that no column needs to.' })
  hasGeometry!: boolean
}

@ObjectType({ description: "How many parcels lie around the company's address." })
export class ParcelsAround {
  @Field({ description: "Provider of parcel lookups: 'embedded' for the parcels in the database." }) provider!: string
  @Field({ description: 'Whether the caller may import parcels on this server.' }) mayImport!: boolean
  @Field(() => String, nullable('Address of the company; null if nobody has said it.')) address!: string | null
  @Field(() => Point, nullable('Where that is; null if no parcel has the address.')) point!: Point | null
  @Field(() => Int, nullable('Number of parcels within 5 km of it, at most 100,000; null where a provider is asked.'))
  parcels!: number | null
}

@InputType({ description: 'A file of parcels to import, whose parts are uploaded with REST.' })
export class StartParcelImportInput {
  @Field({ description: 'Data set that it becomes, such as the county: letters, digits, dots and dashes.' })
  name!: string
  @Field({ description: 'Name of the file.' }) fileName!: string
  @Field(() => Float, { description: 'Size of the file in bytes, at most 2 GB.' }) totalBytes!: number
}

@InputType({ description: 'How to read a file of parcels.' })
export class CheckParcelImportInput {
  @Field(() => [ImportMappingInput], {
    description: 'The column for each field: `parcel_id`, and any of those of an import of parcels.',
  })
  mapping!: ImportMappingInput[]
}
