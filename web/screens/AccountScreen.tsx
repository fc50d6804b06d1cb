import { SessionPanel } from '../features/auth/account/SessionPanel.tsx'
import { TwoFactorsPanel } from '../features/auth/account/TwoFactorsPanel.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Card } from '../ui/Card.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** /account: how the user signs in, and where they are signed in. */
export function AccountScreen() {
  return (
    <>
      <PageHeader title="Account Security" hint="How you sign in, and where you are signed in." />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2 lg:grid-rows-[auto_auto_1fr]">
        <TwoFactorsPanel />
        <Card title="Password">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 pt-1 pb-5 max-md:px-4">
            <p className="min-w-0 flex-1 basis-72 text-body text-ink-2">
              A change signs out all of your other devices.
            </p>
            <ButtonLink to="/change-password">Change Password</ButtonLink>
          </div>
        </Card>
        <div className="lg:col-start-2 lg:row-span-3 lg:row-start-1">
          <SessionPanel />
        </div>
        <Card title="Recorded About Me">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 pt-1 pb-5 max-md:px-4">
            <p className="min-w-0 flex-1 basis-72 text-body text-ink-2">
              Your positions and sessions at the doors, and who looked at them.
            </p>
            <ButtonLink to="/account/recorded">Show What Is Recorded</ButtonLink>
          </div>
        </Card>
      </div>
    </>
  )
}
