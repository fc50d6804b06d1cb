import type { StoredRecord, UndoneRecord } from './importedRecords.ts'

/** What an undo did with the records of one transaction. */
export class UndoTally {
  readonly #records = new Map<StoredRecord, UndoneRecord>()

  remove(records: readonly StoredRecord[]): void {
    for (const record of records) this.#records.set(record, { undone: 'removed', reason: null })
  }

  restore(records: readonly StoredRecord[]): void {
    for (const record of records) this.#records.set(record, { undone: 'restored', reason: null })
  }

  keep(record: StoredRecord, reason: string): void {
    this.#records.set(record, { undone: 'kept', reason })
  }

  of(record: StoredRecord): UndoneRecord {
    return this.#records.get(record) ?? { undone: 'gone', reason: null }
  }
}
