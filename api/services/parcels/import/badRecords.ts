import { Refused } from '../../../domain/errors.ts'

const maxReasons = 5
/** After this many bad records, a file of which most are bad is not read to its end. */
const enoughRecords = 1_000

/** The records of a file that cannot be imported. At most 1 % are left out. */
export class BadRecords {
  /** The records that were read, also good ones. */
  records = 0
  count = 0
  readonly reasons: string[] = []

  add(reason: string): void {
    this.count++
    if (this.reasons.length < maxReasons) this.reasons.push(reason)
  }

  /** Throws `Refused` with the first reasons if more than 1 % are bad, because the file would replace a county with a part of it. */
  check(): void {
    if (this.count * 100 <= this.records) return
    if (this.count === 1) throw new Refused(this.reasons[0]!)
    const counts = `${this.count.toLocaleString('en')} of ${this.records.toLocaleString('en')} records`
    throw new Refused(`${counts} cannot be imported, which is more than 1 %:\n${this.reasons.join('\n')}`)
  }

  /** The same before the end of the file, for one with other coordinates, of which nearly all are bad. */
  checkSoFar(): void {
    if (this.count >= enoughRecords && this.count * 2 > this.records) this.check()
  }
}
