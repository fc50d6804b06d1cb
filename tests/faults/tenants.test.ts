import { describe } from 'vitest'
import { testRows } from './shortForm.ts'
import { tenantMatrix } from './tenantMatrix.ts'

describe('tenants', () => testRows(tenantMatrix))
