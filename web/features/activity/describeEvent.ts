import type { ActivityRowFragment } from '../../gql/graphql.ts'
import { activityDisplay } from '../../domain/activityTypes.ts'
import { OUTCOMES, type OutcomeDisplay } from '../../domain/outcomes.ts'
import { placeOf, withoutKnownPlace } from './eventPlace.ts'
import { formatEventDetails, formatEventText } from './formatEvent.ts'

/** The outcome of a knock, with the name of an own one; undefined for any other event. */
export function outcomeOf({ type, data }: Pick<ActivityRowFragment, 'type' | 'data'>): OutcomeDisplay | undefined {
  if (type !== 'DoorKnocked') return undefined
  const { outcome, outcomeName } = (data ?? {}) as { outcome?: unknown; outcomeName?: unknown }
  const found = OUTCOMES.find((display) => display.outcome.toLowerCase() === outcome)
  return found && typeof outcomeName === 'string' ? { ...found, label: outcomeName } : found
}

/** What an event is called in a list: the outcome of a knock, 'Webhook created' for a webhook, else the label of its type. */
export const nameOfEvent = (event: Pick<ActivityRowFragment, 'type' | 'data'>): string =>
  outcomeOf(event)?.label ?? activityDisplay(event.type).label.replace('changed', changeInName(event) ?? 'changed')

/** The change of an event whose name would only say 'changed': 'created'; undefined for any other event. */
export function changeInName({ type, data }: Pick<ActivityRowFragment, 'type' | 'data'>): string | undefined {
  const { change } = (data ?? {}) as { change?: unknown }
  return typeof change === 'string' && activityDisplay(type).label.endsWith('changed') ? change : undefined
}

/**
 * What somebody did, in one line after their name: 'Interested at 845 W 16th Demo St', 'Lead created: Storm Damage · 1018 W 12th
 * Demo St'.
 */
export function describeEvent(event: ActivityRowFragment): string {
  const place = placeOf(event)?.split(',')[0]
  const outcome = outcomeOf(event)
  if (outcome && place) return `${outcome.label} at ${place}`
  // Without its label, because the icon and the two statuses say that a status has changed.
  const format = event.type === 'LeadStatusChanged' ? formatEventDetails : formatEventText
  const text = format(withoutKnownPlace(event))
  return place ? `${text} · ${place}` : text
}
