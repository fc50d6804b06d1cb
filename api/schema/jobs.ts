import { GraphQLDateTimeISO } from 'graphql-scalars'
import { Field, Float, ID, Int, ObjectType } from 'type-graphql'
import type { ExportedList, JobKind, JobStatus } from '../domain/enums.ts'
import { nullable } from './common.ts'
import { ExportedListEnum, JobKindEnum, JobStatusEnum } from './enums.ts'

@ObjectType({ description: 'A job that saved decisions about the rows of an import, or undid it.' })
export class FollowUpJob {
  @Field(() => ID, { description: 'Id of the job.' }) id!: string
  @Field(() => JobKindEnum, { description: 'IMPORT for decisions, IMPORT_UNDO for an undo.' }) kind!: JobKind
  @Field(() => JobStatusEnum, { description: 'Whether it waits, runs, or has ended.' }) status!: JobStatus
}

@ObjectType({ description: 'Work that takes longer than a request, such as an export.' })
export class Job {
  @Field(() => ID, { description: 'UUID, the same in REST.' }) id!: string
  @Field(() => JobKindEnum, { description: 'What the job does.' }) kind!: JobKind
  @Field(
    () => ExportedListEnum,
    nullable('The list that is exported or imported; null for everything, and for parcels.'),
  )
  list!: ExportedList | null
  @Field(() => JobStatusEnum, { description: 'Whether it waits, runs, or has ended.' }) status!: JobStatus
  @Field(() => Int, { description: 'Number of rows that are done.' }) done!: number
  @Field(() => Int, nullable('Number of rows in all; null until it is known.')) total!: number | null
  @Field(() => String, nullable('Why the job failed, and what to do; null unless it failed.')) error!: string | null
  @Field(() => String, nullable('Name of its file; null if it has none.')) fileName!: string | null
  @Field(() => Float, nullable('Size of its file in bytes.')) fileSize!: number | null
  @Field(
    () => GraphQLDateTimeISO,
    nullable('Until when `GET /api/jobs/{id}/file` gives the file to the creator of the job; null if there is none.'),
  )
  fileExpiresAt!: Date | null
  @Field(() => GraphQLDateTimeISO, { description: 'Creation time.' }) createdAt!: Date
  @Field(() => GraphQLDateTimeISO, nullable('When the job began to run.')) startedAt!: Date | null
  @Field(() => GraphQLDateTimeISO, nullable('When the job ended.')) finishedAt!: Date | null
  @Field(
    () => [FollowUpJob],
    nullable('The jobs that saved decisions about its rows or undid it, oldest first; null in a list of jobs.'),
  )
  followUps!: FollowUpJob[] | null
}
