import { Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import type { Context } from '../context.ts'
import { IdArg, InputArg, nullable } from '../schema/common.ts'
import {
  ImportAgainInput,
  ImportCounts,
  ImportDetails,
  ImportMappingEntry,
  RowError,
  UndoCounts,
} from '../schema/imports.ts'
import { Job } from '../schema/jobs.ts'
import {
  countsOf,
  errorsOf,
  importDetailsOf,
  undoOf,
  type ImportDetails as StoredDetails,
} from '../usecases/imports/importJob.ts'
import { runImportAgain, undoImport } from '../usecases/imports/startImport.ts'
import type { Job as StoredJob } from '../usecases/jobs/jobRows.ts'

@Resolver(() => Job)
export class ImportsResolver {
  @Mutation(() => Job, {
    description:
      'Imports the file of an import of the caller again: for real after a dry run, or to check it with another mapping. Files are uploaded with `POST /api/imports`.',
  })
  runImport(
    @Ctx('ctx') ctx: Context,
    @IdArg('Id of the job that the file was uploaded for, or of a later one.') id: string,
    @InputArg(ImportAgainInput, 'What changes.') { mapping, ...rules }: ImportAgainInput,
  ): Promise<Job> {
    const entries = mapping?.map(({ field, column }) => [field, column] as const)
    return runImportAgain(ctx, id, { ...rules, mapping: entries ? Object.fromEntries(entries) : null })
  }

  @Mutation(() => Job, {
    description:
      'Starts a job that removes what an import of the caller created and restores what it updated, within 24 hours. What was worked on since stays.',
  })
  undoImport(@Ctx('ctx') ctx: Context, @IdArg('Id of the import.') id: string): Promise<Job> {
    return undoImport(ctx, id)
  }

  @FieldResolver(() => ImportCounts, nullable('The rows of an import; null for other jobs, and until it has ended.'))
  counts(@Root() job: StoredJob): ImportCounts | null {
    return countsOf(job)
  }

  @FieldResolver(() => [RowError], {
    description:
      'The first 1,000 errors of an import, in a list of jobs the first 10. For an undo, the records that stay and why.',
  })
  errors(@Root() job: StoredJob): RowError[] {
    return errorsOf(job)
  }

  @FieldResolver(() => UndoCounts, nullable('What an undo did; null for other jobs, and until it has ended.'))
  undo(@Root() job: StoredJob): UndoCounts | null {
    return undoOf(job)
  }

  @FieldResolver(() => ImportDetails, nullable('The details of an import; null for other jobs.'))
  import(@Root() job: StoredJob): ImportDetails | null {
    return importDetailsOf(job)
  }
}

@Resolver(() => ImportDetails)
export class ImportDetailsResolver {
  @FieldResolver(() => [ImportMappingEntry], { description: 'The columns that fill fields.' })
  mapping(@Root() { mapping }: StoredDetails): ImportMappingEntry[] {
    return Object.entries(mapping).map(([field, column]) => ({ field, column }))
  }
}
