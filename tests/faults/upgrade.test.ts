import { describe } from 'vitest'
import { rollingUpgrade } from './rollingUpgrade.ts'
import { testRows } from './shortForm.ts'

describe('requests during an upgrade', () => testRows(rollingUpgrade))
