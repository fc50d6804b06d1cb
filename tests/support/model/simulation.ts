import { randomUUID } from 'node:crypto'
import { graphql, rest, type ApiResponse } from '../client.ts'
import { addSession, type TestUser } from '../testTenant.ts'
import { Model, type Lead, type Property, type Service } from './model.ts'
import type { ModelFixture, Team } from './modelFixture.ts'

/** A response body, asserted field by field. */
type Found = ApiResponse['body'][string]

const tags = ['GUTTER', 'METAL_ROOF', 'SHINGLE', 'STORM', 'TORNADO']
const places = [
  ['Sample Park', 'Sampleton'],
  ['Sample Park', 'Example City'],
  ['Example Heights', 'Sampleton'],
] as const
const hourMs = 3_600_000

/** Simulates users who perform random actions through the public API, and records each action in the model. */
export class Simulation {
  readonly model: Model
  /** Unit costs with the time from which they apply, in order. */
  readonly #rates: { service: Service | 'api_calls'; from: Date; micros: number }[] = Object.entries({
    regrid_lookups: 100_000,
    map_loads: 7_000,
    geocoding: 5_000,
    document_printing: 10_000,
    api_calls: 100,
  }).map(([service, micros]) => ({ service: service as Service, from: new Date(0), micros }))
  done = 0
  readonly #environment: ModelFixture
  readonly #random: () => number
  /** The current team of each rep; deleted reps are removed. */
  readonly #teamOf = new Map<string, string>()
  readonly #persons = new Map<string, TestUser>()
  /** Entities that an action of this step changes: the result of two concurrent changes would be undefined. */
  readonly #claimed = new Set<string>()
  #propertyCount = 0

  constructor(environment: ModelFixture, random: () => number) {
    this.#environment = environment
    this.#random = random
    const names = new Map<string, string>()
    for (const [n, team] of environment.teams.entries()) {
      for (const [r, rep] of team.reps.entries()) {
        names.set(rep.id, `Sample Rep ${n}${r}`)
        this.#teamOf.set(rep.id, team.id)
        this.#persons.set(rep.id, rep)
      }
    }
    this.model = new Model(new Map(environment.teams.map(({ id, timeZone }) => [id, timeZone])), names)
  }

  /** Runs `actions` random actions concurrently, at the clock's time. */
  async step(actions: number): Promise<void> {
    this.#claimed.clear()
    await Promise.all(Array.from({ length: actions }, () => this.#performRandomAction()))
  }

  async #performRandomAction(): Promise<void> {
    const team = this.#pick(this.#environment.teams)
    const rep = this.#pick([...this.#teamOf].filter(([, of]) => of === team.id).map(([id]) => this.#persons.get(id)!))
    if (!rep) return
    const [, act] = this.#weighted([
      [6, () => this.#saveProperty(team, rep)],
      [40, () => this.#logKnocks(team, rep)],
      [6, () => this.#withdrawKnock(team)],
      [14, () => this.#createLead(team, rep)],
      [14, () => this.#changeLeadStatus(team)],
      [5, () => this.#retagLeads(team)],
      [2, () => this.#deleteLead(team)],
      [1, () => this.#deleteProperty(team)],
      [5, () => this.#searchParcels(team, rep)],
      [5, () => this.#openMap(team, rep)],
      [3, () => this.#geocode(team, rep)],
      [2, () => this.#reportUsage(team)],
      [2, () => this.#setTarget(team, rep)],
      [2, () => this.#assignProperty(team, rep)],
    ])
    await act()
    this.done += 1
  }

  async #saveProperty(team: Team, rep: TestUser): Promise<void> {
    const [neighborhood, city] = this.#pick(places)
    const n = (this.#propertyCount += 1)
    const input = { address: `${n} Sample St`, lat: 30 + n / 1_000, lng: -90 + n / 1_000, neighborhood, city }
    const { createProperty } = await this.#execute(
      rep,
      'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }',
      { input },
    )
    const at = this.#now()
    const facts = { team: team.id, assignedTo: rep.id, neighborhood, city, at, exists: true }
    this.model.properties.push({ id: createProperty.id, ...facts })
    this.#recordUse(team, rep, 'PropertySaved', at)
  }

  async #logKnocks(team: Team, rep: TestUser): Promise<void> {
    const properties = Array.from({ length: 1 + Math.floor(this.#random() * 3) }, () => this.#pickProperty(team, rep))
    const knocks = properties
      .filter((property) => property !== null)
      .map((property) => {
        // Some phones were offline. No delay is close to one hour, where an event could be late or not.
        const delay = this.#random() < 0.2 ? 2 * hourMs + this.#random() * 90 * hourMs : this.#random() * 0.8 * hourMs
        return { id: randomUUID(), property, at: new Date(this.#now().getTime() - Math.floor(delay)) }
      })
    if (knocks.length === 0) return
    await this.#execute(rep, 'mutation ($inputs: [KnockInput!]!) { logKnocks(inputs: $inputs) { replayed } }', {
      inputs: knocks.map(({ id, property, at }) => ({
        eventId: id,
        propertyId: property.id,
        occurredAt: at.toISOString(),
        outcome: this.#pick(['NOBODY_HOME', 'TALKED', 'INTERESTED', 'NOT_INTERESTED']),
      })),
    })
    for (const { id, property, at } of knocks) {
      const facts = { team: team.id, rep: rep.id, at, late: this.#isLate(at) }
      this.model.knocks.push({ id, property: property.id, exists: true, ...facts })
      this.model.counted.push(facts)
      this.#recordUse(team, rep, 'DoorKnocked', at)
    }
  }

  async #withdrawKnock(team: Team): Promise<void> {
    const knock = this.#pickUnclaimed(
      this.model.knocks.filter(
        (item) =>
          item.team === team.id &&
          item.exists &&
          this.#teamOf.get(item.rep) === team.id &&
          this.#findProperty(item.property).exists &&
          !this.#claimed.has(`alone ${item.property}`),
      ),
    )
    if (!knock) return
    this.#claimed.add(`shared ${knock.property}`)
    // After seven days, only a manager may.
    const isOld = this.#now().getTime() - knock.at.getTime() > 6 * 86_400_000
    const person = isOld ? team.owner : this.#persons.get(knock.rep)!
    await this.#execute(person, 'mutation ($id: ID!) { withdrawKnock(eventId: $id) { eventId } }', { id: knock.id })
    knock.exists = false
    this.#recordUse(team, person, 'KnockWithdrawn', this.#now())
  }

  async #createLead(team: Team, rep: TestUser): Promise<void> {
    const property = this.#pickProperty(team, rep)
    if (!property) return
    const tag = this.#pick(tags)
    const answer = await rest(this.#environment.url, rep.token, 'POST', '/leads', {
      property_id: property.id,
      tag: tag.toLowerCase(),
      template_data: { priority: 'normal' },
    })
    if (answer.status !== 201) throw new Error(`POST /leads: ${answer.status} ${JSON.stringify(answer.body)}`)
    const at = this.#now()
    const { neighborhood, city } = property
    const facts = { team: team.id, rep: rep.id, at, late: this.#isLate(at) }
    this.model.leads.push({
      id: answer.body['data'].id,
      property: property.id,
      tag,
      status: 'new',
      completedAt: null,
      neighborhood,
      city,
      exists: true,
      ...facts,
    })
    this.model.counted.push(facts)
    this.#recordUse(team, rep, 'LeadCreated', at)
  }

  async #changeLeadStatus(team: Team): Promise<void> {
    const lead = this.#pickLead(team)
    if (!lead) return
    const who = this.#pick([
      team.owner,
      team.admin,
      ...(this.#teamOf.get(lead.rep) === team.id ? [this.#persons.get(lead.rep)!] : []),
    ])
    const status = this.#pick(['new', 'contacted', 'completed', 'completed'] as const)
    await this.#execute(
      who,
      'mutation ($id: ID!, $status: LeadStatus!) { updateLead(id: $id, input: { status: $status }) { id } }',
      {
        id: lead.id,
        status: status.toUpperCase(),
      },
    )
    if (status === lead.status) return
    const at = this.#now()
    lead.status = status
    lead.completedAt = status === 'completed' ? at : null
    if (status === 'completed') this.model.counted.push({ team: team.id, rep: lead.rep, at, late: this.#isLate(at) })
    this.#recordUse(team, who, 'LeadStatusChanged', at)
  }

  async #retagLeads(team: Team): Promise<void> {
    const leads = [this.#pickLead(team), this.#pickLead(team), this.#pickLead(team)].filter((lead) => lead !== null)
    if (leads.length === 0) return
    const tag = this.#pick(tags)
    await this.#execute(
      team.owner,
      'mutation ($ids: [ID!]!, $tag: PropertyType!) { retagLeads(ids: $ids, tag: $tag) { changed } }',
      {
        ids: leads.map(({ id }) => id),
        tag,
      },
    )
    for (const lead of leads.filter((item) => item.tag !== tag)) {
      lead.tag = tag
      this.#recordUse(team, team.owner, 'LeadRetagged', this.#now())
    }
  }

  async #deleteLead(team: Team): Promise<void> {
    const lead = this.#pickLead(team)
    if (!lead) return
    await this.#execute(team.admin, 'mutation ($id: ID!) { deleteLead(id: $id) { message } }', { id: lead.id })
    lead.exists = false
    this.#recordUse(team, team.admin, 'LeadDeleted', this.#now())
  }

  /** The property's knocks stay counted; its leads are deleted. */
  async #deleteProperty(team: Team): Promise<void> {
    const property = this.#claimProperty(team, () => true)
    if (!property) return
    await this.#execute(team.owner, 'mutation ($id: ID!) { deleteProperty(id: $id) { message } }', { id: property.id })
    property.exists = false
    for (const lead of this.model.leads.filter((item) => item.property === property.id && item.exists)) {
      lead.exists = false
      this.#recordUse(team, team.owner, 'LeadDeleted', this.#now())
    }
    this.#recordUse(team, team.owner, 'PropertyDeleted', this.#now())
  }

  async #assignProperty(team: Team, rep: TestUser): Promise<void> {
    const property = this.#claimProperty(team, ({ assignedTo }) => assignedTo !== rep.id)
    if (!property) return
    await this.#execute(
      team.owner,
      'mutation ($id: ID!, $to: ID!) { updateProperty(id: $id, input: { assignedTo: $to }) { id } }',
      {
        id: property.id,
        to: rep.id,
      },
    )
    property.assignedTo = rep.id
    this.#recordUse(team, team.owner, 'PropertyAssigned', this.#now())
  }

  async #searchParcels(team: Team, rep: TestUser): Promise<void> {
    const records = Math.floor(this.#random() * 4)
    await this.#execute(rep, 'query ($address: String!) { parcelSearch(address: $address) { id } }', {
      address: records ? `${records} Sample St` : 'Sample St',
    })
    const at = this.#now()
    if (records > 0) {
      const facts = { team: team.id, rep: rep.id, at, late: this.#isLate(at) }
      this.model.found.push(facts)
      this.model.counted.push(facts)
    }
    this.#recordUse(team, rep, 'ParcelLookedUp', at, 'regrid_lookups', records)
  }

  async #openMap(team: Team, rep: TestUser): Promise<void> {
    const body = { lat: 39.77, lng: -86.16, zoom: 20 }
    await rest(this.#environment.url, rep.token, 'POST', '/activity/log-map-load', body)
    this.#recordUse(team, rep, 'MapLoaded', this.#now(), 'map_loads', 1)
  }

  async #geocode(team: Team, rep: TestUser): Promise<void> {
    await this.#execute(rep, '{ geocode(address: "Sample St") { address } }')
    this.#recordUse(team, rep, 'AddressGeocoded', this.#now(), 'geocoding', 1)
  }

  /** Usage reported by a client counts as one API call and bills nothing else. */
  async #reportUsage(team: Team): Promise<void> {
    const body = { service_type: 'map_loads', quantity: 1_000 }
    const { status } = await rest(this.#environment.url, team.owner.token, 'POST', '/finops/track-usage', body)
    if (status !== 201) throw new Error(`track-usage: ${status}`)
    this.#recordUse(team, team.owner, 'UsageReported', this.#now())
  }

  async #setTarget(team: Team, rep: TestUser): Promise<void> {
    const [period, metric] = [
      this.#pick(['day', 'week', 'month'] as const),
      this.#pick(['leads_created', 'leads_converted', 'doors_knocked'] as const),
    ]
    const key = `${team.id} ${rep.id} ${period} ${metric}`
    if (this.#claimed.has(key)) return
    this.#claimed.add(key)
    const value = Math.floor(this.#random() * 20)
    const body = { user_id: rep.id, period, metric, value }
    const { status } = await rest(this.#environment.url, team.admin.token, 'POST', '/crm/targets', body)
    if (status !== 200) throw new Error(`targets: ${status}`)
    if (value === 0) this.model.targets.delete(key)
    else this.model.targets.set(key, { team: team.id, rep: rep.id, period, metric, value })
    this.#recordUse(team, team.admin, 'TargetSet', this.#now())
  }

  /** Moves a rep to another team; past work stays with the former team. */
  async move(rep: TestUser, from: Team, to: Team): Promise<void> {
    const { globalAdmin } = this.#environment
    await this.#execute(
      globalAdmin,
      'mutation ($id: ID!, $to: ID!) { updateUser(id: $id, input: { tenantId: $to }) { id } }',
      {
        id: rep.id,
        to: to.id,
      },
    )
    // A move ends the sessions of a person, who signs in again.
    rep.token = await addSession(this.#environment.db, rep.id)
    this.#teamOf.set(rep.id, to.id)
    for (const team of [from, to]) this.#recordUse(team, globalAdmin, 'UserTenantChanged', this.#now())
  }

  async remove(rep: TestUser, team: Team): Promise<void> {
    await this.#execute(this.#environment.globalAdmin, 'mutation ($id: ID!) { deleteUser(id: $id) { message } }', {
      id: rep.id,
    })
    this.#teamOf.delete(rep.id)
    this.#recordUse(team, this.#environment.globalAdmin, 'UserDeleted', this.#now())
  }

  /** The rep's current team; null after deletion. */
  currentTeam(rep: string): string | null {
    return this.#teamOf.get(rep) ?? null
  }

  /** Changes a price while no action runs. */
  async reprice(service: Service | 'api_calls', dollars: number): Promise<void> {
    const { setCostRate } = await this.#execute(
      this.#environment.globalAdmin,
      `mutation ($service: UsageService!, $cost: Float!) {
        setCostRate(service: $service, costPerUnit: $cost) { effectiveFrom } }`,
      { service: service.toUpperCase(), cost: dollars },
    )
    this.#rates.push({ service, from: new Date(setCostRate.effectiveFrom), micros: Math.round(dollars * 1e6) })
    await new Promise((resolve) => setTimeout(resolve, 5))
  }

  async #execute(person: TestUser, query: string, variables: object = {}, attempts = 5): Promise<Found> {
    const { data, errors } = await graphql(this.#environment.url, person.token, query, variables)
    // A victim of a deadlock, which the engine of a cluster also suspects where there is none. Nothing was changed.
    if (errors?.[0].extensions.code === 'UNAVAILABLE' && attempts > 1)
      return this.#execute(person, query, variables, attempts - 1)
    if (errors) throw new Error(`${query} ${JSON.stringify(variables)}: ${JSON.stringify(errors)}`)
    return data
  }

  #recordUse(team: Team, actor: TestUser, type: string, at: Date, service: Service | null = null, units = 0): void {
    const rate = (of: Service | 'api_calls') =>
      this.#rates.findLast((item) => item.service === of && item.from <= at)!.micros
    this.model.uses.push({
      team: team.id,
      actor: actor.id,
      at,
      type,
      service,
      units,
      callMicros: rate('api_calls'),
      unitMicros: service ? rate(service) : 0,
    })
  }

  #isLate(at: Date): boolean {
    return at.getTime() < Date.now() - hourMs
  }

  #now(): Date {
    return new Date(this.#environment.clock.now)
  }

  #findProperty(id: string): Property {
    return this.model.properties.find((item) => item.id === id)!
  }

  /** One of the rep's properties, protected from deletion and reassignment in this step. */
  #pickProperty(team: Team, rep: TestUser): Property | null {
    const property = this.#pick(
      this.model.properties.filter(
        (item) =>
          item.team === team.id && item.assignedTo === rep.id && item.exists && !this.#claimed.has(`alone ${item.id}`),
      ),
    )
    if (property) this.#claimed.add(`shared ${property.id}`)
    return property ?? null
  }

  #pickLead(team: Team): Lead | null {
    const lead = this.#pickUnclaimed(
      this.model.leads.filter(
        (item) => item.team === team.id && item.exists && !this.#claimed.has(`alone ${item.property}`),
      ),
    )
    if (lead) this.#claimed.add(`shared ${lead.property}`)
    return lead
  }

  #pickUnclaimed<T extends { id: string }>(things: T[]): T | null {
    const thing = this.#pick(things.filter(({ id }) => !this.#claimed.has(id)))
    if (thing) this.#claimed.add(thing.id)
    return thing ?? null
  }

  /** A property that no other action of this step uses. */
  #claimProperty(team: Team, expected: (property: Property) => boolean): Property | null {
    const property = this.#pick(
      this.model.properties.filter(
        (item) =>
          item.team === team.id &&
          item.exists &&
          expected(item) &&
          !this.#claimed.has(`shared ${item.id}`) &&
          !this.#claimed.has(`alone ${item.id}`),
      ),
    )
    if (property) this.#claimed.add(`alone ${property.id}`)
    return property ?? null
  }

  #pick<T>(things: readonly T[]): T {
    return things[Math.floor(this.#random() * things.length)]!
  }

  #weighted<T>(options: [number, T][]): [number, T] {
    let left = this.#random() * options.reduce((sum, [weight]) => sum + weight, 0)
    return options.find(([weight]) => (left -= weight) < 0) ?? options[0]!
  }
}
