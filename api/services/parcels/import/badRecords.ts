import { isLargeBadShare } from '../../../domain/imports/badShare.ts'
import { Refused } from '../../../domain/errors.ts'

/** More than 1 % of the records are bad, so that a person has to say whether the others are imported. */
export class ManyBadRecords extends Refused {}

const maxReasons = 5
/** After this many bad records, a file of which most are bad is not read to its end. */
const enoughRecords = 1_000

/** The records of a file that cannot be imported. They are left out: up to 1 %, or any number with `skipsMany`. */
export class BadRecords {
  /** The records that were read, also good ones. */
  records = 0
  count = 0
  readonly reasons: string[] = []
  readonly #skipsMany: boolean

  constructor(skipsMany: boolean) {
    this.#skipsMany = skipsMany
  }

  add(reason: string): void {
    this.count++
    if (this.reasons.length < maxReasons) this.reasons.push(reason)
  }

  /** Throws `ManyBadRecords` with the first reasons if more than 1 % are bad, because the file would replace a county with a part of it. */
  check(): void {
    if (this.#skipsMany || !isLargeBadShare(this.count, this.records)) return
    if (this.count === 1) throw new ManyBadRecords(this.reasons[0]!)
    const counts = `${this.count.toLocaleString('en')} of ${this.records.toLocaleString('en')} records`
    throw new ManyBadRecords(`${counts} cannot be imported, which is more than 1 %:\n${this.reasons.join('\n')}`)
  }

  /** The same before the end of the file, for one with other coordinates, of which nearly all are bad. */
  checkSoFar(): void {
    if (this.count >= enoughRecords && this.count * 2 > this.records) this.check()
  }
}
