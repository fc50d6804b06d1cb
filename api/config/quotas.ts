import { type Definitions, wholeNumber } from './shapes.ts'

/**
 * What a tenant can do only so often in a day: the setting, its description, the name in messages, and the default; null: as often as it
 * wants.
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
  dailyLookUps: {
    setting: 'LOOKUPS_PER_DAY',
    counted: 'lookups of parcels and addresses, with suggestions, at providers that bill for them,',
    plural: 'lookups',
    limit: null,
  },
} as const

export type Quota = keyof typeof quotas

export const quotaShape = (limit: number | null) => wholeNumber(0, 1_000_000_000).nullable().default(limit)
type QuotaDefinition = Definitions[string] & { shape: ReturnType<typeof quotaShape> }
export const quotaDefinitions = Object.fromEntries(
  Object.values(quotas).map(({ setting, counted, limit }): [string, QuotaDefinition] => [
    setting,
    {
      shape: quotaShape(limit),
      description: `Maximum number of ${counted} in each company per day, which begins at 00:00 UTC; more are refused with status 429.${limit === null ? ' If not set, there is no limit.' : ''}`,
      accepts: '0 to 1000000000',
    },
  ]),
) as Record<(typeof quotas)[Quota]['setting'], QuotaDefinition>
