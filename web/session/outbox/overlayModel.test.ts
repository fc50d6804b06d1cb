import 'fake-indexeddb/auto'
import { ApolloClient, ApolloLink, gql, type DocumentNode } from '@apollo/client'
import fc from 'fast-check'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Observable } from 'rxjs'
import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { statusAfterKnock } from '../../domain/statusAfterKnock.ts'
import type { KnockOutcome, LeadStatus } from '../../gql/graphql.ts'
import { createCache } from '../../lib/apollo.ts'
import { storedReadsLink } from '../reads/storedReadsLink.ts'
import { Outbox } from './outbox.ts'
import { type DoorState, isBehind, type NewOutboxItem, type OutboxAction } from './outboxItems.ts'
import { SendError } from './outboxSender.ts'
import { outboxStore } from './outboxStore.ts'
import { Overlay } from './overlay.ts'
import { awaitOutbox, notePositions } from './overlayLinks.ts'

// `OVERLAY_RUNS=2000 npx vitest run web/session/outbox/overlayModel.test.ts` runs this many sequences from a new seed.
const { OVERLAY_RUNS } = process.env
const runs = { numRuns: Number(OVERLAY_RUNS ?? 60), ...(OVERLAY_RUNS ? {} : { seed: 7 }) }

const rep = { id: 'riley', fullName: 'Riley Example' }
const fresh: DoorState = { status: 'NEW', lastOutcome: null, lastKnockedAt: null }

/** What somebody who looks at every screen sees. */
interface Screen {
  session?: { doors: number } | undefined
  day?: { doors: number; talks: number } | undefined
  property?: { state: DoorState; owner: string | null; knocks: readonly string[] } | undefined
  lead?: { status: LeadStatus; source: string | null; notes: readonly string[] } | undefined
}

/** What the actions amount to. The server applies it to what has arrived, and the model to everything that was done. */
function screenAfter(actions: readonly OutboxAction[]): Required<Screen> {
  const withdrawn = new Set(actions.map(({ withdrawal }) => withdrawal?.knockId))
  const knocks = actions.filter(({ kind, id }) => kind === 'KNOCK' && !withdrawn.has(id))
  const state = knocks.reduce(
    (before: DoorState, { knock, occurredAt }) => ({
      status: statusAfterKnock(knock!.outcome, before.status),
      lastOutcome: knock!.outcome,
      lastKnockedAt: occurredAt,
    }),
    fresh,
  )
  const talks = knocks.filter(({ knock }) => statusAfterKnock(knock!.outcome, 'NEW') !== 'NEW')
  const statuses = actions.flatMap(({ status }) => status?.status ?? [])
  const sources = actions.flatMap(({ leadWork }) => leadWork?.source ?? [])
  const owners = actions.flatMap(({ propertyEdit }) => propertyEdit?.ownerName ?? [])
  const notes = actions.flatMap(({ id, leadNote }) => (leadNote ? [id] : []))
  return {
    session: { doors: knocks.length },
    day: { doors: knocks.length, talks: talks.length },
    property: { state, owner: owners.at(-1) ?? null, knocks: knocks.map(({ id }) => id).toReversed() },
    lead: { status: statuses.at(-1) ?? 'NEW', source: sources.at(-1) ?? null, notes: notes.toReversed() },
  }
}

const queries = {
  session: gql`
    query Sessions {
      knockSessions(open: true) {
        id
        startedAt
        endedAt
        doors
      }
    }
  `,
  day: gql`
    query Day {
      repDay {
        timeZone
        doorsKnocked
        talks
      }
    }
  `,
  property: gql`
    query House {
      property(id: "p") {
        id
        status
        lastOutcome
        lastKnockedAt
        ownerName
        knocks {
          eventId
        }
      }
    }
  `,
  lead: gql`
    query Lead {
      lead(id: "l") {
        id
        status
        source
        notes {
          edges {
            node {
              id
            }
          }
        }
      }
    }
  `,
} satisfies Record<keyof Screen, DocumentNode>
const names = { Sessions: 'session', Day: 'day', House: 'property', Lead: 'lead' } as const

function dataOf(part: keyof Screen, screen: Required<Screen>): Record<string, unknown> {
  const session = { __typename: 'KnockSession', id: 's', startedAt: '2026-11-18T10:00:00Z', endedAt: null }
  return {
    session: { knockSessions: [{ ...session, ...screen.session }] },
    day: {
      repDay: { __typename: 'RepDay', timeZone: 'UTC', doorsKnocked: screen.day!.doors, talks: screen.day!.talks },
    },
    property: {
      property: {
        ...{ __typename: 'Property', id: 'p', ...screen.property!.state, ownerName: screen.property!.owner },
        knocks: screen.property!.knocks.map((eventId) => ({ __typename: 'Knock', eventId })),
      },
    },
    lead: {
      lead: {
        ...{ __typename: 'Lead', id: 'l', ...screen.lead },
        notes: {
          __typename: 'LeadNoteConnection',
          edges: screen.lead!.notes.map((id) => ({ __typename: 'LeadNoteEdge', node: { __typename: 'LeadNote', id } })),
        },
      },
    },
  }[part]
}

type Fault = 'none' | 'lost' | 'answerLost'

/** The server: its log, in which others write too, and what happens to the next requests. */
class Server {
  readonly #log: { action: OutboxAction | undefined; position: number }[] = []
  readonly faults: Fault[] = []
  isReachable = true

  othersWrite(): void {
    this.#log.push({ action: undefined, position: this.#log.length + 1 })
  }

  apply(action: OutboxAction): { outcome: 'APPLIED' | 'REPLAYED'; position: number } {
    const known = this.#log.find((entry) => entry.action?.id === action.id)
    if (known) return { outcome: 'REPLAYED', position: known.position }
    const position = this.#log.length + 1
    this.#log.push({ action, position })
    return { outcome: 'APPLIED', position }
  }

  /** Meets the next fault. */
  async receive<Answer>(answer: () => Answer): Promise<Answer> {
    await nextTurn()
    const fault = this.isReachable ? (this.faults.shift() ?? 'none') : 'lost'
    if (fault === 'lost') throw new TypeError('Failed to fetch')
    const given = answer()
    await nextTurn()
    if (fault === 'answerLost') throw new TypeError('Failed to fetch')
    return given
  }

  /** Begins an answer: its position is read before its data, which the returned function reads, as transactions may commit in between. */
  read(part: keyof Screen) {
    const position = this.#log.length
    return () => {
      const actions = this.#log.flatMap(({ action }) => action ?? [])
      return { data: dataOf(part, screenAfter(actions)), extensions: { position } }
    }
  }
}

/** The two tabs of a phone, whose answers arrive in any order. */
class Phone {
  readonly server = new Server()
  readonly done: OutboxAction[] = []
  readonly #name = uuidv7()
  readonly #waiting: (() => void)[] = []
  #count = 0
  /** Whether answers are read when they are asked for, and not when they arrive. */
  #readsEarly = true
  readonly tabs = [this.#openTab(), this.#openTab()]

  #openTab() {
    const outbox = new Outbox(this.#name)
    const cache = createCache()
    const overlay = new Overlay(cache)
    const close = overlay.connect(outbox, rep)
    const http = new ApolloLink(
      ({ operationName }) =>
        new Observable((observer) => {
          if (!this.server.isReachable) return observer.error(new TypeError('Failed to fetch'))
          const read = this.server.read(names[operationName as keyof typeof names])
          const early = this.#readsEarly ? read() : undefined
          this.#waiting.push(() => {
            observer.next(early ?? read())
            observer.complete()
          })
        }),
    )
    const link = [notePositions(overlay), storedReadsLink(this.#name), awaitOutbox(overlay), http]
    const client = new ApolloClient({ cache, link: ApolloLink.from(link) })
    outbox.setSender({
      send: (items) =>
        this.server
          .receive(() =>
            items.map(({ action }) => ({
              id: action.id,
              ...this.server.apply(action),
              code: null,
              message: null,
              status: null,
            })),
          )
          .catch(() => {
            throw new SendError('unreachable', 'No connection')
          }),
      upload: () => Promise.reject(new Error('No photos here.')),
      onApplied: () => undefined,
      findSavedProperty: async () => undefined,
    })
    return { outbox, cache, client, close, read: new Set<keyof Screen>() }
  }

  read(at: number, part: keyof Screen, isEarly: boolean): void {
    this.#readsEarly = isEarly
    const tab = this.tabs[at]!
    const query = { query: queries[part], fetchPolicy: 'network-only' } as const
    void tab.client.query(query).then(
      () => tab.read.add(part),
      () => undefined,
    )
  }

  /** One of the answers that are on their way arrives. */
  deliver(pick: number): void {
    const [answer] = this.#waiting.splice(this.#waiting.length > 0 ? pick % this.#waiting.length : 0, 1)
    answer?.()
  }

  async knock(at: number, outcome: KnockOutcome): Promise<void> {
    const { state } = screenAfter(this.done).property!
    await this.#add(at, { kind: 'KNOCK', knock: { propertyId: 'p', outcome, sessionId: 's' } }, state)
  }

  /** Undoes the last knock. */
  async undo(at: number): Promise<void> {
    const [id] = screenAfter(this.done).property!.knocks
    const action = this.done.find((other) => other.id === id)
    if (!id || !action) return
    const { outbox } = this.tabs[at]!
    if (await outbox.cancel(id)) return void this.done.splice(this.done.indexOf(action), 1)
    const isUnsent = outbox.state().items.some((item) => item.action.id === id)
    const { state } = screenAfter(this.done.filter((other) => other !== action)).property!
    await this.#add(at, { kind: 'WITHDRAWAL', dependsOn: isUnsent ? [id] : [], withdrawal: { knockId: id } }, state)
  }

  /** Changes the lead or the property as `useSubmit` does. */
  async change(at: number, change: Omit<OutboxAction, 'id' | 'occurredAt'>, fault: Fault): Promise<void> {
    const { outbox } = this.tabs[at]!
    const item = this.#item(change)
    this.done.push(item.action)
    if (!isBehind(outbox.state().items, item)) {
      this.server.faults.unshift(fault)
      const send = () => this.server.receive(() => ({ extensions: this.server.apply(item.action) }))
      const isSent = await outbox.sendDirectly(item, send).then(
        () => true,
        () => false,
      )
      this.server.faults.length = 0
      if (isSent) return
    }
    await outbox.add(item)
  }

  async flush(at: number, faults: readonly Fault[]): Promise<void> {
    this.server.faults.push(...faults)
    await this.tabs[at]!.outbox.flush()
    this.server.faults.length = 0
  }

  reload(at: number): void {
    const { close, outbox } = this.tabs[at]!
    close()
    outbox.setSender(undefined)
    this.tabs[at] = this.#openTab()
  }

  /** Each tab, once it knows what the device has stored, shows everything that was done. */
  async check(): Promise<void> {
    const stored = JSON.stringify(await this.#stored())
    for (const { outbox, cache, read } of this.tabs) {
      const known = () => {
        const { items, sent, isLoaded } = outbox.state()
        const all = [...items, ...sent].toSorted((one, other) => one.seq - other.seq)
        return isLoaded && JSON.stringify(all.map(describe)) === stored
      }
      while (!known()) await nextTurn()
      await nextTurn()
      const model = screenAfter(this.done)
      for (const part of read) {
        const { result } = cache.diff({ query: queries[part], optimistic: true, returnPartialData: true })
        expect(screenOf(part, result as never)).toEqual(model[part])
      }
    }
  }

  #stored = async () => (await outboxStore(this.#name).read()).map(describe)

  #item(action: Omit<OutboxAction, 'id' | 'occurredAt'>, before?: DoorState): NewOutboxItem {
    // Each at its own time of today.
    const occurredAt = new Date(Date.now() - 3_000 + (this.#count += 1)).toISOString()
    const isAtProperty = Boolean(action.knock ?? action.withdrawal)
    return {
      ...{ title: 'Sample', action: { id: uuidv7(), occurredAt, ...action } },
      ...(action.propertyEdit && { propertyId: 'p' }),
      ...(isAtProperty && { propertyId: 'p', sessionId: 's', before }),
    }
  }

  async #add(at: number, action: Omit<OutboxAction, 'id' | 'occurredAt'>, before: DoorState): Promise<void> {
    const item = this.#item(action, before)
    this.done.push(item.action)
    await this.tabs[at]!.outbox.add(item)
  }
}

const describe = ({ seq, position }: { seq: number; position?: number | undefined }) => [seq, position ?? null]

function screenOf(part: keyof Screen, data: Record<string, never>): Screen[keyof Screen] {
  if (part === 'session') return { doors: (data['knockSessions'] as unknown as { doors: number }[])[0]!.doors }
  const { doorsKnocked, talks, status, lastOutcome, lastKnockedAt, ownerName, knocks } = Object.values(data)[0] as never
  if (part === 'day') return { doors: doorsKnocked, talks }
  if (part === 'lead') {
    const { source, notes } = data['lead'] as unknown as {
      source: string | null
      notes: { edges: { node: { id: string } }[] }
    }
    return { status, source, notes: notes.edges.map(({ node }) => node.id) }
  }
  const ids = (knocks as { eventId: string }[]).map(({ eventId }) => eventId)
  return { state: { status, lastOutcome, lastKnockedAt }, owner: ownerName, knocks: ids }
}

const tab = fc.nat({ max: 1 })
const fault = fc.constantFrom<Fault>('none', 'lost', 'answerLost')
const part = fc.constantFrom<keyof Screen>('session', 'day', 'property', 'lead')
const outcome = fc.constantFrom<KnockOutcome>('NOBODY_HOME', 'TALKED', 'INTERESTED')
const status = fc.constantFrom<LeadStatus>('NEW', 'CONTACTED', 'COMPLETED')
const changeOfRecord = fc.oneof(
  status.map((chosen) => ({ kind: 'STATUS' as const, status: { leadId: 'l', status: chosen } })),
  fc
    .constantFrom('Referral', 'Sign', 'Storm list')
    .map((source) => ({ kind: 'LEAD_WORK' as const, leadWork: { leadId: 'l', source } })),
  fc
    .constantFrom('Sample Owner 0142', 'Sample Owner 0143')
    .map((ownerName) => ({ kind: 'PROPERTY_EDIT' as const, propertyEdit: { propertyId: 'p', ownerName } })),
  fc.constant({ kind: 'LEAD_NOTE' as const, leadNote: { leadId: 'l', text: 'Wants a call.' } }),
)
type Step = (phone: Phone) => Promise<void> | void
const steps = fc.array(
  fc.oneof(
    fc.tuple(tab, outcome).map(
      ([at, chosen]): Step =>
        (phone) =>
          phone.knock(at, chosen),
    ),
    tab.map(
      (at): Step =>
        (phone) =>
          phone.undo(at),
    ),
    fc.tuple(tab, changeOfRecord, fault).map(
      ([at, change, met]): Step =>
        (phone) =>
          phone.change(at, change, met),
    ),
    fc.tuple(tab, fc.array(fault, { maxLength: 2 })).map(
      ([at, met]): Step =>
        (phone) =>
          phone.flush(at, met),
    ),
    {
      weight: 2,
      arbitrary: fc.tuple(tab, part, fc.boolean()).map(
        ([at, which, isEarly]): Step =>
          (phone) =>
            phone.read(at, which, isEarly),
      ),
    },
    {
      weight: 3,
      arbitrary: fc.nat({ max: 9 }).map(
        (pick): Step =>
          (phone) =>
            phone.deliver(pick),
      ),
    },
    tab.map(
      (at): Step =>
        (phone) =>
          phone.reload(at),
    ),
    fc.boolean().map(
      (isReachable): Step =>
        (phone) =>
          void (phone.server.isReachable = isReachable),
    ),
    fc.constant((phone: Phone) => phone.server.othersWrite()),
  ),
  { minLength: 8, maxLength: 40 },
)

it('what is shown is what was done, whichever answers arrive, in which order, and in which tab', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const phone = new Phone()
      for (const step of sequence) {
        await step(phone)
        await phone.check()
      }
    }),
    runs,
  )
}, 120_000)
