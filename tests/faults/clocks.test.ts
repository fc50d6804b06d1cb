import { describe } from 'vitest'
import { clocks } from './clocks.ts'
import { testRows } from './shortForm.ts'

describe('processes with different clocks', () => testRows(clocks))
