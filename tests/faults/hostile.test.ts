import { hostile } from './hostile.ts'
import { newNames } from './newNames.ts'
import { testRows } from './shortForm.ts'

testRows(newNames, hostile)
