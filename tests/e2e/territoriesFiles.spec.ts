import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { openAs, password } from './signIn.ts'

const owner = 'quinn@maple-demo.example'
const kml = `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>Oak Hill</name>
<Polygon><outerBoundaryIs><LinearRing><coordinates>-86.17,39.764 -86.166,39.764 -86.166,39.768 -86.17,39.764</coordinates>
</LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`

test.afterEach(async () => {
  const token = await createToken(owner, password)
  const { territories } = await execute<{ territories: { edges: { node: { id: string } }[] } }>(
    '{ territories { edges { node { id } } } }',
    {},
    token,
  )
  for (const { node } of territories.edges)
    await execute('mutation ($id: ID!) { archiveTerritory(id: $id) { id } }', node, token)
})

test('territories are imported from a KML file and exported again', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, owner, '/territories')
  await expect(page.getByText('No territories yet')).toBeVisible()
  const choose = (content: string) =>
    page
      .getByLabel('File of territories')
      .setInputFiles({ name: 'areas.kml', mimeType: 'text/xml', buffer: Buffer.from(content) })
  await choose(kml.replace('-86.17,39.764</coord', '-86.17,39.765</coord'))
  await expect(page.getByText(/placemarks\.0: area\.coordinates\.0\.3: The last position/)).toBeVisible()
  await choose(kml)
  await expect(page.getByRole('list', { name: 'Territories' }).getByRole('listitem')).toContainText(['Oak Hill'])
  await page.getByRole('button', { name: 'Files' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export KML' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('territories.kml')
  expect(await readFile(await file.path(), 'utf8')).toContain('<name>Oak Hill</name>')
})
