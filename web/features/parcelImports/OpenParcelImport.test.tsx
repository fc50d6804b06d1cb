// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ParcelImportRowFragment } from '../../gql/graphql.ts'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { OpenParcelImport } from './OpenParcelImport.tsx'

afterEach(cleanup)

const item = {
  ...{ id: 'import-1', name: 'county', fileName: 'county.zip', totalBytes: 900, receivedBytes: 900 },
  ...{ status: 'UPLOADING', jobId: null, parcels: 0, skipped: 0, failed: 0, reasons: [], error: null },
} as unknown as ParcelImportRowFragment

const show = (message: string, code: string) =>
  renderSignedIn(<OpenParcelImport item={item} matching={{ guess: () => ({}), render: () => null }} />, {
    answers: { ParcelFileHead: { errors: [{ message, extensions: { code } }] } },
  })

it('a file that cannot be read is said to be so, and is not tried again', async () => {
  show('The zip file has 2 shapefiles: a.shp, b.shp.', 'BAD_USER_INPUT')
  expect(
    await screen.findByText('The zip file has 2 shapefiles: a.shp, b.shp. Remove this import to upload another file.'),
  ).toBeInstanceOf(HTMLElement)
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBe(null)
  expect(screen.getByRole('button', { name: /Remove/ })).toBeInstanceOf(HTMLElement)
})

it('a file that cannot be read now can be tried again', async () => {
  show('Other files of parcels are being read.', 'UNAVAILABLE')
  expect(await screen.findByRole('button', { name: 'Try Again' })).toBeInstanceOf(HTMLElement)
})
