import { outcomeLabels } from '../../../domain/labels.ts'
import { isTalk, statusAfterKnock } from '../../../domain/statusAfterKnock.ts'
import type { KnockOutcome } from '../../../gql/graphql.ts'
import { hourOfDay } from '../../../lib/dates.ts'
import { distanceMeters } from '../../../lib/distance.ts'
import { countPhotos, type DoorState, type NewOutboxItem, type OutboxItem, withdrawnKnockId } from '../outboxItems.ts'
import { type Action, isToday, type ShowContext, type ShownTypes, showDoor } from './action.ts'

type RepDay = ShownTypes['RepDay']

const outcomeOf = ({ action }: OutboxItem): KnockOutcome => action.knock!.outcome
/** The name of the outcome, as it was tapped. */
const nameOf = ({ action, outcomeName }: NewOutboxItem): string | null =>
  action.knock ? (outcomeName ?? outcomeLabels[action.knock.outcome]) : null
const hasTalk = ({ action: { knock: input } }: OutboxItem): boolean => input != null && isTalk(input.outcome)

/** A knock by somebody else that is later stays. */
const unlessLater =
  <Field extends keyof DoorState>(valueOf: (item: OutboxItem, value: DoorState[Field]) => DoorState[Field]) =>
  (value: DoorState[Field], item: OutboxItem, { lastKnockedAt }: DoorState): DoorState[Field] =>
    lastKnockedAt && Date.parse(lastKnockedAt) > Date.parse(item.action.occurredAt) ? value : valueOf(item, value)

const before =
  <Field extends keyof DoorState>(field: Field) =>
  (value: DoorState[Field], item: OutboxItem) =>
    item.before ? item.before[field] : value

const door = showDoor({
  status: unlessLater<'status'>((item, status) => item.status ?? statusAfterKnock(outcomeOf(item), status)),
  lastOutcome: unlessLater<'lastOutcome'>(outcomeOf),
  lastKnockedAt: unlessLater<'lastKnockedAt'>(({ action }) => action.occurredAt),
})

/** The day with one door more or less; as it is for a knock of another day. */
const changeDay = (by: 1 | -1, knockOf: (item: OutboxItem, items: readonly OutboxItem[]) => OutboxItem) => {
  const add =
    (isCounted: (knock: OutboxItem) => boolean) =>
    (count: number, item: OutboxItem, day: RepDay, { items, now }: ShowContext) => {
      const knock = knockOf(item, items)
      return isToday(knock, day, now) && isCounted(knock) ? Math.max(0, count + by) : count
    }
  const doorsKnocked = add(() => true)
  return {
    doorsKnocked,
    talks: add(hasTalk),
    hours: (hours: RepDay['hours'], item: OutboxItem, day: RepDay, context: ShowContext) => {
      const knock = knockOf(item, context.items)
      if (!isToday(knock, day, context.now)) return hours
      const hour = knock.action.knock && hourOfDay(new Date(knock.action.occurredAt), day.timeZone)
      return hours.map((bar) =>
        bar.hour === hour ? { ...bar, doorsKnocked: doorsKnocked(bar.doorsKnocked, item, day, context) } : bar,
      )
    },
  }
}

const ofSession = ({ sessionId }: { sessionId?: string | undefined }) => sessionId

export const knock: Action = {
  kind: 'KNOCK',
  describe: (item) => {
    const input = item.action.knock
    const photos = countPhotos(item)
    return [
      nameOf(item),
      input?.comeBackAt && 'time',
      input?.note && 'note',
      photos > 0 && `${photos} photo${photos > 1 ? 's' : ''}`,
    ]
      .filter(Boolean)
      .join(' · ')
  },
  show: {
    ...door,
    Property: {
      ...door.Property,
      fields: {
        ...door.Property.fields,
        knocks: (knocks, item, property, { rep }) => {
          const { action, photos } = item
          if (knocks.some(({ eventId }) => eventId === action.id)) return knocks
          const { outcome, outcomeId, note, photoIds, comeBackAt, lat, lng } = action.knock!
          const content = { eventId: action.id, outcome, occurredAt: action.occurredAt, note: note ?? null, rep }
          const shown = {
            ...content,
            ...{ outcomeId: outcomeId == null ? null : String(outcomeId), outcomeName: nameOf(item)! },
            photoIds: photoIds?.map(String) ?? [],
            // The server flags it.
            flags: [],
            comeBackAt: comeBackAt ? String(comeBackAt) : null,
            distanceMeters: lat == null || lng == null ? null : distanceMeters({ lat, lng }, property),
          }
          return [{ __typename: 'Knock', ...shown, photos }, ...knocks]
        },
      },
    },
    KnockSession: { of: ofSession, fields: { doors: (doors) => doors + 1 } },
    RepDay: { fields: changeDay(1, (item) => item) },
    // A knock at the house is the visit, or says when the next one is.
    Query: {
      fields: {
        comeBacks: (comeBacks, { action, propertyId, title }) => {
          const others = comeBacks.filter((comeBack) => comeBack.propertyId !== propertyId)
          const { comeBackAt, note } = action.knock!
          if (!comeBackAt || !propertyId) return others
          const added = {
            eventId: action.id,
            comeBackAt: String(comeBackAt),
            propertyId,
            address: title,
            note: note ?? null,
          }
          return [...others, { __typename: 'ComeBack', ...added }]
        },
      },
    },
  },
}

/**
 * A knock of another device or day is not in the outbox, so its withdrawal takes a door from the day of the knock but from no
 * hour.
 */
const knockBefore = (item: OutboxItem, items: readonly OutboxItem[]): OutboxItem =>
  items.find(({ action }) => action.id === withdrawnKnockId(item)) ?? {
    ...item,
    action: { ...item.action, occurredAt: item.knockedAt ?? item.action.occurredAt },
  }

const restored = showDoor({
  status: before('status'),
  lastOutcome: before('lastOutcome'),
  lastKnockedAt: before('lastKnockedAt'),
})

export const withdrawal: Action = {
  kind: 'WITHDRAWAL',
  describe: () => 'Knock undone',
  show: {
    ...restored,
    Property: {
      ...restored.Property,
      fields: {
        ...restored.Property.fields,
        knocks: (knocks, item) => knocks.filter(({ eventId }) => eventId !== withdrawnKnockId(item)),
      },
    },
    KnockSession: { of: ofSession, fields: { doors: (doors) => Math.max(0, doors - 1) } },
    RepDay: { fields: changeDay(-1, knockBefore) },
    Query: {
      fields: {
        comeBacks: (comeBacks, item) => comeBacks.filter(({ eventId }) => eventId !== withdrawnKnockId(item)),
      },
    },
  },
}
