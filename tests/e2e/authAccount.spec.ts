import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { findAccessibilityViolations } from './accessibility.ts'
import { createAccount, createToken, execute, operationOf } from './api.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs, openSession, password, signIn } from './signIn.ts'

const globalAdmin = 'parker@porchlight.example'

/** A new owner, because two factors would stop the sign-ins of other tests. */
async function createOwner(name: string): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(' ', '-')}@maple-demo.example`
  const token = await createToken(globalAdmin, password)
  await createAccount(token, { email, fullName: name, role: 'OWNER', tenant: 'Maple Demo Roofing', password })
  return email
}

/** The code that an authenticator app with this secret shows, `steps` time steps from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * 30_000,
  })

async function fillSignIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

async function logOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open menu' })
  const logout = page.getByRole('button', { name: 'Logout' })
  await expect(menu.or(logout)).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  await logout.click()
  await expect(page).toHaveURL('/login')
}

test(
  'two factors are set up, and signing in needs a code of the app or a recovery code',
  { tag: '@wide' },
  async ({ page }, info) => {
    test.slow()
    const consoleErrors = collectConsoleErrors(page)
    const email = await createOwner(`Totp ${info.project.name} ${info.retry}`)
    await openAs(page, email, '/account')
    await page.getByRole('button', { name: 'Set Up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set Up Two Factors' })
    await expect(dialog.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
    const secret = await dialog.locator('.select-all').innerText()
    await dialog.getByLabel('Code', { exact: true }).fill('12345')
    await dialog.getByRole('button', { name: 'Turn On' }).click()
    await expect(dialog.getByText('Enter six digits')).toBeVisible()
    const code = codeOf(secret)
    await dialog.getByLabel('Code', { exact: true }).fill(code === '000000' ? '000001' : '000000')
    await dialog.getByRole('button', { name: 'Turn On' }).click()
    await expect(dialog.getByText('Incorrect code')).toBeVisible()
    await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret))
    await dialog.getByRole('button', { name: 'Turn On' }).click()

    const shown = page.getByRole('dialog', { name: 'Your Recovery Codes' })
    await expect(shown.getByRole('listitem')).toHaveCount(10)
    const recoveryCodes = await shown.getByRole('listitem').allInnerTexts()
    expect(await findAccessibilityViolations(page)).toEqual([])
    // The codes are not shown again, so Esc must not close them.
    await page.keyboard.press('Escape')
    await shown.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(recoveryCodes[0])
    await logOut(page)

    await fillSignIn(page, email)
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.getByLabel('Code', { exact: true }).fill('ABCD-EFGH-JKMN')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Incorrect code. Each code works once.')).toBeVisible()
    // The code of the next time step, because the one of the current step has been used.
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).not.toHaveURL(/login/)
    await logOut(page)

    await fillSignIn(page, email)
    await page.getByLabel('Code', { exact: true }).fill(recoveryCodes[0]!.toLowerCase())
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).not.toHaveURL(/login/)
    await page.goto('/account')
    await expect(page.getByText('9 recovery codes are left.')).toBeVisible()

    await page.getByRole('button', { name: 'Turn Off' }).click()
    const off = page.getByRole('dialog', { name: 'Turn Off Two Factors' })
    await off.getByLabel('Password', { exact: true }).fill('a guess')
    await off.getByRole('button', { name: 'Turn Off' }).click()
    await expect(off.getByText('Incorrect password')).toBeVisible()
    await off.getByLabel('Password', { exact: true }).fill(password)
    await off.getByRole('button', { name: 'Turn Off' }).click()
    await expect(page.getByRole('button', { name: 'Set Up' })).toBeVisible()
    expect(consoleErrors()).toEqual([])
  },
)

test(
  'a person who must set up two factors is led to it by every screen, and goes on there',
  { tag: '@phone' },
  async ({ page }, info) => {
    test.slow()
    const email = await createOwner(`Required ${info.project.name} ${info.retry}`)
    const admin = await createToken(globalAdmin, password)
    const { tenant } = (
      await execute<{ me: { tenant: { id: string } } }>(
        '{ me { tenant { id } } }',
        {},
        await createToken(email, password),
      )
    ).me
    const require = (isRequired: boolean) =>
      execute(
        'mutation ($id: ID!, $input: UpdateTenantInput!) { updateTenant(id: $id, input: $input) { id } }',
        { id: tenant.id, input: { requireTwoFactors: isRequired } },
        admin,
      )
    await require(true)
    try {
      await openAs(page, email, '/leads')
      await expect(page.getByRole('heading', { name: 'Set Up Two Factors' })).toBeVisible()
      await page.getByRole('button', { name: 'Start' }).click()
      await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
      expect(await findAccessibilityViolations(page)).toEqual([])
      await page.getByLabel('Code', { exact: true }).fill(codeOf(await page.locator('.select-all').innerText()))
      await page.getByRole('button', { name: 'Turn On' }).click()
      await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
      expect(await findAccessibilityViolations(page)).toEqual([])
      await page.getByRole('button', { name: 'Done' }).click()
      await expect(page.getByRole('heading', { name: 'Leads' })).toBeVisible()
      await expect(page).toHaveURL('/leads')
    } finally {
      await require(false)
    }
  },
)

test('another device is signed out at once', { tag: '@wide' }, async ({ page, browser }, info) => {
  const email = await createOwner(`Devices ${info.project.name} ${info.retry}`)
  await signIn(page, email)
  const other = await openSession(browser, email, '/')
  await expect(other.getByText('Live', { exact: true })).toBeVisible()
  await page.goto('/account')
  const devices = page.getByRole('region', { name: 'Devices' })
  await expect(devices.getByText('This device')).toBeVisible()
  await expect(devices.getByRole('listitem').first()).toContainText('127.0.0.x')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await devices.getByRole('listitem').filter({ hasNotText: 'This device' }).first().getByRole('button').click()
  await expect(page.getByText('Device signed out')).toBeVisible()
  await devices.getByRole('button', { name: 'Sign Out All Others' }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(other).toHaveURL('/login')
  await other.context().close()
})

test('what is dangerous asks for the password once, and goes on after it', { tag: '@wide' }, async ({ page }, info) => {
  const email = await createOwner(`Confirming ${info.project.name} ${info.retry}`)
  await openAs(page, email, '/api-keys')
  // As the server answers 15 minutes after the sign-in.
  let isConfirmed = false
  await page.route('/graphql', async (route) => {
    const operation = operationOf(route.request())
    if (operation === 'ConfirmPassword') {
      const response = await route.fetch()
      isConfirmed = !('errors' in ((await response.json()) as object))
      return route.fulfill({ response })
    }
    if (operation !== 'CreateApiKey' || isConfirmed) return route.continue()
    const extensions = { code: 'PASSWORD_REQUIRED' }
    return route.fulfill({
      json: { data: null, errors: [{ message: 'Confirm your password to do this.', extensions }] },
    })
  })
  await page.getByRole('button', { name: 'Create API Key' }).click()
  const form = page.getByRole('dialog', { name: 'Create API Key' })
  await form.getByLabel('Name').fill('Nightly export')
  await form.getByRole('button', { name: 'Create Key' }).click()
  const prompt = page.getByRole('dialog', { name: 'Confirm your password' })
  await prompt.getByRole('button', { name: 'Cancel' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('Nightly export')

  await form.getByRole('button', { name: 'Create Key' }).click()
  await prompt.getByLabel('Password', { exact: true }).fill('a guess')
  await prompt.getByRole('button', { name: 'Confirm' }).click()
  await expect(prompt.getByText('Incorrect password')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await prompt.getByLabel('Password', { exact: true }).fill(password)
  await prompt.getByRole('button', { name: 'Confirm' }).click()
  const shown = page.getByRole('dialog', { name: 'Your New API Key' })
  expect(await shown.getByLabel('API Key').inputValue()).toMatch(/^plk_/)
})
