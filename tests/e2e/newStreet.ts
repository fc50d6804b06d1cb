import type { Locator, Page } from '@playwright/test'
import { expect } from './mapPage.ts'

/** Counts the taps of a test. */
export function countTaps() {
  let taps = 0
  return {
    taps: () => taps,
    /** The next tap is the first. */
    startAgain: () => void (taps = 0),
    tap: async (target: Locator) => {
      taps += 1
      await target.click()
    },
    /** Taps the map at this place of the screen. */
    tapMap: async (page: Page, x: number, y: number) => {
      taps += 1
      await page.touchscreen.tap(x, y)
    },
  }
}

export type Taps = ReturnType<typeof countTaps>

/** Lets the clock of the page be put forward, beside its timers. Call it before the page loads. */
export async function letTimePass(page: Page): Promise<(ms: number) => Promise<void>> {
  await page.addInitScript(() => {
    const { now } = Date
    window.msAhead = 0
    Date.now = () => now() + window.msAhead
  })
  return (ms) =>
    page.evaluate((more) => {
      window.msAhead += more
    }, ms)
}

declare global {
  interface Window {
    msAhead: number
  }
}

/** The open sheet of a property. */
export const doorSheet = (page: Page): Locator =>
  page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Dismiss', exact: true }) })

/** Knocks at properties that are not saved, from the one whose sheet is open, until the rep has been at so many. Returns their addresses. */
export async function knockAlong(
  count: number,
  page: Page,
  first: string,
  { tap }: Taps,
  passTime: (ms: number) => Promise<void>,
): Promise<string[]> {
  const sheet = doorSheet(page)
  const heading = sheet.getByRole('heading', { level: 2 })
  await expect(heading).toHaveText(first)
  const walked = [first]
  while (walked.length < count) {
    await expect(sheet.getByText('Not saved yet')).toBeVisible()
    await tap(sheet.getByRole('button', { name: 'Nobody home', exact: true }))
    await expect(heading).not.toHaveText(walked.at(-1)!)
    walked.push(await heading.innerText())
    // A tap right after the next sheet has opened would be meant for the one before.
    await passTime(500)
    await expect(sheet.getByRole('button', { name: 'Show More' })).toBeVisible()
  }
  await tap(sheet.getByRole('button', { name: 'Interested', exact: true }))
  return walked
}

/** The dialog for a lead at a door. That of a property that is not saved has another title. */
export const leadDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: /^(Create Lead|Quick Lead Creation)$/ })

/** Creates a lead with its contact at the open sheet, of which the owner is interested. */
export async function createLeadAtDoor(page: Page, { tap }: Taps): Promise<void> {
  await tap(doorSheet(page).getByRole('button', { name: 'Create Lead', exact: true }))
  const form = leadDialog(page)
  await expect(form.getByRole('radio', { name: 'Storm Damage' })).toBeVisible()
  await expect.poll(() => choicesBelowUndo(page)).toEqual([])
  await tap(form.getByRole('radio', { name: 'Storm Damage' }))
  await tap(form.getByRole('button', { name: 'Contact and Follow-up' }))
  await expect(form.getByLabel('Contact')).toBeFocused()
  await page.keyboard.type('Sample Caller 0142')
  await tap(form.getByLabel('Phone'))
  await page.keyboard.type('317 555 0142')
  await tap(form.getByRole('button', { name: 'Create Lead' }))
  await expect(form).toBeHidden()
}

/** The choices of a dialog that the toast with Undo covers, while it is there. */
const choicesBelowUndo = (page: Page) =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('[data-toast-bar]')].filter((toast) => /Undo/.test(toast.textContent))
    const boxes = toasts.map((toast) => toast.getBoundingClientRect())
    return [...document.querySelectorAll('[role=radio]')]
      .filter((choice) => {
        const { top, bottom } = choice.getBoundingClientRect()
        return boxes.some((box) => top < box.bottom && bottom > box.top)
      })
      .map((choice) => choice.textContent)
  })
