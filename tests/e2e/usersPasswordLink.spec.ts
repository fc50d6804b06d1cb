import { expect } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createAccount, createToken } from './api.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs, password } from './signIn.ts'

const globalAdmin = 'parker@porchlight.example'

test(
  'an owner passes a link on, with which a rep chooses a password and signs in',
  { tag: '@phone' },
  async ({ page, browser }) => {
    // The test runs axe on several screens.
    test.slow()
    const fullName = 'Forgetful Sample'
    const email = 'forgetful@maple-demo.example'
    const token = await createToken(globalAdmin, password)
    await createAccount(token, { email, fullName, role: 'SALES_REP', tenant: 'Maple Demo Roofing', password })
    await openAs(page, 'quinn@maple-demo.example', '/users')
    await page.getByRole('button', { name: `Make a password link for ${fullName}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make Link' }).click()
    const shown = page.getByRole('dialog', { name: 'Password Link' })
    const url = await shown.getByLabel('Link').inputValue()
    expect(url).toMatch(new RegExp(`^${new URL(page.url()).origin}/reset-password/[\\w-]{43}$`))
    expect(await findAccessibilityViolations(page)).toEqual([])

    const context = await browser.newContext({ viewport: page.viewportSize() })
    const other = await context.newPage()
    const consoleErrors = collectConsoleErrors(other)
    await other.goto(url)
    const field = (name: string) => other.getByRole('textbox', { name })
    await field('New Password').fill('password')
    await field('Confirm Password').fill('password')
    await other.getByRole('button', { name: 'Change Password' }).click()
    await expect(other.getByText('This password is too common.')).toBeVisible()
    expect(await findAccessibilityViolations(other)).toEqual([])
    await field('New Password').fill('words of my own')
    await field('Confirm Password').fill('words of my own')
    await other.getByRole('button', { name: 'Change Password' }).click()
    await expect(other.getByText('Password changed. Sign in with it.')).toBeVisible()
    await field('Email Address').fill(email)
    await field('Password').fill('words of my own')
    await other.getByRole('button', { name: 'Sign In' }).click()
    await expect(other).toHaveURL('/')
    expect(consoleErrors()).toEqual([])

    await other.goto(url)
    await field('New Password').fill('other words')
    await field('Confirm Password').fill('other words')
    await other.getByRole('button', { name: 'Change Password' }).click()
    await expect(other.getByRole('heading', { name: 'This link is no longer valid', exact: true })).toBeVisible()
    await other.getByRole('link', { name: 'Get Another Link' }).click()
    // The demo has no mail server.
    await expect(other.getByText('Ask an owner or admin of your company')).toBeVisible()
    expect(await findAccessibilityViolations(other)).toEqual([])
    await context.close()
  },
)
