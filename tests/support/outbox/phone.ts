import { ApolloClient, HttpLink } from '@apollo/client'
import { v7 as uuidv7 } from 'uuid'
import type { KnockOutcome, LeadStatus, NewPropertyInput } from '../../../web/gql/graphql.ts'
import { createCache } from '../../../web/lib/apollo.ts'
import { Outbox } from '../../../web/session/outbox/outbox.ts'
import {
  makerOf,
  type NewOutboxItem,
  type OutboxAction,
  pendingProperties,
} from '../../../web/session/outbox/outboxItems.ts'
import { isWaiting, outboxStore } from '../../../web/session/outbox/outboxStore.ts'
import { createSyncSender } from '../../../web/session/outbox/syncSender.ts'
import type { TestUser } from '../testTenant.ts'
import { type Crash, type Fault, FaultyConnection } from './faultyConnection.ts'

/** A house: saved on the server before, or not yet. */
export type House = { id: string } | { newProperty: NewPropertyInput }

/** Something that the rep did, and the times between which the server can have received it. */
interface Made {
  house: House
  /** By the device's clock. */
  occurredAt: Date
  /** By the server's clock. */
  madeAt: Date
}

export interface MadeKnock extends Made {
  outcome: KnockOutcome
  note: string | null
  sessionId: string | undefined
  isUndone: boolean
}

/** What the rep did, as the log must have it in the end. */
export interface Work {
  knocks: Map<string, MadeKnock>
  leads: Map<string, Made & { statuses: LeadStatus[] }>
  notes: Map<string, House>
  sessions: Map<string, { isEnded: boolean }>
}

interface Tab {
  outbox: Outbox
  connection: ReturnType<FaultyConnection['createFetch']>
  /** The ids under which this tab saves houses, as the map remembers them. */
  propertyIds: Map<House, string>
  lastKnock: NewOutboxItem | undefined
}

/** A rep's phone with two tabs, whose connection, clock and browser fail as told. Records what the rep does. */
export class Phone {
  readonly work: Work = { knocks: new Map(), leads: new Map(), notes: new Map(), sessions: new Map() }
  /** How far the device's clock is ahead, in hours. */
  clockHours = 0
  readonly #name = uuidv7()
  readonly #connection = new FaultyConnection()
  readonly #url: string
  readonly #rep: TestUser
  readonly #tabs: Tab[]
  #sessionId: string | undefined

  constructor(url: string, rep: TestUser) {
    this.#url = url
    this.#rep = rep
    this.#tabs = [this.#openTab(), this.#openTab()]
  }

  /** Knocks as `useKnocks` does; a house that is not saved is saved with it. */
  async knock(at: number, house: House, outcome: KnockOutcome, note: string | null): Promise<void> {
    const tab = await this.#tab(at)
    const id = uuidv7()
    const { propertyId, dependsOn, made } = this.#propertyAt(tab, house, id)
    const knock = { propertyId, outcome, sessionId: this.#sessionId, note }
    const item = { ...this.#item('KNOCK', { id, dependsOn, knock }), propertyId, sessionId: this.#sessionId }
    await tab.outbox.add(...made, item)
    tab.lastKnock = item
    this.#recordKnock(item, house)
  }

  /** Undoes a knock as `useKnocks` does. */
  async undo(at: number, pick: number): Promise<void> {
    const tab = await this.#tab(at)
    const [id, knock] =
      pickFrom(
        [...this.work.knocks].filter(([, { isUndone }]) => !isUndone),
        pick,
      ) ?? []
    if (!id || !knock) return
    knock.isUndone = true
    if (!(await tab.outbox.cancel(id))) await tab.outbox.add(this.#withdrawalOf(tab, id))
  }

  /** Adds a note to the last knock of the tab as `useKnocks` does. */
  async noteLastKnock(at: number, note: string): Promise<void> {
    const tab = await this.#tab(at)
    const last = tab.lastKnock
    const knock = last && this.work.knocks.get(last.action.id)
    if (!last || !knock || knock.isUndone) return
    const changed = { ...last, action: { ...last.action, knock: { ...last.action.knock!, note } } }
    if (await tab.outbox.amend(last.action.id, (item) => ({ ...item, ...changed }))) {
      knock.note = note
      tab.lastKnock = changed
      return
    }
    const withdrawal = this.#withdrawalOf(tab, last.action.id)
    const again = { ...changed, action: { ...changed.action, id: uuidv7(), dependsOn: [withdrawal.action.id] } }
    await tab.outbox.add(withdrawal, again)
    knock.isUndone = true
    tab.lastKnock = again
    this.#recordKnock(again, knock.house)
  }

  /** Adds a note to a property that is saved or waits. */
  async note(at: number, house: House, text: string): Promise<void> {
    const tab = await this.#tab(at)
    const { propertyId, dependsOn, made } = this.#propertyAt(tab, house)
    if (made.length > 0) return
    await tab.outbox.add({ ...this.#item('NOTE', { dependsOn, note: { propertyId, text } }), propertyId })
    this.work.notes.set(text, house)
  }

  /** Creates a lead as `useCreateLead` does; a house that is not saved is saved with it. */
  async createLead(at: number, house: House): Promise<void> {
    const tab = await this.#tab(at)
    const { propertyId, dependsOn, made } = this.#propertyAt(tab, house)
    const newProperty = made[0]?.action.property
    const lead = { tag: 'STORM' as const, ...(newProperty ? { newProperty } : { propertyId }) }
    const item = this.#item('LEAD', { dependsOn: newProperty ? [] : dependsOn, lead })
    await tab.outbox.add({ ...item, propertyId })
    this.work.leads.set(item.action.id, { ...this.#madeAt(item), house, statuses: [] })
  }

  async setLeadStatus(at: number, pick: number, status: LeadStatus): Promise<void> {
    const tab = await this.#tab(at)
    const [leadId, lead] = pickFrom([...this.work.leads], pick) ?? []
    if (!leadId || !lead) return
    const unsent = tab.outbox.state().items.some(({ action }) => action.id === leadId)
    await tab.outbox.add(this.#item('STATUS', { dependsOn: unsent ? [leadId] : [], status: { leadId, status } }))
    lead.statuses.push(status)
  }

  /** Starts a session, or ends the one that is open. */
  async toggleSession(at: number): Promise<void> {
    const tab = await this.#tab(at)
    const sessionId = this.#sessionId
    const item = sessionId
      ? this.#item('SESSION_END', { sessionEnd: { sessionId } })
      : this.#item('SESSION_START', { sessionStart: {} })
    await tab.outbox.add(item)
    this.#sessionId = sessionId ? undefined : item.action.id
    this.work.sessions.set(sessionId ?? item.action.id, { isEnded: Boolean(sessionId) })
  }

  /** Sends from these tabs at once, without a lock between them. */
  async flush(tabs: readonly number[], faultsOfTabs: readonly (readonly Fault[])[]): Promise<void> {
    for (const [index, at] of tabs.entries()) this.#tabs[at]!.connection.plan(faultsOfTabs[index] ?? [])
    await Promise.all(tabs.map((at) => this.#tabs[at]!.outbox.flush()))
    for (const at of tabs) this.#tabs[at]!.connection.plan([])
  }

  /** Ends a tab in the middle of a request, if it has something to send, and opens it again. */
  async crash(at: number, kind: Crash): Promise<void> {
    const { connection, outbox } = this.#tabs[at]!
    await Promise.race([connection.crashAtNextRequest(kind), outbox.flush()])
    this.#tabs[at] = this.#openTab()
  }

  /** Requests on which the client has given up arrive at the server, while the rep goes on. */
  deliverLate(): void {
    this.#connection.deliverLate()
  }

  /** Sends everything, and lets delayed requests arrive. Resolves to what could not be sent. */
  async finish(): Promise<unknown[]> {
    await this.#connection.settled()
    this.#tabs[0] = this.#openTab()
    await this.flush([0], [])
    this.deliverLate()
    await this.#connection.settled()
    return this.#tabs[0].outbox.state().items.map(({ action, refusal, lastError }) => ({ action, refusal, lastError }))
  }

  #openTab(): Tab {
    const connection = this.#connection.createFetch()
    const headers = { authorization: `Bearer ${this.#rep.token}` }
    const link = new HttpLink({ uri: `${this.#url}/graphql`, fetch: connection.fetch, headers })
    const client = new ApolloClient({ cache: createCache(), link })
    const outbox = new Outbox(this.#name)
    const rejectRest = () => Promise.reject(new Error('Nothing here uses REST.'))
    outbox.setSender(createSyncSender(client, rejectRest))
    return { outbox, connection, propertyIds: new Map(), lastKnock: undefined }
  }

  /** The tab, once it shows what the device has stored: nobody acts between a change in the other tab and its message. */
  async #tab(at: number): Promise<Tab> {
    const tab = this.#tabs[at]!
    const stored = (await outboxStore(this.#name).read())
      .filter(isWaiting)
      .map(({ seq }) => seq)
      .join()
    const isCurrent = () =>
      tab.outbox.state().isLoaded &&
      tab.outbox
        .state()
        .items.map(({ seq }) => seq)
        .join() === stored
    await new Promise<void>((resolve) => {
      tab.outbox.subscribe(() => isCurrent() && resolve())
      if (isCurrent()) resolve()
    })
    return tab
  }

  /** The house's id, with the item that saves it if this tab knows of none. */
  #propertyAt({ outbox, propertyIds }: Tab, house: House, madeFor?: string) {
    if ('id' in house) return { propertyId: house.id, dependsOn: [], made: [] }
    const { newProperty } = house
    const pending = pendingProperties(outbox.state().items)
    const remembered = propertyIds.get(house)
    const knownId =
      (remembered && outbox.savedPropertyId(remembered)) ??
      pending.find(({ property }) => property.lat === newProperty.lat && property.lng === newProperty.lng)?.id
    const id = knownId ?? uuidv7()
    propertyIds.set(house, id)
    const maker = knownId ? makerOf(outbox.state().items, knownId) : id
    const item = this.#item('PROPERTY', { id, property: { ...newProperty, id } })
    return {
      propertyId: id,
      dependsOn: maker ? [maker] : [],
      made: knownId ? [] : [{ ...item, propertyId: id, madeFor }],
    }
  }

  #withdrawalOf({ outbox }: Tab, knockId: string): NewOutboxItem {
    const knock = outbox.state().items.find(({ action }) => action.id === knockId)
    const item = this.#item('WITHDRAWAL', { dependsOn: knock ? [knockId] : [], withdrawal: { knockId } })
    return { ...item, propertyId: knock?.propertyId }
  }

  #item(kind: OutboxAction['kind'], action: Partial<OutboxAction>): NewOutboxItem {
    const occurredAt = new Date(Date.now() + this.clockHours * 3_600_000).toISOString()
    return { title: 'Sample', action: { id: uuidv7(), ...action, kind, occurredAt } }
  }

  #recordKnock(item: NewOutboxItem, house: House): void {
    const { outcome, note = null } = item.action.knock!
    const made = { ...this.#madeAt(item), house, outcome, note, sessionId: item.sessionId, isUndone: false }
    this.work.knocks.set(item.action.id, made)
  }

  #madeAt = ({ action }: NewOutboxItem) => ({ occurredAt: new Date(action.occurredAt), madeAt: new Date() })
}

/** One of the things, whichever number is picked; undefined of none. */
const pickFrom = <T>(things: readonly T[], pick: number): T | undefined => things[pick % things.length]
