import { killApi } from './killApi.ts'
import { asyncCommit, killDatabase } from './killDatabase.ts'
import type { FaultRow } from './row.ts'
import { stopApi } from './stopApi.ts'

/** All rows, in the order in which `npm run faults` runs them. */
export const rows: FaultRow[] = [killApi, stopApi, killDatabase, asyncCommit]
