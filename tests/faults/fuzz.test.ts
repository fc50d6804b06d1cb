import { describe } from 'vitest'
import { fuzz } from './fuzz.ts'
import { testRows } from './shortForm.ts'

describe('the server', () => testRows(fuzz))
