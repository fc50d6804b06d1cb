import type { RowDecision } from '../../domain/imports/importFields.ts'
import type { WriteTransaction } from '../../log/transact.ts'
import type { JobRun } from '../jobs/runJob.ts'
import type { ImportInput } from './importJob.ts'
import type { ImportedRecord } from './importedRecords.ts'
import type { ParsedRow } from './reading/parseRows.ts'
import type { RowErrors } from './rowErrors.ts'
import type { RowOutcome } from './rowOutcomes.ts'

/** What an import will do with its good rows, and how to do it. */
export interface ImportPlan {
  outcomes: RowOutcome[]
  /**
   * Saves everything in the transaction, and returns what can be undone. Completes the reasons of `outcomes`. `onProgress` is called with
   * the number of records that are saved. Throws `Unavailable` if what was planned is no longer right, so that the job begins again.
   */
  save(transaction: WriteTransaction, onProgress: (done: number) => Promise<void>): Promise<ImportedRecord[]>
}

/** What a person decided about a row. */
export interface DecidedRow {
  decision: RowDecision
  /** The saved property that the row means; null unless the decision is 'same'. */
  propertyId: string | null
}

/** How one list is imported. `Values` are those of a row, by field in camelCase. */
export interface Importer<Values extends object> {
  /** The rights of the transaction that saves. */
  scope: 'tenant' | 'platform'
  /**
   * Compares the rows with what is saved, without a transaction. Adds rows that cannot be saved to `errors`. `decided` are the rows
   * that a person has decided.
   */
  plan(
    run: JobRun,
    tenantId: string,
    rows: ParsedRow<Values>[],
    input: ImportInput,
    errors: RowErrors,
    decided: ReadonlyMap<number, DecidedRow>,
  ): Promise<ImportPlan>
}
