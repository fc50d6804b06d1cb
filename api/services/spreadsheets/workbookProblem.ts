/** Why a workbook cannot be read. */
export class WorkbookProblem extends Error {
  readonly reason: 'damaged' | 'no workbook' | 'binary' | 'too large' | 'many columns' | 'no sheet'

  constructor(reason: WorkbookProblem['reason']) {
    super(reason)
    this.reason = reason
  }
}
