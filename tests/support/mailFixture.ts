import { startMailServer } from './mailServer.ts'
import { createServerFixture } from './serverFixture.ts'

/** A server that sends mails, as `createServerFixture` makes it, and the mail server that gets them. */
export async function createMailFixture(env: Record<string, string> = {}) {
  const mailServer = await startMailServer()
  const fixture = await createServerFixture({
    ownServer: 'sends mails',
    env: {
      MAIL_URL: mailServer.url,
      MAIL_FROM: 'Porchlight <mail@porchlight.example>',
      PUBLIC_URL: 'https://porchlight.example',
      TRUSTED_PROXIES: '1',
      ...env,
    },
  })
  return {
    ...fixture,
    mailServer,
    async teardown() {
      await fixture.teardown()
      await mailServer.close()
    },
  }
}
