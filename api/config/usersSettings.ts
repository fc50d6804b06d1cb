import { z } from 'zod'
import { isEmail } from '../domain/auth/emails.ts'
import { quotaDefinitions, quotaShape } from './quotas.ts'
import { optionalText, wholeNumber, type Definitions } from './shapes.ts'

export const usersSettings = {
  GLOBAL_ADMIN_EMAIL: {
    shape: optionalText.refine((value) => !value || isEmail(value), 'must be an email address').default(null),
    description: 'The first user who registers with this email address becomes a global admin.',
    accepts: 'an email address',
  },
  SIGNUP: {
    shape: z.enum(['approval', 'invite', 'open'], 'must be approval, invite or open').default('approval'),
    description:
      'Who may sign up. approval: everybody, and a global admin approves each account. invite: only who was invited. open: also a new company, whose owner is in at once, or after they opened the link in a mail if mails are sent (`MAIL_URL`).',
    accepts: 'approval, invite or open',
  },
  SETUP_CODE: {
    shape: z.enum(['auto', 'on', 'off'], 'must be auto, on or off').default('auto'),
    description:
      'on: that user must enter a code that the server prints when it starts, so that nobody else can become the global admin. off: for automated installations that register at once. auto: off only while the server listens on the loopback address without a proxy (`TRUSTED_PROXIES`), where nobody from outside can reach it.',
    accepts: 'auto, on or off',
  },
  MINIMUM_PASSWORD_LENGTH: {
    shape: wholeNumber(6, 128).default(6),
    description: 'Minimum length of new passwords. Existing passwords stay valid.',
    accepts: '6 to 128',
  },
  ...quotaDefinitions,
  PROPERTIES_PER_COMPANY: {
    shape: quotaShape(null),
    description:
      'Maximum number of saved properties of each company; more are refused with status 422, and an import ends there. What is saved at the same moment may exceed it. If not set, there is no limit.',
    accepts: '0 to 1000000000',
  },
  COMMON_PASSWORDS: {
    shape: z.enum(['refuse', 'allow'], 'must be refuse or allow').default('refuse'),
    description:
      'refuse: a new password cannot be one of the 10,000 commonest, in upper or lower case, or a name (of the person, in the email address, or Porchlight) with nothing but digits and signs added. Existing passwords stay valid.',
    accepts: 'refuse or allow',
  },
  TWO_FACTORS: {
    shape: z.enum(['optional', 'required'], 'must be optional or required').default('optional'),
    description:
      'required: every account must sign in with two factors, and those without must set them up first. optional: only accounts of the tenants whose owner requires it must.',
    accepts: 'optional or required',
  },
  SESSION_IDLE: {
    shape: z.union([z.literal('off'), wholeNumber(5, 1_440, 'must be off, or minutes from 5 to 1440')]).default('off'),
    description:
      'Minutes after which a session that was not used ends, also in an open page that only receives updates. A session ends 24 hours after the sign-in in any case.',
    accepts: 'off, or 5 to 1440',
  },
} as const satisfies Definitions
