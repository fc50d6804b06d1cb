import type { ImportCounts } from '../../domain/importFields.ts'
import type { WriteTransaction } from '../../log/transact.ts'
import type { JobRun } from '../jobs/runJob.ts'
import type { ImportInput } from './importJob.ts'
import type { ImportedRecord } from './importedRecords.ts'
import type { ParsedRow } from './reading/parseRows.ts'
import type { RowErrors } from './rowErrors.ts'

/** What an import will do: the counts of its good rows, and how to do it. */
export interface ImportPlan {
  counts: Omit<ImportCounts, 'failed'>
  /**
   * Saves everything in the transaction, and returns what can be undone. `reached` is called with the number of records that are
   * saved. Throws `Unavailable` if what was planned is no longer right, so that the job begins again.
   */
  save(transaction: WriteTransaction, reached: (done: number) => Promise<void>): Promise<ImportedRecord[]>
}

/** How one list is imported. `Values` are those of a row, by field in camelCase. */
export interface Importer<Values extends object> {
  /** The rights of the transaction that saves. */
  scope: 'tenant' | 'platform'
  /** Compares the rows with what is saved, without a transaction. Adds rows that cannot be saved to `errors`. */
  plan(
    run: JobRun,
    tenantId: string,
    rows: ParsedRow<Values>[],
    input: ImportInput,
    errors: RowErrors,
  ): Promise<ImportPlan>
}
