import { describe } from 'vitest'
import { blackHole } from './blackHole.ts'
import { asyncCommit, killDatabase } from './killDatabase.ts'
import { testRows } from './shortForm.ts'

describe('acknowledged knocks after faults of the database', () => testRows(killDatabase, blackHole, asyncCommit))
