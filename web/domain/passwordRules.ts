/** Validation rules of a new password, with their messages (spec §5). */

/** The server writes the minimum length into the page. */
const least = Number(document.querySelector<HTMLMetaElement>('meta[name=minimum-password-length]')?.content ?? 6)

export const passwordHint = `At least ${least} characters.`
export const passwordTooShort = `Password must be at least ${least} characters`

export const newPasswordRules = {
  required: 'Password is required',
  minLength: { value: least, message: passwordTooShort },
}
