import type { RowError } from '../../domain/imports/importFields.ts'
import type { StoredRecord } from './importedRecords.ts'

/** What an undo did, while it runs. */
export class UndoTally {
  removed = 0
  restored = 0
  readonly kept: RowError[] = []

  keep({ row }: StoredRecord, message: string): void {
    this.kept.push({ row, column: null, message })
  }
}
