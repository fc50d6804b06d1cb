import { describe } from 'vitest'
import { backups } from './backups.ts'
import { testRows } from './shortForm.ts'

describe('backups', () => testRows(backups))
