import type { RowDecision } from '../../domain/imports/importFields.ts'
import type { WriteTransaction } from '../../log/transact.ts'
import type { JobRun } from '../jobs/runJob.ts'
import type { ImportInput } from './importJob.ts'
import type { ImportedRecord } from './importedRecords.ts'
import type { ParsedRow } from './reading/parseRows.ts'
import type { RowErrors } from './rowErrors.ts'
import type { RowOutcome } from './rowOutcomes.ts'

/** What is saved together: all that the file says of one property, or the whole file. */
export interface ImportPart {
  /** Null for the whole file. */
  propertyId: string | null
}

/** The parts of a file that is saved in one transaction. */
export const wholeFile: ImportPart[] = [{ propertyId: null }]

/** What an import will do with its good rows, and how to do it. */
export interface ImportPlan<Part extends ImportPart = ImportPart> {
  outcomes: RowOutcome[]
  /** What is saved, in parts that may be saved in transactions of their own. */
  parts: Part[]
  /** The number of visits that are saved; undefined for a list without visits. */
  visits?: number
  /**
   * Saves these parts in the transaction, and returns what can be undone. Completes the reasons of `outcomes`. `onProgress` is called
   * with the number of records that are saved. Throws `Unavailable` if what was planned is no longer right, so that the rest is planned
   * again.
   */
  save(
    transaction: WriteTransaction,
    parts: Part[],
    onProgress: (done: number) => Promise<void>,
  ): Promise<ImportedRecord[]>
}

/** What a person decided about a row. */
export interface DecidedRow {
  decision: RowDecision
  /** The saved property that the row means; null unless the decision is 'same'. */
  propertyId: string | null
}

/** How one list is imported. `Values` are those of a row, by field in camelCase. */
export interface Importer<Values extends object, Part extends ImportPart = ImportPart> {
  /** The rights of the transactions that save. */
  scope: 'tenant' | 'platform'
  /**
   * Compares the rows with what is saved, without a transaction. Adds rows that cannot be saved to `errors`. `decided` are the rows
   * that a person has decided, and `ownIds` the properties that the job has saved before.
   */
  plan(
    run: JobRun,
    tenantId: string,
    rows: ParsedRow<Values>[],
    input: ImportInput,
    errors: RowErrors,
    decided: ReadonlyMap<number, DecidedRow>,
    ownIds: ReadonlySet<string>,
  ): Promise<ImportPlan<Part>>
}
