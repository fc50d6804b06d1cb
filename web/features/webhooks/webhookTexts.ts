import type { WebhookItemFragment } from '../../gql/graphql.ts'
import { activityDisplay } from '../../domain/activityTypes.ts'
import { formatCount, formatRate } from '../../lib/numbers.ts'

type Hour = WebhookItemFragment['hours'][number]
const HOUR_MS = 60 * 60_000
const HOURS = 24

/** 'hooks.example.com/porchlight': the URL without what every URL has. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

/** 'Lead created' for LeadCreated; 'All events' for '*'. */
export const typeLabel = (type: string): string => (type === '*' ? 'All events' : activityDisplay(type).label)

/** The groups of event types, in the order of a day's work, by what their names begin with. */
const typeGroups: readonly { title: string; prefixes: readonly string[] }[] = [
  { title: 'Leads', prefixes: ['Lead'] },
  { title: 'Doors', prefixes: ['Door', 'Knock', 'Photo', 'UnusedPhotos'] },
  { title: 'Properties', prefixes: ['Property', 'Owner', 'Parcel', 'Address', 'Map'] },
  { title: 'Letters and templates', prefixes: ['Letters', 'Labels', 'Template'] },
  { title: 'Imports and exports', prefixes: ['Data', 'Import'] },
  { title: 'Company and team', prefixes: ['User', 'Tenant', 'Target', 'SavedView', 'Webhook', 'Cost', 'Usage'] },
]
const SIGN_IN = 'Sign-in and security'
const signInTypes = new Set(['UserSignedIn', 'UserSignedOut', 'UserRegistered'])

/** The event types in groups, each in the order of `types`; those of the sign-in, and unknown ones, are last. */
export function groupTypes(types: readonly string[]): { title: string; types: string[] }[] {
  const titleOf = (type: string) =>
    signInTypes.has(type)
      ? SIGN_IN
      : (typeGroups.find(({ prefixes }) => prefixes.some((prefix) => type.startsWith(prefix)))?.title ?? SIGN_IN)
  return [...typeGroups.map(({ title }) => title), SIGN_IN]
    .map((title) => ({ title, types: types.filter((type) => titleOf(type) === title) }))
    .filter((group) => group.types.length > 0)
}

/** The last 24 hours, oldest first, also those without any attempt. */
export function lastHours(hours: readonly Hour[], now: number): { hour: number; delivered: number; failed: number }[] {
  const current = Math.floor(now / HOUR_MS) * HOUR_MS
  const byHour = new Map(hours.map((hour) => [Date.parse(hour.hour), hour]))
  return Array.from({ length: HOURS }, (_, index) => {
    const hour = current - (HOURS - 1 - index) * HOUR_MS
    const { delivered = 0, failed = 0 } = byHour.get(hour) ?? {}
    return { hour, delivered, failed }
  })
}

/** Below this, a share would say more than so few attempts do. */
const MIN_RATED = 10

/** '97.8% of 1,284', '3 of 4 delivered': how many of the attempts of the last 24 hours succeeded. */
export function successText(hours: readonly Hour[]): string {
  const delivered = hours.reduce((sum, hour) => sum + hour.delivered, 0)
  const all = hours.reduce((sum, hour) => sum + hour.delivered + hour.failed, 0)
  if (all === 0) return 'Nothing sent in 24 hours'
  if (all < MIN_RATED) return `${delivered} of ${all} delivered`
  return `${formatRate((delivered / all) * 100)} of ${formatCount(all)}`
}

/** What happened to a webhook that is disabled, and what to do; null for one that is not. */
export function disabledText({ disabledReason }: Pick<WebhookItemFragment, 'disabledReason'>): string | null {
  if (disabledReason === 'GONE') return 'It answered 410 (Gone), so nothing is sent to it. Its events wait.'
  if (disabledReason === 'FAILING')
    return 'Nothing could be delivered for 24 hours, so it was disabled. Its events wait.'
  if (disabledReason === 'KEY_ENDED')
    return 'The API key that created it has ended, so nothing is sent to it. Its events wait. Enable it to take it over.'
  return disabledReason ? 'Paused by a manager. Its events wait.' : null
}
