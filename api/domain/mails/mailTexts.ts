import type { Role } from '../enums.ts'

// All words of mails. What is between them may have been typed by strangers: renderMail makes it harmless.

/** What went wrong with a backup: none was made, it could not be verified, or `BACKUP_COMMAND` failed. */
export type BackupFailure = 'not_made' | 'not_verified' | 'not_copied'

/** What a mail of each kind is made of. Urls begin with `PUBLIC_URL`, and are in no list, log or error. */
export interface MailContents {
  invitation: { company: string; inviter: string; role: Role; url: string; days: number }
  email_confirmation: { company: string; url: string; hours: number }
  password_reset: { url: string; minutes: number }
  approval_wanted: { person: string; email: string; url: string }
  account_approved: { company: string; role: Role; url: string }
  new_device: { device: string; address: string; url: string }
  locked_out: { minutes: number; url: string }
  export_ready: { what: string; url: string }
  webhook_disabled: { host: string; why: string; url: string }
  /** `at` in ISO 8601. */
  backup_failed: { failure: BackupFailure; at: string; url: string }
  registry_expires: { city: string; days: number; url: string }
  permit_expires: { city: string; days: number; url: string }
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

const backupWords: Record<BackupFailure, string> = {
  not_made: 'No backup could be made',
  not_verified: 'A backup was made, but it could not be verified',
  not_copied: 'A backup was made, but BACKUP_COMMAND failed, so that it is on one machine only',
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
  approval_wanted: ({ person, email, url }) => ({
    subject: `${person} waits for approval on Porchlight`,
    paragraphs: [
      `${person} (${email}) has created an account.`,
      'Approve it with a company and a role, or delete it if you do not know them.',
    ],
    button: { label: 'Open Users', url },
    reason: 'You get this mail because you are a global admin.',
  }),
  account_approved: ({ company, role, url }) => ({
    subject: `You can sign in to ${company} on Porchlight`,
    paragraphs: [`Your account is approved: you work for ${company} as ${roleWords[role]}.`],
    button: { label: 'Sign In', url },
    reason: 'You get this mail because somebody created an account with this address.',
  }),
  new_device: ({ device, address, url }) => ({
    subject: 'New sign-in to Porchlight',
    paragraphs: [
      `Somebody signed in to your account on a device that was not used before: ${device}, ${address}.`,
      'If it was you, there is nothing to do. If not, sign that device out and change your password.',
    ],
    button: { label: 'Open Account Security', url },
    reason: 'You get this mail at the first sign-in on each device.',
  }),
  locked_out: ({ minutes, url }) => ({
    subject: 'Too many failed sign-ins to Porchlight',
    paragraphs: [
      `Somebody entered a wrong password for your account too often. From there, nobody can sign in to it for ${count(minutes, 'minute')}.`,
      'If it was you and you have forgotten your password, choose a new one.',
    ],
    button: { label: 'Choose New Password', url },
    reason: 'If it was not you, there is nothing to do: nobody got in.',
  }),
  export_ready: ({ what, url }) => ({
    subject: 'Your export from Porchlight is ready',
    paragraphs: [`The export of ${what} is ready. The file is kept for a day.`],
    button: { label: 'Open Imports and Exports', url },
    reason: 'You get this mail because the export took longer than a minute.',
  }),
  webhook_disabled: ({ host, why, url }) => ({
    subject: `A webhook to ${host} is disabled`,
    paragraphs: [
      `Porchlight sends no more events to ${host}: ${why}.`,
      'Nothing is lost: the events wait until somebody enables it.',
    ],
    button: { label: 'Open Webhooks', url },
    reason: 'You get this mail because you manage the webhooks of your company.',
  }),
  backup_failed: ({ failure, at, url }) => ({
    subject: 'The backup of Porchlight failed',
    paragraphs: [
      `${backupWords[failure]} (${at.slice(0, 16).replace('T', ' ')} UTC). The log of the program that makes backups says why.`,
      'It goes on trying. You get no other mail until a backup has succeeded and a later one fails.',
    ],
    button: { label: 'Open Porchlight', url },
    reason: 'You get this mail because you are a global admin.',
  }),
  registry_expires: ({ city, days, url }) => ({
    subject: `The do-not-knock list of ${city} expires in ${count(days, 'day')}`,
    paragraphs: [
      `The list of ${city} expires in ${count(days, 'day')}. From then on, its doors may be knocked.`,
      'Ask the city for its new list, and import it.',
    ],
    button: { label: 'Open Do Not Knock', url },
    reason: 'You get this mail because you are a manager of your company.',
  }),
  permit_expires: ({ city, days, url }) => ({
    subject: `The permit for ${city} expires in ${count(days, 'day')}`,
    paragraphs: [
      `The permit for ${city} expires in ${count(days, 'day')}. From then on, knocks there are flagged.`,
      'Ask the city for a new permit, and add it.',
    ],
    button: { label: 'Open Permits', url },
    reason: 'You get this mail because you are a manager of your company.',
  }),
}

export const mailKinds = Object.keys(mailTexts) as MailKind[]
