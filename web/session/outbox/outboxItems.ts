import type {
  KnockInput,
  KnockOutcome,
  LeadRowFragment,
  NewPropertyInput,
  PropertyStatus,
  SyncActionInput,
} from '../../gql/graphql.ts'

/** An action of the user, as `sync` takes it, with the time at which it happened. */
export type OutboxAction = Omit<SyncActionInput, 'id' | 'dependsOn' | 'knock'> & {
  /** With the outcome that it counts as, also for an own one. */
  knock?: (KnockInput & { outcome: KnockOutcome }) | null
  id: string
  occurredAt: string
  dependsOn?: readonly string[]
}

/** What the map showed of a property before a knock; the withdrawal of the knock restores it. */
export interface DoorState {
  status: PropertyStatus
  lastOutcome: KnockOutcome | null
  lastKnockedAt: string | null
}

/** Why the server refused an action. */
export interface Refusal {
  /** The server's error code. INTERNAL after several attempts at which the server failed. */
  code: string
  message: string
}

/** A photo that is not uploaded yet. `id` is the idempotency key of its upload. */
export interface NewPhoto {
  id: string
  photo: Blob
}

/** An action with what is shown of it. */
export interface NewOutboxItem {
  action: OutboxAction
  /** The property it belongs to. Absent for sessions. */
  propertyId?: string | undefined
  /** The first line of the entry in the list: the address, or what else it is about. */
  title: string
  /** For a knock and its withdrawal: the property before the knock. */
  before?: DoorState | undefined
  /** For a withdrawal: when the knock was, if it is known. */
  knockedAt?: string | undefined
  /** The knock session in which it was done. */
  sessionId?: string | undefined
  /**
   * The photos of a knock that are not uploaded yet. They follow those in its `photoIds`, and are uploaded before it is sent.
   */
  photos?: readonly NewPhoto[] | undefined
  /** For a knock with an own outcome: its name. */
  outcomeName?: string | undefined
  /** For a change of a lead or a property: the person and the stage whose ids it has, as they are shown. */
  assignedTo?: LeadRowFragment['assignedTo'] | undefined
  stage?: LeadRowFragment['stage'] | undefined
  /** The knock for which a property is saved. Cancelling the knock cancels the property, unless something else needs it. */
  madeFor?: string | undefined
}

/** An action that the server has not confirmed. */
export interface OutboxItem extends NewOutboxItem {
  /** Position in the order in which the actions were made, on this device. */
  seq: number
  /** The user it belongs to; nobody else's session reads or sends it. */
  outboxName: string
  /** The number of requests that contained it. After the first one the server may have it. */
  attempts: number
  /** The number of requests with it alone at which the server failed. */
  serverFailures: number
  /** Why the last attempt failed. */
  lastError?: string | undefined
  /** Set once the server refused it. It is not sent again unless the user retries or edits it. */
  refusal?: Refusal | undefined
  /**
   * Set once the server has it: the position of the log from which on answers include it. It is kept for a day, because it is
   * shown in answers, also in those stored on this device, that have not reached the position.
   */
  position?: number | undefined
  /** When the server's answer arrived, in milliseconds. */
  sentAt?: number | undefined
  /** The status of the property after this action, from the server's answer. */
  status?: PropertyStatus | null | undefined
}

export const isKnock = ({ action }: NewOutboxItem): boolean => action.kind === 'KNOCK'

/** The id of the knock that a withdrawal undoes; undefined for other items. */
export const withdrawnKnockId = ({ action }: NewOutboxItem): string | undefined =>
  action.withdrawal ? String(action.withdrawal.knockId) : undefined

/** The ids without which the server cannot carry out this action. */
export const dependenciesOf = ({ action }: NewOutboxItem): readonly string[] => action.dependsOn ?? []

/** The property that this action saves, by itself or with a lead; undefined for other actions. */
export const newPropertyOf = ({ action }: Pick<NewOutboxItem, 'action'>): NewPropertyInput | undefined =>
  action.property ?? action.lead?.newProperty ?? undefined

/** A property that was saved on this device and not sent. */
export interface PendingProperty {
  id: string
  property: NewPropertyInput
}

/** The properties in the outbox. */
export const pendingProperties = (items: readonly OutboxItem[]): readonly PendingProperty[] =>
  items.flatMap((item) => {
    const property = newPropertyOf(item)
    return property ? [{ id: String(property.id), property }] : []
  })

/** The id of the item that makes this record, such as the lead with which a property is saved; undefined if none does. */
export const makerOf = (items: readonly OutboxItem[], id: string): string | undefined =>
  items.find((item) => item.action.id === id || newPropertyOf(item)?.id === id)?.action.id

/** The id of the lead that this action changes; undefined for other actions, also for that which makes it. */
export const changedLeadOf = ({ action: { status, leadWork, leadStage, leadNote } }: NewOutboxItem) =>
  (status ?? leadWork ?? leadStage ?? leadNote)?.leadId

/** The id of the record that this action changes, so that an earlier change must not arrive after it. */
const changedRecordOf = (item: NewOutboxItem) =>
  changedLeadOf(item) ?? (item.action.propertyEdit ?? item.action.language ?? item.action.note)?.propertyId

/**
 * Whether a change of the same record waits, which has to reach the server before this one. What was refused is not waited for.
 */
export function isBehind(items: readonly OutboxItem[], item: NewOutboxItem): boolean {
  const id = changedRecordOf(item)
  return id !== undefined && items.some((other) => !other.refusal && changedRecordOf(other) === id)
}

/** The items as the user did them: without the houses that are saved only for a knock which is among the items. */
export function withoutMadeFor(items: readonly OutboxItem[]): OutboxItem[] {
  const ids = new Set(items.map(({ action }) => action.id))
  return items.filter(({ madeFor }) => !madeFor || !ids.has(madeFor))
}

/** The item and every other one that depends on it, directly or through others. `items` are in the order of their making. */
export function withDependents(items: readonly OutboxItem[], id: string): OutboxItem[] {
  const ids = new Set([id])
  return items.filter((item) => {
    const belongs = [item.action.id, ...dependenciesOf(item)].some((other) => ids.has(other))
    if (belongs) ids.add(item.action.id)
    return belongs
  })
}

/** Ids of the items that cannot be sent: those refused and those that depend on them. */
export function blockedIds(items: readonly OutboxItem[]): ReadonlySet<string> {
  const blocked = new Set<string>()
  for (const item of items)
    if (item.refusal || dependenciesOf(item).some((id) => blocked.has(id))) blocked.add(item.action.id)
  return blocked
}

/** A request has at most this many bytes of actions, unless it has only one: the server takes 1 MB. */
const MAX_BATCH_BYTES = 500_000

/**
 * The items of the next request, at most `size`, in the order of their making, as far as they fit in a request. A photo is
 * uploaded after everything else was sent; what follows it at the same property waits with it.
 */
export function nextBatch(items: readonly OutboxItem[], size: number): OutboxItem[] {
  const blocked = blockedIds(items)
  const sendable = items.filter(({ action }) => !blocked.has(action.id))
  const waitingForPhoto = new Set<string | undefined>()
  const batch = sendable.filter((item) => {
    const keys = [item.propertyId, ...dependenciesOf(item)]
    const waits = item.photos !== undefined || keys.some((key) => waitingForPhoto.has(key))
    if (waits) for (const key of [item.action.id, item.propertyId]) if (key) waitingForPhoto.add(key)
    return !waits
  })
  return batch.length > 0 ? upToMaxBytes(batch.slice(0, size)) : sendable.slice(0, 1)
}

function upToMaxBytes(items: readonly OutboxItem[]): OutboxItem[] {
  const encoder = new TextEncoder()
  let bytes = 0
  const firstTooMany = items.findIndex(({ action }) => {
    bytes += encoder.encode(JSON.stringify(action)).length
    return bytes > MAX_BATCH_BYTES
  })
  return items.slice(0, firstTooMany < 0 ? undefined : Math.max(1, firstTooMany))
}

/** Replaces a property's id by that of the property which is already saved there. */
export function withPropertyId(item: OutboxItem, from: string, to: string): OutboxItem {
  if (item.propertyId !== from) return item
  const { knock, lead, note, language, propertyEdit, doNotKnock, ...rest } = item.action
  const dependsOn = dependenciesOf(item).filter((id) => id !== from)
  return {
    ...item,
    propertyId: to,
    action: {
      ...rest,
      dependsOn,
      ...(knock && { knock: { ...knock, propertyId: to } }),
      ...(lead && { lead: { ...lead, propertyId: to, newProperty: undefined } }),
      ...(note && { note: { ...note, propertyId: to } }),
      ...(language && { language: { ...language, propertyId: to } }),
      ...(doNotKnock && { doNotKnock: { ...doNotKnock, propertyId: to } }),
      ...(propertyEdit && { propertyEdit: { ...propertyEdit, propertyId: to } }),
    },
  }
}

/** `removed` with the property that was saved only for the knock `id`. */
export function withMadeFor(items: readonly OutboxItem[], removed: readonly OutboxItem[], id: string): OutboxItem[] {
  const remaining = items.filter((item) => !removed.includes(item))
  const unneeded = remaining.filter(
    ({ madeFor, action, attempts }) =>
      madeFor === id && attempts === 0 && !remaining.some((other) => dependenciesOf(other).includes(action.id)),
  )
  return [...removed, ...unneeded]
}

/** The number of photos of a knock, whether uploaded or not. */
export const countPhotos = ({ action, photos = [] }: NewOutboxItem): number =>
  (action.knock?.photoIds?.length ?? 0) + photos.length
