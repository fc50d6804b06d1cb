import { randomUUID } from 'node:crypto'
import { graphql, rest, type ApiResponse } from '../client.ts'
import type { TestUser } from '../testTenant.ts'
import { Model, type Lead, type Property, type Service } from './model.ts'
import type { ModelFixture, Team } from './modelFixture.ts'

/** What an answer holds, to be looked at field by field. */
type Found = ApiResponse['body'][string]

const tags = ['GUTTER', 'METAL_ROOF', 'SHINGLE', 'STORM', 'TORNADO']
const places = [
  ['Sample Park', 'Sampleton'],
  ['Sample Park', 'Example City'],
  ['Example Heights', 'Sampleton'],
] as const
const hourMs = 3_600_000

/** People who do at random what the application lets them do, through its public interface, and note it in the model. */
export class Simulation {
  readonly model: Model
  /** What a unit costs, and from when on; latest last. */
  readonly #rates: { service: Service | 'api_calls'; from: Date; micros: number }[] = Object.entries({
    ...{ regrid_lookups: 100_000, map_loads: 7_000, geocoding: 5_000, document_printing: 10_000, api_calls: 100 },
  }).map(([service, micros]) => ({ service: service as Service, from: new Date(0), micros }))
  done = 0
  readonly #stage: ModelFixture
  readonly #random: () => number
  /** Whom each person works for now; who was deleted is not here. */
  readonly #teamOf = new Map<string, string>()
  readonly #persons = new Map<string, TestUser>()
  /** Things that somebody is changing in this step: two who change one thing at once have no order. */
  readonly #busy = new Set<string>()
  #houses = 0

  constructor(stage: ModelFixture, random: () => number) {
    this.#stage = stage
    this.#random = random
    const names = new Map<string, string>()
    for (const [n, team] of stage.teams.entries()) {
      for (const [r, rep] of team.reps.entries()) {
        names.set(rep.id, `Sample Rep ${n}${r}`)
        this.#teamOf.set(rep.id, team.id)
        this.#persons.set(rep.id, rep)
      }
    }
    this.model = new Model(new Map(stage.teams.map(({ id, timeZone }) => [id, timeZone])), names)
  }

  /** Everybody is at it at once, at the moment that the clock shows. */
  async step(actions: number): Promise<void> {
    this.#busy.clear()
    await Promise.all(Array.from({ length: actions }, () => this.#something()))
  }

  async #something(): Promise<void> {
    const team = this.#pick(this.#stage.teams)
    const rep = this.#pick([...this.#teamOf].filter(([, of]) => of === team.id).map(([id]) => this.#persons.get(id)!))
    if (!rep) return
    const [, act] = this.#weighted([
      [6, () => this.#save(team, rep)],
      [40, () => this.#knock(team, rep)],
      [6, () => this.#withdraw(team)],
      [14, () => this.#create(team, rep)],
      [14, () => this.#change(team)],
      [5, () => this.#retag(team)],
      [2, () => this.#deleteLead(team)],
      [1, () => this.#deleteHouse(team)],
      [5, () => this.#lookUp(team, rep)],
      [5, () => this.#openMap(team, rep)],
      [3, () => this.#geocode(team, rep)],
      [2, () => this.#report(team)],
      [2, () => this.#aim(team, rep)],
      [2, () => this.#assign(team, rep)],
    ])
    await act()
    this.done += 1
  }

  async #save(team: Team, rep: TestUser): Promise<void> {
    const [neighborhood, city] = this.#pick(places)
    const n = (this.#houses += 1)
    const input = { address: `${n} Sample St`, lat: 30 + n / 1_000, lng: -90 + n / 1_000, neighborhood, city }
    const { createProperty } = await this.#ask(
      rep,
      'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }',
      { input },
    )
    const at = this.#now()
    const facts = { team: team.id, assignedTo: rep.id, neighborhood, city, at, stands: true }
    this.model.properties.push({ id: createProperty.id, ...facts })
    this.#use(team, rep, 'PropertySaved', at)
  }

  async #knock(team: Team, rep: TestUser): Promise<void> {
    const houses = Array.from({ length: 1 + Math.floor(this.#random() * 3) }, () => this.#enter(team, rep))
    const knocks = houses
      .filter((house) => house !== null)
      .map((house) => {
        // Some phones had no connection for a while; nobody is so near an hour late that it could be either.
        const delay = this.#random() < 0.2 ? 2 * hourMs + this.#random() * 90 * hourMs : this.#random() * 0.8 * hourMs
        return { id: randomUUID(), house, at: new Date(this.#now().getTime() - Math.floor(delay)) }
      })
    if (knocks.length === 0) return
    await this.#ask(rep, 'mutation ($inputs: [KnockInput!]!) { logKnocks(inputs: $inputs) { replayed } }', {
      inputs: knocks.map(({ id, house, at }) => ({
        ...{ eventId: id, propertyId: house.id, occurredAt: at.toISOString() },
        outcome: this.#pick(['NOBODY_HOME', 'TALKED', 'INTERESTED', 'NOT_INTERESTED']),
      })),
    })
    for (const { id, house, at } of knocks) {
      const facts = { team: team.id, rep: rep.id, at, late: this.#late(at) }
      this.model.knocks.push({ id, property: house.id, stands: true, ...facts })
      this.model.counted.push(facts)
      this.#use(team, rep, 'DoorKnocked', at)
    }
  }

  async #withdraw(team: Team): Promise<void> {
    const knock = this.#take(
      this.model.knocks.filter(
        (one) =>
          one.team === team.id &&
          one.stands &&
          this.#teamOf.get(one.rep) === team.id &&
          this.#house(one.property).stands &&
          !this.#busy.has(`alone ${one.property}`),
      ),
    )
    if (!knock) return
    this.#busy.add(`shared ${knock.property}`)
    const rep = this.#persons.get(knock.rep)!
    await this.#ask(rep, 'mutation ($id: ID!) { withdrawKnock(eventId: $id) { eventId } }', { id: knock.id })
    knock.stands = false
    this.#use(team, rep, 'KnockWithdrawn', this.#now())
  }

  async #create(team: Team, rep: TestUser): Promise<void> {
    const house = this.#enter(team, rep)
    if (!house) return
    const tag = this.#pick(tags)
    const answer = await rest(this.#stage.url, rep.token, 'POST', '/leads', {
      ...{ property_id: house.id, tag: tag.toLowerCase(), template_data: { priority: 'normal' } },
    })
    if (answer.status !== 201) throw new Error(`POST /leads: ${answer.status} ${JSON.stringify(answer.body)}`)
    const at = this.#now()
    const { neighborhood, city } = house
    const facts = { team: team.id, rep: rep.id, at, late: this.#late(at) }
    this.model.leads.push({
      ...{ id: answer.body['data'].id, property: house.id, tag, status: 'new', completedAt: null, neighborhood, city },
      ...{ stands: true, ...facts },
    })
    this.model.counted.push(facts)
    this.#use(team, rep, 'LeadCreated', at)
  }

  async #change(team: Team): Promise<void> {
    const lead = this.#takeLead(team)
    if (!lead) return
    const who = this.#pick([
      team.owner,
      team.admin,
      ...(this.#teamOf.get(lead.rep) === team.id ? [this.#persons.get(lead.rep)!] : []),
    ])
    const status = this.#pick(['new', 'contacted', 'completed', 'completed'] as const)
    await this.#ask(
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
    if (status === 'completed') this.model.counted.push({ team: team.id, rep: lead.rep, at, late: this.#late(at) })
    this.#use(team, who, 'LeadStatusChanged', at)
  }

  async #retag(team: Team): Promise<void> {
    const leads = [this.#takeLead(team), this.#takeLead(team), this.#takeLead(team)].filter((lead) => lead !== null)
    if (leads.length === 0) return
    const tag = this.#pick(tags)
    await this.#ask(
      team.owner,
      'mutation ($ids: [ID!]!, $tag: PropertyType!) { retagLeads(ids: $ids, tag: $tag) { changed } }',
      {
        ids: leads.map(({ id }) => id),
        tag,
      },
    )
    for (const lead of leads.filter((one) => one.tag !== tag)) {
      lead.tag = tag
      this.#use(team, team.owner, 'LeadRetagged', this.#now())
    }
  }

  async #deleteLead(team: Team): Promise<void> {
    const lead = this.#takeLead(team)
    if (!lead) return
    await this.#ask(team.admin, 'mutation ($id: ID!) { deleteLead(id: $id) { message } }', { id: lead.id })
    lead.stands = false
    this.#use(team, team.admin, 'LeadDeleted', this.#now())
  }

  /** Its knocks stay counted: the doors were knocked at. Its leads are gone. */
  async #deleteHouse(team: Team): Promise<void> {
    const house = this.#takeHouse(team, () => true)
    if (!house) return
    await this.#ask(team.owner, 'mutation ($id: ID!) { deleteProperty(id: $id) { message } }', { id: house.id })
    house.stands = false
    for (const lead of this.model.leads.filter((one) => one.property === house.id && one.stands)) {
      lead.stands = false
      this.#use(team, team.owner, 'LeadDeleted', this.#now())
    }
    this.#use(team, team.owner, 'PropertyDeleted', this.#now())
  }

  async #assign(team: Team, rep: TestUser): Promise<void> {
    const house = this.#takeHouse(team, ({ assignedTo }) => assignedTo !== rep.id)
    if (!house) return
    await this.#ask(
      team.owner,
      'mutation ($id: ID!, $to: ID!) { updateProperty(id: $id, input: { assignedTo: $to }) { id } }',
      {
        ...{ id: house.id, to: rep.id },
      },
    )
    house.assignedTo = rep.id
    this.#use(team, team.owner, 'PropertyAssigned', this.#now())
  }

  async #lookUp(team: Team, rep: TestUser): Promise<void> {
    const records = Math.floor(this.#random() * 4)
    await this.#ask(rep, 'query ($address: String!) { parcelSearch(address: $address) { id } }', {
      address: records ? `${records} Sample St` : 'Sample St',
    })
    const at = this.#now()
    if (records > 0) {
      const facts = { team: team.id, rep: rep.id, at, late: this.#late(at) }
      this.model.found.push(facts)
      this.model.counted.push(facts)
    }
    this.#use(team, rep, 'ParcelLookedUp', at, 'regrid_lookups', records)
  }

  async #openMap(team: Team, rep: TestUser): Promise<void> {
    const body = { lat: 39.77, lng: -86.16, zoom: 20 }
    await rest(this.#stage.url, rep.token, 'POST', '/activity/log-map-load', body)
    this.#use(team, rep, 'MapLoaded', this.#now(), 'map_loads', 1)
  }

  async #geocode(team: Team, rep: TestUser): Promise<void> {
    await this.#ask(rep, '{ geocode(address: "Sample St") { address } }')
    this.#use(team, rep, 'AddressGeocoded', this.#now(), 'geocoding', 1)
  }

  /** Reported by a client: a call as any other, and billed as nothing more. */
  async #report(team: Team): Promise<void> {
    const body = { service_type: 'map_loads', quantity: 1_000 }
    const { status } = await rest(this.#stage.url, team.owner.token, 'POST', '/finops/track-usage', body)
    if (status !== 201) throw new Error(`track-usage: ${status}`)
    this.#use(team, team.owner, 'UsageReported', this.#now())
  }

  async #aim(team: Team, rep: TestUser): Promise<void> {
    const [period, metric] = [
      this.#pick(['day', 'week', 'month'] as const),
      this.#pick(['leads_created', 'leads_converted', 'doors_knocked'] as const),
    ]
    const key = `${team.id} ${rep.id} ${period} ${metric}`
    if (this.#busy.has(key)) return
    this.#busy.add(key)
    const value = Math.floor(this.#random() * 20)
    const body = { user_id: rep.id, period, metric, value }
    const { status } = await rest(this.#stage.url, team.admin.token, 'POST', '/crm/targets', body)
    if (status !== 200) throw new Error(`targets: ${status}`)
    if (value === 0) this.model.targets.delete(key)
    else this.model.targets.set(key, { team: team.id, rep: rep.id, period, metric, value })
    this.#use(team, team.admin, 'TargetSet', this.#now())
  }

  /** A rep works for another team from now on; what they did stays where they did it. */
  async move(rep: TestUser, from: Team, to: Team): Promise<void> {
    const { boss } = this.#stage
    await this.#ask(boss, 'mutation ($id: ID!, $to: ID!) { updateUser(id: $id, input: { tenantId: $to }) { id } }', {
      ...{ id: rep.id, to: to.id },
    })
    this.#teamOf.set(rep.id, to.id)
    for (const team of [from, to]) this.#use(team, boss, 'UserTenantChanged', this.#now())
  }

  async remove(rep: TestUser, team: Team): Promise<void> {
    await this.#ask(this.#stage.boss, 'mutation ($id: ID!) { deleteUser(id: $id) { message } }', { id: rep.id })
    this.#teamOf.delete(rep.id)
    this.#use(team, this.#stage.boss, 'UserDeleted', this.#now())
  }

  /** Whom a rep works for now; null for one who was deleted. */
  teamNow(rep: string): string | null {
    return this.#teamOf.get(rep) ?? null
  }

  /** Another price from now on, set while nobody does anything. */
  async reprice(service: Service | 'api_calls', dollars: number): Promise<void> {
    const { setCostRate } = await this.#ask(
      this.#stage.boss,
      `mutation ($service: UsageService!, $cost: Float!) {
        setCostRate(service: $service, costPerUnit: $cost) { effectiveFrom } }`,
      { service: service.toUpperCase(), cost: dollars },
    )
    this.#rates.push({ service, from: new Date(setCostRate.effectiveFrom), micros: Math.round(dollars * 1e6) })
    await new Promise((resolve) => setTimeout(resolve, 5))
  }

  async #ask(person: TestUser, query: string, variables: object = {}): Promise<Found> {
    const { data, errors } = await graphql(this.#stage.url, person.token, query, variables)
    if (errors) throw new Error(`${query} ${JSON.stringify(variables)}: ${JSON.stringify(errors)}`)
    return data
  }

  #use(team: Team, actor: TestUser, type: string, at: Date, service: Service | null = null, units = 0): void {
    const rate = (of: Service | 'api_calls') =>
      this.#rates.findLast((one) => one.service === of && one.from <= at)!.micros
    this.model.uses.push({
      ...{ team: team.id, actor: actor.id, at, type, service, units, callMicros: rate('api_calls') },
      unitMicros: service ? rate(service) : 0,
    })
  }

  #late(at: Date): boolean {
    return at.getTime() < Date.now() - hourMs
  }

  #now(): Date {
    return new Date(this.#stage.clock.now)
  }

  #house(id: string): Property {
    return this.model.properties.find((one) => one.id === id)!
  }

  /** A house of the rep's own, which nobody takes away while something is done there. */
  #enter(team: Team, rep: TestUser): Property | null {
    const house = this.#pick(
      this.model.properties.filter(
        (one) => one.team === team.id && one.assignedTo === rep.id && one.stands && !this.#busy.has(`alone ${one.id}`),
      ),
    )
    if (house) this.#busy.add(`shared ${house.id}`)
    return house ?? null
  }

  #takeLead(team: Team): Lead | null {
    const lead = this.#take(
      this.model.leads.filter((one) => one.team === team.id && one.stands && !this.#busy.has(`alone ${one.property}`)),
    )
    if (lead) this.#busy.add(`shared ${lead.property}`)
    return lead
  }

  #take<T extends { id: string }>(things: T[]): T | null {
    const thing = this.#pick(things.filter(({ id }) => !this.#busy.has(id)))
    if (thing) this.#busy.add(thing.id)
    return thing ?? null
  }

  /** A house that somebody deletes or gives away is nobody else's in this step. */
  #takeHouse(team: Team, wanted: (house: Property) => boolean): Property | null {
    const house = this.#pick(
      this.model.properties.filter(
        (one) =>
          one.team === team.id &&
          one.stands &&
          wanted(one) &&
          !this.#busy.has(`shared ${one.id}`) &&
          !this.#busy.has(`alone ${one.id}`),
      ),
    )
    if (house) this.#busy.add(`alone ${house.id}`)
    return house ?? null
  }

  #pick<T>(things: readonly T[]): T {
    return things[Math.floor(this.#random() * things.length)]!
  }

  #weighted<T>(options: [number, T][]): [number, T] {
    let left = this.#random() * options.reduce((sum, [weight]) => sum + weight, 0)
    return options.find(([weight]) => (left -= weight) < 0) ?? options[0]!
  }
}
