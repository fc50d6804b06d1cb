import { expect, type Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { setUpLinkOf, withEmptyServer } from './emptyServer.ts'
import { test } from './fixtures.ts'

async function fillCompany(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel('Company Name').fill(name)
  await page.getByLabel('Full Name').fill('Sample Founder')
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a sample password')
  await page.getByLabel('Time Zone').fill('chicago')
}

test(
  'the set-up link makes the global admin, a company and its owner in the browser',
  { tag: '@wide' },
  async ({ page, browser }) => {
    test.slow()
    await withEmptyServer({ SIGNUP: 'open' }, async (server) => {
      const link = setUpLinkOf(server)
      await page.goto(link)
      await expect(page.getByRole('heading', { name: 'Set up Porchlight' })).toBeVisible()
      expect(await findAccessibilityViolations(page)).toEqual([])
      await fillCompany(page, 'Sample Set-up Co', 'admin@sample.example')
      await page.getByRole('button', { name: 'Set Up' }).click()
      const form = page.getByRole('dialog', { name: 'Invite' })
      await expect(form.getByRole('radio', { name: /^Owner/ })).toBeChecked()
      await form.getByRole('button', { name: 'Create Invitation' }).click()
      const invitation = await page.getByRole('dialog', { name: 'Your Invitation' }).getByRole('textbox').inputValue()

      const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
      const other = await context.newPage()
      await other.goto(invitation)
      await expect(other.getByText('You are invited as Owner.')).toBeVisible()
      await other.getByLabel('Full Name').fill('Sample Owner')
      await other.getByLabel('Email Address').fill('owner@sample.example')
      await other.getByLabel('Password', { exact: true }).fill('a sample password')
      await other.getByRole('button', { name: 'Join' }).click()
      await expect(other.getByText('Welcome to Sample Set-up Co!')).toBeVisible()

      const third = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
      await third.goto(link)
      await fillCompany(third, 'Sample Late Co', 'late@sample.example')
      await third.getByRole('button', { name: 'Set Up' }).click()
      await expect(third.getByText('This server is set up already. Sign in.')).toBeVisible()

      await third.goto(new URL('/register', link).href)
      await expect(third.getByRole('heading', { name: 'Set up your company' })).toBeVisible()
      expect(await findAccessibilityViolations(third)).toEqual([])
      await fillCompany(third, 'Sample Set-up Co', 'founder@sample.example')
      await third.getByRole('button', { name: 'Create Company' }).click()
      await expect(third.getByText(/^A company with this name is here already/)).toBeVisible()
      await third.getByLabel('Company Name').fill('Sample Open Co')
      await third.getByRole('button', { name: 'Create Company' }).click()
      await expect(third.getByText('Welcome to Porchlight, Sample Open Co!')).toBeVisible()
      await expect(third).not.toHaveURL(/register/)
    })
  },
)

test('where only invited people may sign up, the screen says so', { tag: '@phone' }, async ({ page }) => {
  test.slow()
  await withEmptyServer({ SIGNUP: 'invite' }, async ({ url }) => {
    await page.goto(`${url}/register`)
    await expect(page.getByRole('heading', { name: 'Ask your company for an invitation', exact: true })).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
  })
})
