import { expect, it } from 'vitest'
import { guessMapping } from '../../../../web/features/imports/importFields.ts'
import { sampleFileOf } from '../../../../web/features/imports/sampleFile.ts'
import { importLists } from '../../../domain/imports/importFields.ts'
import { openImportFile } from './importFile.ts'
import { parseRows, type ReadRow } from './parseRows.ts'
import { rowFormatOf } from './rowFormats.ts'

it.each(importLists)('each column and row of the sample file of %s is read', async (list) => {
  const file = await openImportFile(Buffer.from(sampleFileOf(list)))
  const mapping = guessMapping(list, file.headings)
  expect(Object.values(mapping).toSorted()).toEqual(file.headings.toSorted())
  const facts = {
    now: new Date('2026-11-25T12:00:00Z'),
    timeZone: 'UTC',
    users: [],
    assignableRoles: ['sales_rep' as const],
    onMissingUser: 'error' as const,
    words: [],
  }
  const rows: ReadRow[] = []
  for await (const batch of parseRows(file, mapping, rowFormatOf(list, facts))) rows.push(...batch)
  expect(rows.length).toBeGreaterThan(0)
  for (const { errors } of rows) expect(errors).toBeNull()
})
