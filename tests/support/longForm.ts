/** Set by `npm run faults`, which runs some test files in a form that takes minutes. */
export const longFormVariable = 'LONG_FORM'

/** Whether tests that have a short form of the same assertions run in their long one. */
export const isLongForm = process.env[longFormVariable] === 'on'
