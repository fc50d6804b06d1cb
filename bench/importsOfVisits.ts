import { runImport, runUndo } from '../tests/support/imports.ts'
import { visitFiles, type VisitFile } from '../tests/support/visitFiles.ts'
import { withImportBench } from './measureImports.ts'
import type { Row } from './table.ts'

const visitedCount = 5_000
const visitCount = 20_000
const maxVisitSeconds = 40

/**
 * Imports files with the headings of SalesRabbit and of SPOTIO that have 20,000 visits at 5,000 properties, and undoes them, while reps
 * save houses and knock.
 */
export function importsOfVisits(): Promise<Row[]> {
  return withImportBench(async ({ url, owner, reps, measureWithReps }) => {
    const rows: Row[] = []
    for (const makeFile of Object.values(visitFiles)) {
      const file = makeFile({ properties: visitedCount, visits: visitCount, reps: reps.map(emailOf) })
      const imported = await measureWithReps(
        `import of ${visitCount.toLocaleString('en-US')} visits at ${visitedCount.toLocaleString('en-US')} properties of ${file.product}`,
        () => runImport(url, owner, { ...formOf(file), on_error: 'skip' }),
        ({ counts, import: found }) =>
          counts.created === visitedCount && counts.failed === 0 && found.visits === visitCount,
        maxVisitSeconds,
      )
      const undone = await measureWithReps(
        `undo of the visits of ${file.product}`,
        () => runUndo(url, owner, imported.result['id'] as string),
        ({ undo }) => undo.removed === visitedCount,
        maxVisitSeconds,
      )
      rows.push(...imported.rows, ...undone.rows)
    }
    return rows
  })
}

const formOf = ({ content, mapping, words }: VisitFile) => ({ file: content, mapping, words })
const emailOf = ({ id }: { id: string }) => `${id}@example.invalid`
