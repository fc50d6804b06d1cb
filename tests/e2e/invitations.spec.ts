import { expect, type Browser, type Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs } from './signIn.ts'

const owner = 'quinn@maple-demo.example'

/** Creates an invitation on the screen and returns its link, with the dialog that shows it still open. */
async function invite(page: Page, people: string): Promise<string> {
  await page.getByRole('link', { name: 'Invite', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Invite' })
  await expect(form.getByRole('radio', { name: /^(Sales Rep|Admin|Owner)/ })).toHaveText([/^Sales Rep/, /^Admin/])
  await form.getByLabel('Number of People').fill(people)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Create Invitation' }).click()
  return page.getByRole('dialog', { name: 'Your Invitation' }).getByRole('textbox', { name: 'Link' }).inputValue()
}

/** A phone of somebody who has never been here. */
async function openPhone(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const phone = await context.newPage()
  await phone.goto(url)
  return phone
}

test('an owner shows a QR code, and a rep who opens its link is in at once', async ({ page, browser }, { project }) => {
  const consoleErrors = collectConsoleErrors(page)
  await openAs(page, owner, '/users')
  const url = await invite(page, '2')
  expect(url).toMatch(/\/invitation\/[\w-]{54}$/)
  const dialog = page.getByRole('dialog', { name: 'Your Invitation' })
  const code = dialog.getByRole('img', { name: 'QR code of the link' })
  await code.scrollIntoViewIfNeeded()
  await expect(code).toBeInViewport({ ratio: 1 })
  await expect.poll(async () => (await code.boundingBox())!.width).toBeGreaterThan(300)
  expect(await findAccessibilityViolations(page)).toEqual([])

  const phone = await openPhone(browser, url)
  await expect(phone.getByRole('heading', { name: 'Join Maple Demo Roofing LLC' })).toBeVisible()
  await expect(phone.getByText('You are invited as Sales Rep.')).toBeVisible()
  expect(await findAccessibilityViolations(phone)).toEqual([])
  await phone.getByRole('button', { name: 'Join' }).click()
  await expect(phone.getByText('Full name is required')).toBeVisible()
  await phone.getByLabel('Full Name').fill(`Sample Invited ${project.name}`)
  await phone.getByLabel('Email Address').fill(owner)
  await phone.getByLabel('Password', { exact: true }).fill('a sample password')
  await phone.getByRole('button', { name: 'Join' }).click()
  await expect(phone.getByText('An account with this email already exists.')).toBeVisible()
  await phone.getByLabel('Email Address').fill(`invited-${project.name}@maple-demo.example`)
  await phone.getByRole('button', { name: 'Join' }).click()
  await expect(phone.getByText('Welcome to Maple Demo Roofing LLC!')).toBeVisible()
  await expect(phone).not.toHaveURL(/invitation/)
  await phone.goto(url)
  await expect(phone.getByText(/^You are signed in as Sample Invited/)).toBeVisible()

  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL('/users/invitations')
  await page.reload()
  const row = page.getByRole(project.name === 'phone' ? 'listitem' : 'row').filter({ hasText: '2 × Sales Rep' })
  await expect(row).toContainText('1 of 2 left')
  await expect(row).toContainText(`Sample Invited ${project.name}`)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await row.getByRole('button', { name: 'Revoke 2 × Sales Rep' }).click()
  await page.getByRole('button', { name: 'Revoke Invitation' }).click()
  await expect(page.getByText('Invitation revoked')).toBeVisible()
  await expect(row).toContainText('Revoked')

  await phone.getByRole('button', { name: 'Log out' }).click()
  await phone.reload()
  await expect(phone.getByRole('heading', { name: 'This invitation is no longer valid', exact: true })).toBeVisible()
  await expect(phone.getByText('Ask whoever invited you for a new one.')).toBeVisible()
  expect(await findAccessibilityViolations(phone)).toEqual([])
  expect(consoleErrors()).toEqual([])
})

test('an invitation that is revoked while its form is open says so', { tag: '@wide' }, async ({ page, browser }) => {
  await openAs(page, owner, '/users')
  const phone = await openPhone(browser, await invite(page, '1'))
  await phone.getByLabel('Full Name').fill('Sample Late')
  await phone.getByLabel('Email Address').fill('late@maple-demo.example')
  await phone.getByLabel('Password', { exact: true }).fill('a sample password')
  await page.getByRole('button', { name: 'Done' }).click()
  await page
    .getByRole('row', { name: /^Sales Rep.*Open/ })
    .getByRole('button')
    .first()
    .click()
  await page.getByRole('button', { name: 'Revoke Invitation' }).click()
  await expect(page.getByText('Invitation revoked')).toBeVisible()
  await phone.getByRole('button', { name: 'Join' }).click()
  await expect(phone.getByRole('heading', { name: 'This invitation is no longer valid', exact: true })).toBeVisible()
  await phone.goto(`/invitation/${'A'.repeat(54)}`)
  await expect(phone.getByRole('heading', { name: 'There is no such invitation', exact: true })).toBeVisible()
})
