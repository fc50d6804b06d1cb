import { createDocument, paragraphs, plainSection } from '../support/documents/createDocument.ts'
import { measureEffort } from './effort.ts'
import { setUpLinkOf, withEmptyServer } from './emptyServer.ts'
import { test } from './fixtures.ts'
import { mapScaleFactor } from './graphics.ts'
import { configureMapTests, expect } from './mapPage.ts'
import { doorSheet } from './newStreet.ts'
import { collectConsoleErrors } from './signIn.ts'

configureMapTests()

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const corner = { latitude: 39.5, longitude: -86.9, accuracy: 12 }

/** A street of a county's file, beginning where the rep stands. */
const parcels = Array.from({ length: 40 }, (_, n) => [
  ...[`J-${n}`, `${100 + 2 * n} Journey St`, 'Sampletown', 'IN', '46299', `Sample Owner ${n}`],
  ...[(corner.latitude + n * 0.0002).toFixed(5), corner.longitude],
])
const countyFile = [['APN', 'SITE_ADDR', 'CITY', 'STATE', 'ZIP', 'OWNER1', 'LAT', 'LNG'], ...parcels]

// It has both widths: the owner sits at a desk, and the rep holds a phone. What the browser of the phone asks itself, such as for the
// location, is allowed already and not counted.
test(
  'from an empty server to the first knock on the screen of the owner it takes 25 taps and ten minutes',
  { tag: '@wide' },
  async ({ page, context }) => {
    test.slow()
    await withEmptyServer({}, async (server) => {
      const consoleErrors = collectConsoleErrors(page)
      const { step, tap, type, typeName, chooseFile, scan, waitFor, total, lines } = measureEffort()
      const phoneContext = await context.browser()!.newContext({
        ...{ viewport: { width: 390, height: 844 }, deviceScaleFactor: mapScaleFactor, hasTouch: true, isMobile: true },
        ...{ geolocation: corner, permissions: ['geolocation'], reducedMotion: 'reduce', serviceWorkers: 'block' },
      })
      const phone = await phoneContext.newPage()
      const menu = page.getByRole('navigation').first()
      const sheet = doorSheet(phone)

      await step('the set-up link makes the first account and the company', async () => {
        await page.goto(setUpLinkOf(server))
        await typeName(page.getByLabel('Company Name'), 'Sample First Co')
        await typeName(page.getByLabel('Full Name'), 'Sample Founder')
        await type(page.getByLabel('Email Address'), 'founder@sample.example')
        await type(page.getByLabel('Password', { exact: true }), 'a sample password')
        await tap(page.getByRole('button', { name: 'Set Up' }))
        // They look after the company themselves, so there is no owner to invite.
        await tap(page.getByRole('dialog', { name: 'Invite' }).getByRole('button', { name: 'Cancel' }))
      })

      await step('the file of the county', async () => {
        await tap(page.getByRole('combobox', { name: 'Viewed tenant' }))
        await tap(page.getByRole('option', { name: 'All Tenants' }))
        await tap(page.getByRole('banner').getByRole('button', { name: 'Sample Founder' }))
        await tap(page.getByRole('menuitem', { name: 'Import Parcels' }))
        await chooseFile(page.getByLabel(/^Choose an Excel, CSV or GeoJSON file/), {
          ...{ name: 'sample-county.csv', mimeType: 'text/csv' },
          buffer: Buffer.from(countyFile.map((row) => row.join(',')).join('\r\n')),
        })
        await tap(page.getByRole('button', { name: 'Check File' }))
        await waitFor(page.getByRole('button', { name: 'Import 40 rows' }))
        await tap(page.getByRole('button', { name: 'Import 40 rows' }))
        await waitFor(page.getByText('40 created, 0 updated, 0 skipped, 0 with errors.'))
      })

      await step('the first template', async () => {
        await tap(page.getByRole('button', { name: 'View as Owner' }))
        await tap(
          page.getByRole('dialog', { name: 'Choose a tenant first' }).getByRole('button', { name: 'Sample First Co' }),
        )
        await waitFor(page.getByText('You are viewing the app as: Owner'))
        await tap(menu.getByRole('link', { name: 'Templates' }))
        await tap(page.getByRole('button', { name: 'Upload Template' }).first())
        const dialog = page.getByRole('dialog', { name: 'Upload Template' })
        const buffer = createDocument({ body: paragraphs('Dear {owner_name},') + plainSection })
        await chooseFile(dialog.getByLabel('Template file'), { name: 'first-letter.docx', mimeType: docx, buffer })
        await tap(dialog.getByRole('button', { name: 'Upload Template' }))
        await waitFor(page.getByRole('cell', { name: 'first-letter.docx' }))
      })

      await step('a rep joins by the code', async () => {
        await tap(menu.getByRole('link', { name: 'Users' }))
        await tap(page.getByRole('link', { name: 'Invite', exact: true }))
        await tap(page.getByRole('dialog', { name: 'Invite' }).getByRole('button', { name: 'Create Invitation' }))
        const invitation = page.getByRole('dialog', { name: 'Your Invitation' })
        await waitFor(invitation.getByRole('img', { name: 'QR code of the link' }))
        const link = await invitation.getByRole('textbox', { name: 'Link' }).inputValue()
        await scan(() => phone.goto(link))
        await typeName(phone.getByLabel('Full Name'), 'Sample Rep')
        await type(phone.getByLabel('Email Address'), 'rep@sample.example')
        await type(phone.getByLabel('Password', { exact: true }), 'a sample password')
        await tap(phone.getByRole('button', { name: 'Join' }))
        await waitFor(phone.getByRole('button', { name: 'Start Knocking' }))
        await tap(invitation.getByRole('button', { name: 'Done' }))
      })

      await step('the first knock is on the screen of the owner', async () => {
        await tap(menu.getByRole('link', { name: 'Dashboard' }))
        const board = page.getByRole('region', { name: 'Sales Leaderboard' })
        await waitFor(board)
        await tap(phone.getByRole('button', { name: 'Start Knocking' }))
        await tap(phone.getByRole('button', { name: 'Next Door', exact: true }))
        await waitFor(sheet.getByRole('heading', { level: 2, name: /^\d+ Journey St$/ }))
        await tap(sheet.getByRole('button', { name: 'Nobody home', exact: true }))
        const row = board.getByRole('listitem').filter({ hasText: 'Sample Rep' })
        await waitFor(row.getByText('1 door'))
      })

      const { counts, seconds } = total()
      console.log(
        [...lines(), `${counts.tap} taps, ${counts.typed} fields, ${counts.name} names: ${seconds} s`].join('\n'),
      )
      expect(counts.tap).toBeLessThanOrEqual(25)
      expect(counts.typed).toBeLessThanOrEqual(4)
      expect(seconds).toBeLessThanOrEqual(600)
      expect(consoleErrors()).toEqual([])
    })
  },
)
