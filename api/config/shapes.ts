import { z } from 'zod'

// Zod would generate a function from text for each schema of an object, which the server does not allow. It decides this when a
// schema is made, and each process loads this file before those that have schemas.
z.config({ jitless: true })

/** A setting and its documentation. */
export interface Setting {
  shape: z.ZodType
  /** One or two sentences. */
  description: string
  /** Accepted values. */
  accepts: string
  /** Default value as text; empty if there is none. */
  defaultText: string
  /** Whether the value is a secret. */
  secret?: true
  /** Section of docs/configuration.md. */
  group: string
}

/** The settings of a section. */
export type Definitions = Record<string, Omit<Setting, 'defaultText' | 'group'>>

export const onOrOff = z.enum(['on', 'off', ''], 'must be on or off').transform((value) => value !== 'off')
export const optionalText = z
  .string()
  .trim()
  .transform((value) => value || null)
export const databaseUrl = optionalText
  .refine(
    (value) => !value || /^postgres(ql)?:\/\/([^/@]*@)?[^/@?]+\//.test(value),
    'must be a URL such as postgres://user:password@host:5432/porchlight',
  )
  .default(null)
export const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'must be an http or https URL such as https://api.example.com',
})
export const commaSeparated = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
export const wholeNumber = (min: number, max: number, error = `must be a whole number from ${min} to ${max}`) =>
  z.coerce.number(error).int(error).min(min, error).max(max, error)
