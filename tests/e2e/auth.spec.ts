import { expect, type Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { execute, createAccount, createToken } from './api.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openSession, password, signIn } from './signIn.ts'
import { chooseAction } from './users.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const globalAdmin = 'parker@porchlight.example'

test(
  'a new user registers, is approved with tenant and role, and starts at the dashboard',
  { tag: '@wide' },
  async ({ page, browser }, { project }) => {
    const consoleErrors = collectConsoleErrors(page)
    const email = `blake-${project.name}@newcomer.example`
    await page.goto('/login')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    await page.getByLabel('Full Name').fill(`Blake Novice ${project.name}`)
    await page.getByLabel('Email Address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm Password', { exact: true }).fill(password)
    const text = 'Account created! Please wait for admin approval before logging in.'
    // Measured in the page, because a test on a busy machine sees the toast late.
    const readShownMs = await measureShownTime(page, text)
    await page.getByRole('button', { name: 'Create account' }).click()
    const toast = page.getByText(text)
    await expect(toast).toBeVisible()
    await expect(page).toHaveURL('/login')
    await page.mouse.move(5, 300)
    await expect(toast).toBeHidden()
    expect(await readShownMs(), 'ms that the toast stood').toBeGreaterThan(5_000)

    await tryToSignIn(page, email)
    await expect(page.getByText('Your account is waiting for admin approval.')).toBeVisible()

    const admin = await openSession(browser, globalAdmin, '/users')
    await admin.getByRole('button', { name: /waiting for approval/ }).click()
    await admin.getByRole('button', { name: `Approve Blake Novice ${project.name}` }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(dialog.locator('p', { hasText: 'Choose a tenant' })).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Tenant' }).click()
    await admin.getByRole('option', { name: 'Example Exteriors' }).click()
    await dialog.getByRole('radio', { name: /Owner/ }).click()
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(admin.getByText('User approved')).toBeVisible()
    await expect(admin.getByText(email)).toBeHidden()
    await admin.context().close()

    await tryToSignIn(page, email)
    await expect(page.getByText('Login successful!')).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('(Example Exteriors)')).toBeVisible()
    await expect(page.getByRole('heading', { name: /Blake Novice/ })).toBeVisible()
    // Chromium logs the expected 403 to the console.
    expect(consoleErrors().filter((line) => !line.includes('403'))).toEqual([])
  },
)

test(
  'an account created by an owner must change its password first',
  { tag: '@phone' },
  async ({ page, browser }, { project }) => {
    const email = `dana-${project.name}@maple-demo.example`
    const owner = await openSession(browser, 'quinn@maple-demo.example', '/users')
    await owner.getByRole('button', { name: 'Add User' }).click()
    const dialog = owner.getByRole('dialog', { name: 'Create User' })
    // An owner adds reps and admins to their own tenant only.
    await expect(dialog.getByRole('radio')).toHaveText([/^Sales Rep/, /^Admin/])
    await expect(dialog.getByText('Tenant')).toBeHidden()
    await dialog.getByLabel('Full Name').fill('Dana Placeholder')
    await dialog.getByLabel('Email Address').fill(email)
    await dialog.getByLabel(/^Password/).fill('given-by-quinn')
    await dialog.getByRole('button', { name: 'Create User' }).click()
    await expect(owner.getByText('User created')).toBeVisible()
    await expect(owner.getByText(email)).toBeVisible()
    await owner.context().close()

    await tryToSignIn(page, email, 'given-by-quinn')
    await expect(page).toHaveURL('/change-password')
    await expect(page.getByText('Hello Dana Placeholder.')).toBeVisible()
    await page.goto('/map')
    await expect(page).toHaveURL('/change-password')
    await page.getByLabel(/^New Password/).fill('a lantern')
    await page.getByLabel('Confirm Password', { exact: true }).fill('lanterns')
    await page.getByRole('button', { name: 'Show new password' }).click()
    await expect(page.getByLabel(/^New Password/)).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await page.getByLabel('Confirm Password', { exact: true }).fill('a lantern')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(page).not.toHaveURL(/change-password|login/)
    await expect(page.locator('#main')).toBeVisible()
  },
)

test(
  'a blocked user is signed out at once, also on a screen without live data',
  { tag: '@phone' },
  async ({ page, browser }, { project, retry }) => {
    const name = `${project.name}${retry || ''}`
    const victim = { email: `jules-${name}@maple-demo.example`, fullName: `Jules Temp ${name}` }
    const platform = await createToken(globalAdmin, password)
    await createAccount(platform, { ...victim, role: 'OWNER', tenant: 'Maple Demo Roofing', password })
    await signIn(page, victim.email)
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await page.goto('/users')
    await expect(page.getByText(victim.email).first()).toBeVisible()

    const admin = await openSession(browser, globalAdmin, '/users')
    await chooseAction(admin, victim.fullName, 'Block')
    await expect(admin.getByText('User blocked')).toBeVisible()
    await page.waitForURL('/login')
    await expect(page.getByText('Session expired, please login again')).toBeVisible()
    expect(await page.evaluate(() => [localStorage.getItem('token'), sessionStorage.getItem('user')])).toEqual([
      null,
      null,
    ])

    await tryToSignIn(page, victim.email)
    await expect(page.getByText('Your account is blocked. Please contact your admin.')).toBeVisible()
    await chooseAction(admin, victim.fullName, 'Unblock')
    await expect(admin.getByText('User unblocked')).toBeVisible()
    await admin.context().close()
    await tryToSignIn(page, victim.email)
    await expect(page.getByText('Login successful!')).toBeVisible()
  },
)

test(
  'after a session expires, signing in returns to the screen with the typed text, except the password',
  { tag: '@wide' },
  async ({ page }) => {
    await signIn(page, globalAdmin)
    await page.goto('/users?role=owner')
    await page.getByRole('button', { name: 'Add User' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create User' })
    await dialog.getByLabel('Full Name').fill('Half Typed')
    await dialog.getByLabel('Email Address').fill('half@maple-demo.example')
    await dialog.getByLabel(/^Password/).fill('not-to-be-kept')
    await dialog.getByRole('radio', { name: /Admin/ }).click()
    // The socket reports the end of the session, so that the user does not fill in a form that cannot be sent.
    await endSession(page)
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Session expired, please login again')).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('not-to-be')

    await tryToSignIn(page, globalAdmin)
    await expect(page).toHaveURL(/\/users\?role=owner&dialog=new/)
    await expect(dialog.getByLabel('Full Name')).toHaveValue('Half Typed')
    await expect(dialog.getByLabel('Email Address')).toHaveValue('half@maple-demo.example')
    await expect(dialog.getByRole('radio', { name: /Admin/ })).toBeChecked()
    await expect(dialog.getByLabel(/^Password/)).toHaveValue('')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Add User' }).click()
    await expect(dialog.getByLabel('Full Name')).toHaveValue('')
  },
)

test(
  'logging out ends the session on the server, and the next sign-in starts at the dashboard',
  { tag: '@phone' },
  async ({ page }) => {
    await signIn(page, 'robin@maple-demo.example')
    await page.goto('/users')
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
    const token = await tokenIn(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Logged out successfully')).toBeVisible()
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
    // The page does not wait until the server has ended the session.
    const refusal = () =>
      execute('{ me { id } }', {}, token).then(
        () => 'none',
        (error: Error) => error.message,
      )
    await expect.poll(refusal).toBe('Session expired, please login again')
    await tryToSignIn(page, 'robin@maple-demo.example')
    await expect(page).not.toHaveURL(/login|users/)
  },
)

test(
  'wrong passwords lock an account for a new browser, and not for the one in which the person signed in before',
  { tag: '@wide' },
  async ({ page, browser }, { retry }) => {
    const attacked = { email: `taylor-${retry}@maple-demo.example`, fullName: 'Taylor Temp' }
    const platform = await createToken(globalAdmin, password)
    await createAccount(platform, { ...attacked, role: 'ADMIN', tenant: 'Maple Demo Roofing', password })
    await signIn(page, attacked.email)
    expect(await page.evaluate(() => document.cookie)).toBe('')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    for (let n = 0; n < 10; n += 1)
      await expect(createToken(attacked.email, `guess ${n}`)).rejects.toThrow('Incorrect email or password')

    const stranger = await (await browser.newContext()).newPage()
    await stranger.goto('/login')
    await tryToSignIn(stranger, attacked.email)
    await expect(stranger.getByText('Too many failed sign-ins. Try again in 15 minutes.')).toBeVisible()
    await stranger.context().close()
    await tryToSignIn(page, attacked.email)
    await expect(page).not.toHaveURL(/login/)
  },
)

test('a session older than 24 hours ends at the next page load', { tag: '@wide' }, async ({ page }) => {
  await signIn(page, 'riley@maple-demo.example')
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  await page.evaluate(() => {
    for (const store of [localStorage, sessionStorage]) store.setItem('loginTime', String(Date.now() - 86_400_001))
  })
  await page.reload()
  await expect(page).toHaveURL('/login')
  expect(messages).toContain('Session expired, please login again')
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
})

test('screens need a session and the right role', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/users')
  await expect(page).toHaveURL('/login')
  await tryToSignIn(page, 'riley@maple-demo.example')
  await expect(page).toHaveURL('/users')
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
  for (const gated of ['/tenants', '/activity', '/no-such-page']) {
    await page.goto(gated)
    await expect(page).not.toHaveURL(gated)
    await expect(page.locator('#main')).toBeVisible()
  }
})

test('sign-in and registration have no serious axe-core violation', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
})

async function tryToSignIn(page: Page, email: string, typed = password): Promise<void> {
  if (!page.url().includes('/login')) await page.goto('/login')
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Measures for how long a text stands on the open page; the returned function returns it once the text is gone. */
async function measureShownTime(page: Page, text: string): Promise<() => Promise<number>> {
  const shown = await page.evaluateHandle((awaited) => {
    const times = { from: 0, to: 0 }
    new MutationObserver(() => {
      if (document.body.textContent.includes(awaited)) times.from ||= performance.now()
      else if (times.from) times.to ||= performance.now()
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
    return times
  }, text)
  return () => shown.evaluate(({ from, to }) => to - from)
}

const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('token') ?? '')

/** Ends the session on the server while the page still holds its token, as when it expires. */
async function endSession(page: Page): Promise<void> {
  await execute('mutation { logout { message } }', {}, await tokenIn(page))
}

test(
  'a user can sign in when the script of the note above the form cannot be loaded',
  { tag: '@wide' },
  async ({ page }) => {
    const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('StoredWorkNote'))
    await page.route(/\/assets\/StoredWorkNote/, (route) => route.abort())
    await page.goto('/login')
    await aborted
    await page.getByLabel('Email Address').fill('riley@maple-demo.example')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/')
  },
)
