import type { Role } from '../enums.ts'

// All words of mails. What is between them may have been typed by strangers: renderMail makes it harmless.

/** What a mail of each kind is made of. Urls begin with `PUBLIC_URL`, and are in no list, log or error. */
export interface MailContents {
  invitation: { company: string; inviter: string; role: Role; url: string; days: number }
  email_confirmation: { company: string; url: string; hours: number }
  password_reset: { url: string; minutes: number }
}

export type MailKind = keyof MailContents

/** The words of a mail. A paragraph is one line of text. */
export interface MailWords {
  subject: string
  paragraphs: string[]
  button: { label: string; url: string }
  /** Why this person gets the mail, and what to do if they did not expect it. */
  reason: string
}

const roleWords: Record<Role, string> = {
  sales_rep: 'a sales rep',
  admin: 'an admin',
  owner: 'an owner',
  global_admin: 'a global admin',
}

/** `1 day`, `2 days`. */
const count = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'}`

/** How the words of a mail are made, by its kind. */
export const mailTexts: { readonly [Kind in MailKind]: (content: MailContents[Kind]) => MailWords } = {
  invitation: ({ company, inviter, role, url, days }) => ({
    subject: `${inviter} invites you to ${company} on Porchlight`,
    paragraphs: [
      `${inviter} invites you to work for ${company} on Porchlight as ${roleWords[role]}.`,
      `Open the link and choose a password. It is valid for ${count(days, 'day')}.`,
    ],
    button: { label: 'Accept Invitation', url },
    reason: `If you do not know ${company}, ignore this mail: nothing happens without you.`,
  }),
  email_confirmation: ({ company, url, hours }) => ({
    subject: `Confirm your email address for ${company}`,
    paragraphs: [
      `You are about to set up ${company} on Porchlight.`,
      `Open the link to confirm that this address is yours. It is valid for ${count(hours, 'hour')}.`,
    ],
    button: { label: 'Confirm Email Address', url },
    reason: 'If this was not you, ignore this mail: nothing is set up without the link.',
  }),
  password_reset: ({ url, minutes }) => ({
    subject: 'Choose a new password for Porchlight',
    paragraphs: [
      'Somebody asked for a new password for the Porchlight account with this address.',
      `Open the link and choose one. It is valid for ${count(minutes, 'minute')} and works once.`,
    ],
    button: { label: 'Choose New Password', url },
    reason: 'If this was not you, ignore this mail: your password stays as it is.',
  }),
}

export const mailKinds = Object.keys(mailTexts) as MailKind[]
