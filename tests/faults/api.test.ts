import { describe } from 'vitest'
import { killApi } from './killApi.ts'
import { testRows } from './shortForm.ts'
import { stopApi } from './stopApi.ts'

describe('acknowledged knocks after faults of the API', () => testRows(killApi, stopApi))
