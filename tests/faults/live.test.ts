import { describe } from 'vitest'
import { testRows } from './shortForm.ts'
import { subscribers } from './subscribers.ts'

describe('live updates', () => testRows(subscribers))
