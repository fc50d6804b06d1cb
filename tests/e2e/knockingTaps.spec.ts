import { runImport } from '../support/imports.ts'
import { createAccount, createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { configureMapTests, expect } from './mapPage.ts'
import { countTaps, doorSheet, leadDialog, letTimePass } from './newStreet.ts'
import { saveProperty } from './saveProperty.ts'
import { openAs, password } from './signIn.ts'

configureMapTests()

// A person of their own, because an open session and knocks would be seen by other tests.
const rep = 'taps@maple-demo.example'
const street = 'W 17th Demo St'
const corner = { latitude: 39.7641183, longitude: -86.1735234, accuracy: 12 }

test('what a rep does most takes few taps', { tag: '@phone' }, async ({ page, context }) => {
  test.slow()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(corner)
  await createAccount(await createToken('parker@porchlight.example', password), {
    ...{ email: rep, fullName: 'Sample Tapper', role: 'SALES_REP', tenant: 'Maple Demo Roofing', password },
  })
  const ids: Record<number, string> = {}
  for (const number of [415, 423, 431, 447, 455, 485, 491]) ids[number] = await saveProperty(rep, `${number} ${street}`)
  const yesterday = new Date(Date.now() - 26 * 3_600_000).toISOString()
  const token = await createToken(rep, password)
  await execute(
    'mutation ($input: KnockInput!) { logKnock(input: $input) { __typename } }',
    { input: { propertyId: ids[491], outcome: 'NOBODY_HOME', occurredAt: yesterday } },
    token,
  )
  const passTime = await letTimePass(page)
  const { tap, taps, startAgain } = countTaps()
  const sheet = doorSheet(page)
  const heading = sheet.getByRole('heading', { level: 2 })
  const tapOutcome = (name: string) => tap(sheet.getByRole('button', { name, exact: true }))
  const knocksAt = (number: number) => readKnocks(ids[number]!, token)
  const expectTaps = (count: number) => {
    expect(taps()).toBe(count)
    startAgain()
  }
  const open = async (number: number) => {
    await page.goto(`/map?house=${ids[number]}`)
    await expect(heading).toHaveText(`${number} ${street}`)
    await expect(sheet.getByText('Parcel ID')).toBeAttached()
  }
  /** Waits for the sheet that opens by itself. */
  const expectNext = async (number: number) => {
    await expect(heading).toHaveText(`${number} ${street}`)
    // A tap soon after the knock before, or after the sheet has opened, would be meant for that.
    await passTime(1_000)
  }

  await test.step('from home to the first door', async () => {
    await openAs(page, rep, '/')
    await tap(page.getByRole('button', { name: 'Start Knocking' }))
    await tap(page.getByRole('button', { name: 'Next Door', exact: true }))
    await expect(sheet.getByRole('group', { name: 'Log a knock' })).toBeVisible()
    expectTaps(2)
  })

  await test.step('the outcomes of a saved and an unsaved house', async () => {
    await open(415)
    await tapOutcome('Nobody home')
    await expectNext(423)
    await tapOutcome('Left flyer')
    await expectNext(431)
    await tapOutcome('Not the owner')
    await expectNext(447)
    await tapOutcome('No soliciting')
    await expectNext(455)
    expectTaps(4)
    await tapOutcome('Come back')
    await tap(page.getByRole('region', { name: 'Come back when?' }).getByRole('button').first())
    await expectNext(461)
    expectTaps(2)
    await expect(sheet.getByText('Not saved yet')).toBeVisible()
    await tapOutcome('Left flyer')
    await expectNext(469)
    expectTaps(1)
    await expect
      .poll(() => Promise.all([415, 423, 431, 447, 455].map(knocksAt)))
      .toEqual([['NOBODY_HOME'], ['LEFT_FLYER'], ['NOT_THE_OWNER'], ['NO_SOLICITING'], ['COME_BACK']])
  })

  await test.step('a lead where the owner is interested, and one with its contact and follow-up', async () => {
    await sheet.getByRole('button', { name: 'Interested', exact: true }).click()
    // The knock saves the house.
    await expect(sheet.getByText('Not saved yet')).toHaveCount(0)
    const form = leadDialog(page)
    await tap(sheet.getByRole('button', { name: 'Create Lead', exact: true }))
    await tap(form.getByRole('radio', { name: 'Metal Roof' }))
    await tap(form.getByRole('button', { name: 'Create Lead' }))
    await expect(form).toBeHidden()
    expectTaps(3)
    await expect(sheet.getByRole('button', { name: 'Lead: Metal Roof, New' })).toBeVisible()

    await open(485)
    await sheet.getByRole('button', { name: 'Interested', exact: true }).click()
    await tap(sheet.getByRole('button', { name: 'Create Lead', exact: true }))
    await tap(form.getByRole('radio', { name: 'Storm Damage' }))
    await tap(form.getByRole('button', { name: 'Contact and Follow-up' }))
    await expect(form.getByLabel('Contact')).toBeFocused()
    await page.keyboard.type('Sample Caller 0142')
    await tap(form.getByLabel('Phone'))
    await page.keyboard.type('317 555 0142')
    await tap(form.getByLabel('Follow-up'))
    await form.getByLabel('Follow-up').fill('2030-05-06T10:30')
    await tap(form.getByRole('button', { name: 'Create Lead' }))
    await expect(form).toBeHidden()
    await expect(sheet.getByRole('button', { name: 'Lead: Storm Damage, New' })).toBeVisible()
    expect(taps()).toBeLessThanOrEqual(8)
    startAgain()
  })

  await test.step('an undo at once, of the same day, and of an earlier day', async () => {
    await open(431)
    // After this outcome the sheet stays, and leaves the focus where it is.
    await sheet.getByRole('button', { name: 'Interested', exact: true }).click()
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    // The toast stays while it has the focus. A busy machine takes longer than its six seconds.
    await undo.focus()
    await tap(undo)
    expectTaps(1)
    await expect.poll(() => knocksAt(431)).toEqual(['NOT_THE_OWNER'])

    await open(423)
    await tap(sheet.getByRole('button', { name: 'Show More' }))
    await tap(sheet.getByRole('button', { name: /^Undo Left flyer, / }))
    expectTaps(2)
    await expect.poll(() => knocksAt(423)).toEqual([])

    await page.goto('/map?at=39.764172,-86.1718332,19')
    await expect(page.getByRole('region', { name: 'Doors in view' })).toContainText(/[1-9]\d* doors? in view/)
    const map = (await page.locator('.maplibregl-canvas').boundingBox())!
    const { tapMap } = countTaps()
    await expect(async () => {
      await tapMap(page, map.x + map.width / 2, map.y + map.height / 2 - 20)
      await expect(heading).toHaveText(`491 ${street}`, { timeout: 8_000 })
    }).toPass()
    await tap(sheet.getByRole('button', { name: 'Show More' }))
    await tap(sheet.getByRole('button', { name: /^Undo Nobody home, / }))
    // With the one on the marker.
    expect(taps() + 1).toBe(3)
    startAgain()
    await expect.poll(() => knocksAt(491)).toEqual([])
  })

  await test.step('an area for offline use', async () => {
    await page.goto('/map?at=39.764172,-86.1718332,18')
    await expect(page.getByRole('region', { name: 'Doors in view' })).toContainText(/[1-9]\d* doors? in view/)
    await tap(page.getByRole('button', { name: 'Save this area for offline' }))
    const screen = page.getByRole('dialog', { name: 'Save for Offline' })
    await tap(screen.getByRole('button', { name: 'Save', exact: true }))
    expectTaps(2)
    // That all of it is stored is shown by offline.spec.ts.
    await expect(screen.getByRole('button', { name: /^(Saving\.\.\.|Done)$/ })).toBeVisible()
  })

  await test.step('the own page', async () => {
    await page.goto('/')
    await tap(page.getByRole('link', { name: 'You', exact: true }))
    await expect(page).toHaveURL(/\/reps\//)
    expectTaps(1)
    // Nothing of all this was refused.
    await expect(page.getByText(/needs? attention/)).toHaveCount(0)
  })

  await test.step('the undo of an import from Jobs', async () => {
    const admin = 'robin@maple-demo.example'
    const person = { token: await createToken(admin, password) }
    const file = 'address,lat,lng\r\n1 Tap Way,39.3,-86.7\r\n'
    await runImport(process.env.BASE_URL!, person as never, { file, filename: 'tap-way.csv' })
    await openAs(page, admin, '/jobs')
    await tap(page.getByRole('link', { name: 'Open to Undo' }).first())
    await tap(page.getByRole('button', { name: 'Undo import' }))
    expectTaps(2)
    await expect(page.getByText('Undone: 1 removed, 0 restored, 0 kept')).toBeVisible()
  })
})

/** The outcomes that the server has at a property. */
async function readKnocks(id: string, token: string): Promise<string[]> {
  const { property } = await execute<{ property: { knocks: { outcome: string }[] } }>(
    'query ($id: ID!) { property(id: $id) { knocks { outcome } } }',
    { id },
    token,
  )
  return property.knocks.map(({ outcome }) => outcome)
}
