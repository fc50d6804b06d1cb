/** A rule for a text that must not be blank. */
export const notBlank = (message: string) => ({ validate: (value: string) => value.trim() !== '' || message })

/** Validation rules with their messages (spec §5). */
export const fullNameRules = notBlank('Full name is required')
export const emailRules = {
  required: 'Email is required',
  pattern: { value: /^[A-Z0-9._%+-]+@[A-Z0-9.-]+\.[A-Z]{2,}$/i, message: 'Invalid email address' },
}
