interface FirstStart {
  url: string
  /** With which the first global admin registers; null if none is configured. */
  email: string | null
  /** Null if none is needed. */
  setupCode: string | null
}

/** What the person who starts a server without accounts does next, for the terminal. */
export function formatFirstStart({ url, email, setupCode }: FirstStart): string {
  if (!email)
    return `\nNobody can sign in yet. Set GLOBAL_ADMIN_EMAIL to your email address and start again. Then register with it at ${url}/register.`
  const code = setupCode ? ` with the set-up code ${setupCode}` : ''
  return `
Nobody can sign in yet. What to do:
  1. Open ${url}/register and register as ${email}${code}. This account becomes the global admin.
  2. Sign in and add a tenant: your company.
  3. Ask your team to register at ${url}/register, and approve them in User Management.`
}
