import { cellOf } from '../../api/domain/cells.ts'
import { type SnakeCase, toSnakeCase } from '../../api/domain/fields.ts'
import { formatAddress } from '../../api/domain/locating/geocode.ts'
import { pointKey } from '../../api/domain/point.ts'
import { emptyProperty } from '../../api/domain/properties/propertyFields.ts'
import { type Priority, type PropertyType, statusByOutcome } from '../../api/domain/enums.ts'
import type { DomainEvent, EventType } from '../../api/events/catalog.ts'
import { schemaVersionOf } from '../../api/events/versions.ts'
import type { DemoUser } from '../people.ts'
import type { Random } from '../town/random.ts'
import { createIdAt } from './activityRandom.ts'
import type { EventRow, KnockRow, LeadRow, PropertyRow, SessionRow, TagRow } from './rows.ts'
import type { ResidentialParcel } from './territory.ts'

type EventData<Type extends EventType> = Extract<DomainEvent, { type: Type }>['data']

/** The delay between an event in the field and its row in the log. */
const recordingDelayMs = 400

const { tags: _, ...emptyColumns } = emptyProperty
/** The columns of a property of which nothing is known but where it is. */
const emptyRow = Object.fromEntries(
  Object.entries(emptyColumns).map(([name, value]) => [toSnakeCase(name), value]),
) as Pick<PropertyRow, SnakeCase<keyof typeof emptyColumns>>

/** Collects the rows and events of one tenant while its activity is generated. Rows hold the final state. */
export class ActivityBuilder {
  readonly properties = new Map<string, PropertyRow>()
  readonly tags: TagRow[] = []
  readonly leads = new Map<string, LeadRow>()
  readonly sessions: SessionRow[] = []
  readonly knocks: KnockRow[] = []
  readonly events: EventRow[] = []
  readonly tenantId: string
  readonly #random: Random

  constructor(tenantId: string, random: Random) {
    this.tenantId = tenantId
    this.#random = random
  }

  recordEvent<Type extends EventType>(
    actor: DemoUser,
    at: Date,
    type: Type,
    data: EventData<Type>,
    subjectId: string | null = null,
  ): string {
    const eventId = createIdAt(this.#random, at)
    this.events.push({
      event_id: eventId,
      type,
      schema_version: schemaVersionOf(type),
      data,
      occurred_at: at,
      recorded_at: new Date(at.getTime() + recordingDelayMs),
      actor_id: actor.id,
      real_role: actor.role,
      acting_role: actor.role,
      subject_id: subjectId,
    })
    return eventId
  }

  saveProperty(
    rep: DemoUser,
    at: Date,
    parcel: ResidentialParcel,
    tags: PropertyType[],
    priority: Priority,
  ): PropertyRow {
    const { lat, lng, city, state, zip_code, neighborhood, owner_address, parcel_id, street_name } = parcel
    const property: PropertyRow = {
      ...emptyRow,
      tenant_id: this.tenantId,
      id: createIdAt(this.#random, at),
      address: formatAddress({ address: parcel.address, city, state, zipCode: zip_code }),
      street_number: String(parcel.street_number),
      street_name,
      city,
      state,
      zip_code,
      lat,
      lng,
      cell: String(cellOf(parcel)),
      point5: pointKey(parcel, 5),
      point6: pointKey(parcel, 6),
      owner_name: parcel.owner_name ?? 'Unknown Owner',
      owner_address,
      owner_source: 'parcels:demo',
      parcel_id,
      neighborhood,
      priority,
      assigned_to: rep.id,
      created_by: rep.id,
      created_at: at,
      updated_at: at,
    }
    this.properties.set(property.id, property)
    tags.forEach((tag) => this.#addTag(property, tag))
    this.#recordOn(property, rep, at, 'PropertySaved', { repId: rep.id, tags, priority })
    return property
  }

  createLead(rep: DemoUser, at: Date, property: PropertyRow, tag: PropertyType, priority: Priority): LeadRow {
    const lead: LeadRow = {
      tenant_id: this.tenantId,
      id: createIdAt(this.#random, at),
      property_id: property.id,
      tag,
      priority,
      status: 'new',
      template_data: { priority },
      rep_id: rep.id,
      assigned_to: null,
      stage_id: null,
      follow_up_at: null,
      value_cents: null,
      source: null,
      contact_name: null,
      contact_phone: null,
      contact_email: null,
      created_at: at,
      completed_at: null,
      updated_at: at,
    }
    this.leads.set(lead.id, lead)
    this.#addTag(property, tag)
    this.recordEvent(rep, at, 'LeadCreated', { ...this.toLeadRef(lead), priority }, property.id)
    return lead
  }

  knock(
    rep: DemoUser,
    at: Date,
    property: PropertyRow,
    knock: Pick<KnockRow, 'session_id' | 'outcome' | 'note'>,
  ): KnockRow {
    const data = { repId: rep.id, outcome: knock.outcome, sessionId: knock.session_id }
    const row: KnockRow = {
      tenant_id: this.tenantId,
      event_id: this.#recordOn(property, rep, at, 'DoorKnocked', data),
      property_id: property.id,
      rep_id: rep.id,
      ...knock,
      // The rep stands in front of the building, so the knock is a few meters from the parcel's marker.
      lat: property.lat + (this.#random() - 0.5) * 8e-5,
      lng: property.lng + (this.#random() - 0.5) * 8e-5,
      occurred_at: at,
      accuracy_meters: null,
      outcome_id: null,
      outcome_name: null,
      import_id: null,
      counted: true,
      come_back_at: null,
      withdrawn_at: null,
    }
    this.knocks.push(row)
    this.#updateStatus(property, at)
    return row
  }

  withdrawKnock(rep: DemoUser, at: Date, property: PropertyRow, knock: KnockRow): void {
    knock.withdrawn_at = at
    this.#updateStatus(property, at)
    const counted = { knockId: knock.event_id, countedAt: knock.occurred_at.toISOString(), status: property.status }
    this.#recordOn(property, rep, at, 'KnockWithdrawn', { repId: rep.id, ...counted })
  }

  refreshOwner(rep: DemoUser, at: Date, property: PropertyRow): void {
    property.updated_at = at
    this.#recordOn(property, rep, at, 'OwnerRefreshed', { source: property.owner_source })
  }

  writeNotes(rep: DemoUser, at: Date, property: PropertyRow, notes: string): void {
    property.notes = notes
    property.updated_at = at
    this.#recordOn(property, rep, at, 'PropertyEdited', { fields: ['notes'] })
  }

  deleteProperty(actor: DemoUser, at: Date, property: PropertyRow): void {
    this.properties.delete(property.id)
    this.#recordOn(property, actor, at, 'PropertyDeleted', {})
  }

  toLeadRef(lead: LeadRow) {
    const property = this.properties.get(lead.property_id)!
    return { ...toPropertyRef(property), city: property.city, leadId: lead.id, repId: lead.rep_id, tag: lead.tag }
  }

  /** Records an event about a property. Its data begins with the fields of the property. */
  #recordOn<Type extends EventType>(
    property: PropertyRow,
    actor: DemoUser,
    at: Date,
    type: Type,
    data: Omit<EventData<Type>, keyof ReturnType<typeof toPropertyRef>>,
  ): string {
    return this.recordEvent(
      actor,
      at,
      type,
      { ...toPropertyRef(property), ...data } as unknown as EventData<Type>,
      property.id,
    )
  }

  #addTag(property: PropertyRow, tag: PropertyType): void {
    const existing = this.tags.filter((row) => row.property_id === property.id)
    if (existing.some((row) => row.tag === tag)) return
    this.tags.push({ tenant_id: this.tenantId, property_id: property.id, tag, position: existing.length })
  }

  /** Sets the status from the last knock that is not withdrawn and whose outcome maps to a status. */
  #updateStatus(property: PropertyRow, at: Date): void {
    const last = this.knocks.findLast(
      (knock) => knock.property_id === property.id && !knock.withdrawn_at && statusByOutcome[knock.outcome],
    )
    property.status = (last && statusByOutcome[last.outcome]) ?? 'new'
    property.updated_at = at
  }
}

function toPropertyRef(property: PropertyRow) {
  return { propertyId: property.id, neighborhood: property.neighborhood }
}
