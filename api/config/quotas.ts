import { type Definitions, wholeNumber } from './shapes.ts'

/**
 * What a tenant can do only so often in a day: the setting, its description, the name in messages, the default (null: as often as it wants),
 * and what happens beyond it.
 */
export const quotas = {
  photos: { setting: 'PHOTOS_PER_DAY', counted: 'photos that are uploaded', plural: 'photos', limit: 5_000 },
  notes: {
    setting: 'NOTES_PER_DAY',
    counted: 'notes that are added to properties and leads, apart from those of knocks,',
    plural: 'notes',
    limit: 20_000,
  },
  imports: { setting: 'IMPORTS_PER_DAY', counted: 'imports and checks of files', plural: 'imports', limit: 200 },
  webhookTests: {
    setting: 'WEBHOOK_TESTS_PER_DAY',
    counted: 'tests of webhooks',
    plural: 'tests of webhooks',
    limit: 200,
  },
  mails: { setting: 'MAILS_PER_DAY', counted: 'mails', plural: 'mails', limit: 1_000, excess: 'more are not sent' },
  invitations: {
    setting: 'INVITATIONS_PER_DAY',
    counted: 'invitations that are created',
    plural: 'invitations',
    limit: 200,
  },
  dailyLookUps: {
    setting: 'LOOKUPS_PER_DAY',
    counted: 'lookups of parcels and addresses, with suggestions, at providers that bill for them,',
    plural: 'lookups',
    limit: null,
  },
} as const

export type Quota = keyof typeof quotas

interface QuotaText {
  setting: string
  counted: string
  limit: number | null
  excess?: string
}

export const quotaShape = (limit: number | null) => wholeNumber(0, 1_000_000_000).nullable().default(limit)
type QuotaDefinition = Definitions[string] & { shape: ReturnType<typeof quotaShape> }
export const quotaDefinitions = Object.fromEntries(
  Object.values<QuotaText>(quotas).map(
    ({ setting, counted, limit, excess = 'more are refused with status 429' }): [string, QuotaDefinition] => [
      setting,
      {
        shape: quotaShape(limit),
        description: `Maximum number of ${counted} in each company per day, which begins at 00:00 UTC; ${excess}.${limit === null ? ' If not set, there is no limit.' : ''}`,
        accepts: '0 to 1000000000',
      },
    ],
  ),
) as Record<(typeof quotas)[Quota]['setting'], QuotaDefinition>
