import { describe } from 'vitest'
import { blackHole } from './blackHole.ts'
import { asyncCommit, killDatabase } from './killDatabase.ts'
import { pauseDatabase } from './pauseDatabase.ts'
import { testRows } from './shortForm.ts'

// The full disk is not here, because it mounts a file system, which needs root.
describe('acknowledged knocks after faults of the database', () =>
  testRows(killDatabase, pauseDatabase, blackHole, asyncCommit))
