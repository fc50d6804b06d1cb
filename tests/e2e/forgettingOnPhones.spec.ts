import { createToken, execute } from './api.ts'
import { readDatabase, waitForDetails } from './deviceStorage.ts'
import { test } from './fixtures.ts'
import { configureMapTests, expect } from './mapPage.ts'
import { doorSheet } from './newStreet.ts'
import { openAs, password } from './signIn.ts'

configureMapTests()

const rep = 'riley@maple-demo.example'
const owner = 'quinn@maple-demo.example'
const household = 'Sample Owner 0143'
const photo = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

test(
  'a household that is forgotten at the desk is gone from a phone, with what the phone keeps and has not sent',
  { tag: '@phone' },
  async ({ page, context }, info) => {
    // A forgotten house that is saved again has no owner, so each repeat of the test saves another house.
    const number = 9 + 2 * info.repeatEachIndex
    const input = {
      address: `${number} Zephyr Sample Way`,
      city: 'Sampleton',
      lat: 39.7691 + number / 1000,
      lng: -86.1702,
      ownerName: household,
    }
    const save = 'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }'
    type Saved = { createProperty: { id: string } }
    const { id } = (await execute<Saved>(save, { input }, await createToken(rep, password))).createProperty

    await openAs(page, rep, `/map?house=${id}`)
    const sheet = doorSheet(page)
    await expect(sheet.getByText(household)).toBeVisible()
    await waitForDetails(page, [{ id }])
    const stored = async () => {
      const reads = await Promise.all(
        ['results', 'doors'].map((name) => readDatabase<object>(page, 'porchlight.reads', name)),
      )
      const outbox = await readDatabase<object>(page, 'porchlight.outbox', 'items')
      return { reads: JSON.stringify(reads).includes(id), outbox: outbox.length }
    }

    await test.step('without a connection, the rep knocks there and takes a photo', async () => {
      await context.setOffline(true)
      await page.getByRole('button', { name: 'Show More' }).click()
      await sheet
        .locator('input[type=file]')
        .setInputFiles({ name: 'door.png', mimeType: 'image/png', buffer: Buffer.from(photo, 'base64') })
      await expect(sheet.getByRole('button', { name: /^Remove/ })).toBeVisible()
      await sheet.getByRole('button', { name: 'Talked', exact: true }).click()
      await expect.poll(stored).toEqual({ reads: true, outbox: 1 })
    })

    const forget = 'mutation ($id: ID!) { forgetHousehold(propertyId: $id, reason: "Asked by letter") { receiptUrl } }'
    await execute(forget, { id }, await createToken(owner, password))
    await context.setOffline(false)
    await expect(page.getByText('1 action not sent')).toBeVisible()
    await expect(page.getByText(household)).toHaveCount(0)
    await expect.poll(stored).toEqual({ reads: false, outbox: 0 })
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(id)
  },
)
