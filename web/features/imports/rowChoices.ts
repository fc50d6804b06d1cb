import type { ImportRowItemFragment, RowDecision, RowDecisionInput } from '../../gql/graphql.ts'

/** What the user has chosen for an unsure row, which is not sent yet. */
export interface RowChoice {
  decision: RowDecision
  /** Which candidate is the SAME; null if there is one, or none is chosen yet. */
  propertyId: string | null
}

/** The choices by row. */
export type RowChoices = Readonly<Record<number, RowChoice>>

type Row = Pick<ImportRowItemFragment, 'row' | 'candidates'>

/** Whether the choice can be sent: with several candidates, SAME needs to know which one. */
export function isComplete({ candidates }: Row, choice: RowChoice | undefined): choice is RowChoice {
  return choice !== undefined && (choice.decision !== 'SAME' || candidates.length === 1 || choice.propertyId !== null)
}

/** The choices of rows that can be sent. */
export function decisionsOf(rows: readonly Row[], choices: RowChoices): RowDecisionInput[] {
  return rows.flatMap((row) => {
    const choice = choices[row.row]
    return isComplete(row, choice) ? { row: row.row, ...choice } : []
  })
}

/** The choices with one for all of these rows. SAME goes to rows with one candidate, because nobody else knows which one. */
export function chooseForAll(rows: readonly Row[], choices: RowChoices, decision: RowDecision): RowChoices {
  const chosen = rows.filter(({ candidates }) => decision !== 'SAME' || candidates.length === 1)
  return {
    ...choices,
    ...Object.fromEntries(chosen.map(({ row }) => [row, { decision, propertyId: null }])),
  }
}
