import { useLocation } from 'react-router-dom'
import { ConfirmEmailScreen } from './ConfirmEmailScreen.tsx'
import { InvitationScreen } from './InvitationScreen.tsx'
import { SetUpScreen } from './SetUpScreen.tsx'

/** The screen of a link that lets somebody in. They are loaded together, so that the sign-in knows of one script more and not of three. */
export function LinkScreen() {
  const { pathname } = useLocation()
  if (pathname.startsWith('/invitation/')) return <InvitationScreen />
  return pathname.startsWith('/set-up/') ? <SetUpScreen /> : <ConfirmEmailScreen />
}
