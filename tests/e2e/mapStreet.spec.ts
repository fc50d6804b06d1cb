import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createAccount, createToken } from './api.ts'
import { test } from './fixtures.ts'
import { configureMapTests, expect } from './mapPage.ts'
import { doorSheet, letTimePass } from './newStreet.ts'
import { saveProperty } from './saveProperty.ts'
import { openAs, password } from './signIn.ts'

configureMapTests()

// People of their own, because doors of a colleague are seen in another way.
const [walker, offlineWalker] = ['street@maple-demo.example', 'street-offline@maple-demo.example']
const street = 'W 6th Demo St'

/** Saves the doors with these numbers, and returns their ids. */
async function saveDoors(email: string, numbers: readonly number[]): Promise<Record<number, string>> {
  await createAccount(await createToken('parker@porchlight.example', password), {
    ...{ email, fullName: 'Sample Walker', role: 'SALES_REP', tenant: 'Maple Demo Roofing', password },
  })
  const ids: Record<number, string> = {}
  for (const number of numbers) ids[number] = await saveProperty(email, `${number} ${street}`)
  return ids
}

/** The doors of one side in the strip or in the whole street, as a screen reader reads them. */
const readSide = (page: Page, side: 'Odd' | 'Even') =>
  page
    .getByRole('list', { name: `${side} numbers of ${street}` })
    .getByRole('button')
    .evaluateAll((doors) => doors.map((door) => door.ariaLabel))

/** The sheet of the whole street. */
const wholeStreet = (page: Page) => page.getByRole('region', { name: `Doors on ${street}`, exact: true })

test(
  'the doors of both sides stand around the open one, show its knock at once, and pulled up are the whole street',
  { tag: '@phone' },
  async ({ page }) => {
    const ids = await saveDoors(walker, [612, 613, 621])
    const passTime = await letTimePass(page)
    await openAs(page, walker, `/map?house=${ids[613]}`)
    const heading = doorSheet(page).getByRole('heading', { level: 2 })
    const strip = page.getByRole('group', { name: street, exact: true })
    await expect
      .poll(() => readSide(page, 'Odd'))
      .toEqual(['607, not saved', '613, not knocked yet, you are here', '621, not knocked yet, next door'])
    await expect
      .poll(() => readSide(page, 'Even'))
      .toEqual(['606, not saved', '612, not knocked yet', '618, not saved'])
    await expect.poll(async () => (await strip.boundingBox())!.height).toBe(56)
    expect(await findAccessibilityViolations(page)).toEqual([])

    await test.step('a knock', async () => {
      await doorSheet(page).getByRole('button', { name: 'Nobody home', exact: true }).click()
      await expect(heading).toHaveText(`621 ${street}`)
      await expect
        .poll(() => readSide(page, 'Odd'))
        .toEqual(['613, Nobody home', '621, not knocked yet, you are here', '629, not saved, next door'])
      await passTime(1_000)
    })

    await test.step('a tap on a saved and on an unsaved door', async () => {
      await strip.getByRole('button', { name: /^612, / }).click()
      await expect(heading).toHaveText(`612 ${street}`)
      await strip.getByRole('button', { name: /^618, / }).click()
      await expect(heading).toHaveText(`618 ${street}`)
      await expect(doorSheet(page).getByText('Not saved yet')).toBeVisible()
      await doorSheet(page).getByRole('button', { name: 'Talked', exact: true }).click()
      await expect(heading).not.toHaveText(`618 ${street}`)
      await passTime(1_000)
      await strip.getByRole('button', { name: /^618, Talked/ }).click()
      await expect(heading).toHaveText(`618 ${street}`)
    })

    await test.step('pulled up', async () => {
      // What comes later would move the strip from under the pointer.
      await expect(doorSheet(page).getByRole('button', { name: /^Undo Talked/ })).toBeVisible()
      await expect(doorSheet(page).getByRole('button', { name: 'Go', exact: true })).toBeVisible()
      await strip.hover({ position: { x: 20, y: 40 } })
      const { x, y } = (await strip.boundingBox())!
      await page.mouse.down()
      await page.mouse.move(x + 20, y + 2, { steps: 4 })
      await page.mouse.up()
      await expect(wholeStreet(page)).toContainText(/\d+ of \d+ not knocked/)
      await expect(page.getByRole('button', { name: /^618, .*you are here$/ })).toBeInViewport({ ratio: 1 })
      await expect
        .poll(() => readSide(page, 'Odd'))
        .toEqual(expect.arrayContaining(['607, not saved', '613, Nobody home', '621, not knocked yet']))
      await expect.poll(async () => (await readSide(page, 'Even')).length).toBeGreaterThan(20)
      expect(await findAccessibilityViolations(page)).toEqual([])
      await page.goBack()
      await expect(wholeStreet(page)).toBeHidden()
      await expect(heading).toHaveText(`618 ${street}`)
    })

    await test.step('by keyboard, to another door', async () => {
      await page.getByRole('button', { name: `Show all of ${street}` }).focus()
      await page.keyboard.press('Enter')
      await expect(wholeStreet(page)).toBeFocused()
      const door = wholeStreet(page).getByRole('button', { name: /^612, / })
      await door.focus()
      await page.keyboard.press('Enter')
      await expect(heading).toHaveText(`612 ${street}`)
      await expect(wholeStreet(page)).toBeHidden()
    })
  },
)

test(
  'without a connection the street has the doors of the saved area, and what is in the outbox',
  { tag: '@phone' },
  async ({ page, context }) => {
    const ids = await saveDoors(offlineWalker, [645, 661, 690])
    const passTime = await letTimePass(page)
    await openAs(page, offlineWalker, '/map?at=39.7731,-86.1680,15.5')
    await expect(page.getByRole('region', { name: 'Doors in view' })).toContainText(/[1-9]\d* doors? in view/)
    await page.getByRole('button', { name: 'Save this area for offline' }).click()
    const screen = page.getByRole('dialog', { name: 'Save for Offline' })
    await screen.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(screen.getByText(/^Saved \d+\.\d MB$/)).toBeVisible()
    await page.goto(`/map?house=${ids[645]}`)
    await expect.poll(() => readSide(page, 'Odd')).toContain('645, not knocked yet, you are here')

    await context.setOffline(true)
    const heading = doorSheet(page).getByRole('heading', { level: 2 })
    await doorSheet(page).getByRole('button', { name: 'Left flyer', exact: true }).click()
    await expect(heading).toHaveText(`653 ${street}`)
    await passTime(1_000)
    await expect
      .poll(() => readSide(page, 'Odd'))
      .toEqual(['645, Left flyer', '653, not saved, you are here', '661, not knocked yet, next door'])
    await page.getByRole('button', { name: `Show all of ${street}` }).click()
    // So far away that another part of the street is read.
    await wholeStreet(page)
      .getByRole('button', { name: /^690, / })
      .click()
    await expect(heading).toHaveText(`690 ${street}`)
    await expect
      .poll(() => readSide(page, 'Even'))
      .toEqual(['682, not saved', '690, not knocked yet, you are here', '706, not saved, next door'])
    await page.getByRole('button', { name: `Show all of ${street}` }).click()
    await expect.poll(() => readSide(page, 'Odd')).toContain('645, Left flyer')
    await context.setOffline(false)
  },
)
