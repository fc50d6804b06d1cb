import { ChangePasswordScreen } from './ChangePasswordScreen.tsx'
import { ConfirmEmailScreen } from './ConfirmEmailScreen.tsx'
import { ForgotPasswordScreen } from './ForgotPasswordScreen.tsx'
import { InvitationScreen } from './InvitationScreen.tsx'
import { RegisterScreen } from './RegisterScreen.tsx'
import { ResetPasswordScreen } from './ResetPasswordScreen.tsx'
import { SetUpScreen } from './SetUpScreen.tsx'

const screens = {
  register: RegisterScreen,
  forgotPassword: ForgotPasswordScreen,
  resetPassword: ResetPasswordScreen,
  invitation: InvitationScreen,
  confirmEmail: ConfirmEmailScreen,
  setUp: SetUpScreen,
  changePassword: ChangePasswordScreen,
}

/**
 * A screen without the navigation, other than the sign-in. They are loaded together, so that the sign-in page names one script
 * and not seven.
 */
export function PublicScreen({ name }: { name: keyof typeof screens }) {
  const Screen = screens[name]
  return <Screen />
}
