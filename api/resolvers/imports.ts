import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../context.ts'
import type { ImportOutcome } from '../domain/imports/importFields.ts'
import { clampLimit } from '../domain/paging.ts'
import { toConnection } from '../graphql/connections.ts'
import { IdArg, InputArg, nullable } from '../schema/common.ts'
import {
  ImportAgainInput,
  ImportCounts,
  ImportDetails,
  ImportMappingEntry,
  ImportRowConnection,
  ImportRowsArgs,
  RowDecisionInput,
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
import { decideImportRows } from '../usecases/imports/decisions.ts'
import { countImportRows, listImportRows } from '../usecases/imports/importRows.ts'
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

  @Query(() => ImportRowConnection, {
    description:
      'The rows of an import of the caller and what became of them, in the order of the file. They are kept for 24 hours after it has ended.',
  })
  async importRows(
    @Ctx('ctx') ctx: Context,
    @Args(() => ImportRowsArgs) { importId, outcome, first, after }: ImportRowsArgs,
  ) {
    const page = await listImportRows(ctx, importId, outcome, { limit: clampLimit(first), after })
    return { ...toConnection(page, after), importId, outcome }
  }

  @Mutation(() => Job, {
    description:
      'Starts a job that imports unsure rows of an import of the caller as they are decided, and no others. Each row is decided once. If one decision is refused, none is taken.',
  })
  decideImportRows(
    @Ctx('ctx') ctx: Context,
    @Arg('importId', () => ID, { description: 'Id of the import.' }) importId: string,
    @Arg('decisions', () => [RowDecisionInput], { description: 'At most 10,000 decisions, one for each row.' })
    decisions: RowDecisionInput[],
  ): Promise<Job> {
    return decideImportRows(ctx, importId, decisions)
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

@Resolver(() => ImportRowConnection)
export class ImportRowConnectionResolver {
  @FieldResolver(() => Int, { description: 'Number of rows, on all pages.' })
  totalCount(
    @Ctx('ctx') ctx: Context,
    @Root() { importId, outcome }: { importId: string; outcome: ImportOutcome | null | undefined },
  ): Promise<number> {
    return countImportRows(ctx, importId, outcome)
  }
}
