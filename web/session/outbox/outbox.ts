import {
  dependenciesOf,
  type NewOutboxItem,
  newPropertyOf,
  nextBatch,
  type OutboxItem,
  withDependents,
  withMadeFor,
  withdrawnKnockId,
  withPropertyId,
} from './outboxItems.ts'
import { sendErrorReport } from '../../lib/errorReports.ts'
import { retryDelayMs } from '../../lib/retryDelay.ts'
import { type OutboxSender, refusalOf, SendError, type SendResult } from './outboxSender.ts'
import { isWaiting, type OutboxStore, outboxStore } from './outboxStore.ts'

/** What the user sees of the sending. */
export interface OutboxState {
  items: readonly OutboxItem[]
  /** What forms are sending by themselves, in this tab. */
  direct: readonly OutboxItem[]
  /** What the server has since less than a day. */
  sent: readonly OutboxItem[]
  /** Ids of the items of the request that is running in this tab. */
  sending: ReadonlySet<string>
  /** When the last attempt failed, and when the next one is due, in milliseconds; undefined after a success. */
  failedAt: number | undefined
  retryAt: number | undefined
  /** Whether the items have been read. */
  isLoaded: boolean
}

/** At most this many actions in one request (design §11). */
const MAX_BATCH_SIZE = 200
/** After this many requests with the item alone at which the server failed, it moves aside. */
const MAX_SERVER_FAILURES = 3

/** What was sent is kept this long: an older answer on this device does without it. */
const SENT_MS = 86_400_000

const NOTHING: ReadonlySet<string> = new Set()

/**
 * What the user did on this device and the server has not confirmed, in order. It survives a reload, a lost connection,
 * the end of the session and of the browser. All tabs show the same items, and one of them sends.
 */
export class Outbox {
  #state: OutboxState = {
    items: [],
    direct: [],
    sent: [],
    sending: NOTHING,
    failedAt: undefined,
    retryAt: undefined,
    isLoaded: false,
  }
  #sender: OutboxSender | undefined
  #onSender: (() => void)[] = []
  #flushing: Promise<void> | undefined
  #flushRequested = false
  /** Failed attempts since the last success. */
  #failures = 0
  readonly #direct = new Set<Promise<void>>()
  readonly #listeners = new Set<() => void>()
  readonly #savedIds = new Map<string, string>()
  readonly #store: OutboxStore
  readonly #channel: BroadcastChannel | undefined

  constructor(readonly name: string) {
    this.#store = outboxStore(name)
    if ('BroadcastChannel' in globalThis) {
      this.#channel = new BroadcastChannel(`porchlight.outbox.${name}`)
      this.#channel.addEventListener('message', () => void this.#reload())
    }
    void this.#reload()
    void this.#store.removeSent(Date.now() - SENT_MS).catch(() => undefined)
  }

  readonly state = (): OutboxState => this.#state

  readonly subscribe = (onChange: () => void): (() => void) => {
    this.#listeners.add(onChange)
    return () => this.#listeners.delete(onChange)
  }

  /**
   * Stores the items. Rejects if the device cannot store them; then nothing was kept. One with `attempts` may be on the server.
   */
  async add(...items: (NewOutboxItem & { attempts?: number })[]): Promise<void> {
    await this.#store.add(items)
    // Without a connection the items may stay for long. A browser that runs out of room then keeps them.
    if (!navigator.onLine) void navigator.storage?.persist?.().catch(() => undefined)
    await this.#changed()
  }

  /**
   * Shows an item while `send` sends it, without storing it, and afterwards like one that was sent. Resolves to the answer,
   * whose extension `position` is that of the item, and rejects as `send` does; then nothing is shown.
   */
  async sendDirectly<Answer>(item: NewOutboxItem, send: () => Promise<Answer>): Promise<Answer> {
    const shown: OutboxItem = {
      ...item,
      seq: Number.MAX_SAFE_INTEGER,
      ...{ outboxName: this.name, attempts: 1, serverFailures: 0 },
    }
    this.#setState({ direct: [...this.#state.direct, shown] })
    const answered = send()
    const ended = answered.then(
      async (answer) => {
        const position = (answer as { extensions?: { position?: number } } | undefined)?.extensions?.position
        // If the device cannot store the item, answers from before its position do not show it.
        if (position !== undefined)
          await this.#store.add([{ ...item, position, sentAt: Date.now() }]).catch(() => undefined)
      },
      () => undefined,
    )
    this.#direct.add(ended)
    await ended
    this.#direct.delete(ended)
    await this.#changed(() => ({ direct: this.#state.direct.filter((other) => other !== shown) }))
    return answered
  }

  /** Resolves when nothing is being sent, and nothing more can be. */
  async settle(): Promise<void> {
    await Promise.all([this.flush(), ...this.#direct])
  }

  /**
   * Removes an item that was never in a request, with those that depend on it. Resolves to false if the server may have it
   * or it is gone.
   */
  async cancel(id: string): Promise<boolean> {
    const cancelled = await this.#store.update((items) => {
      const removed = withMadeFor(items, withDependents(items, id), id)
      const isUnsent = removed.some(({ action }) => action.id === id) && removed.every(({ attempts }) => attempts === 0)
      return { remove: isUnsent ? removed.map(({ seq }) => seq) : [], result: isUnsent }
    })
    await this.#changed()
    return cancelled
  }

  /** Removes an item and those that depend on it, whether or not the server has them. */
  async discard(id: string): Promise<void> {
    await this.#store.update((items) => ({
      remove: withDependents(items, id).map(({ seq }) => seq),
      result: undefined,
    }))
    await this.#changed()
  }

  /**
   * Removes the items whose property or action matches, with their notes and photos, whether or not the server has them. Resolves to how many of
   * them waited.
   */
  async forget(matches: (value: unknown) => boolean): Promise<number> {
    const count = await this.#store.removeMatching(({ propertyId, action }) => matches([propertyId, action]))
    await this.#changed()
    return count
  }

  /** Sends a refused item again, as `edit` returns it. */
  async retry(id: string, edit: (item: OutboxItem) => OutboxItem = (item) => item): Promise<void> {
    await this.#store.update((items) => ({
      put: items
        .filter(({ action }) => action.id === id)
        .map((item) => ({ ...edit(item), refusal: undefined, serverFailures: 0 })),
      result: undefined,
    }))
    await this.#changed()
    await this.flush()
  }

  /**
   * Changes an item that was never in a request. Resolves to false, and changes nothing, if the server may have it or it
   * is gone.
   */
  async amend(id: string, edit: (item: OutboxItem) => OutboxItem): Promise<boolean> {
    const amended = await this.#store.update((items) => {
      const item = items.find(({ action, attempts }) => action.id === id && attempts === 0)
      return { put: item ? [edit(item)] : [], result: item !== undefined }
    })
    await this.#changed()
    return amended
  }

  /**
   * The id under which a property of this outbox was saved on the server: its own, or that of the property which somebody
   * else had saved there. Undefined unless this tab has sent it.
   */
  savedPropertyId(id: string): string | undefined {
    return this.#savedIds.get(id)
  }

  /** Sets or removes the sender of this tab. */
  setSender(sender: OutboxSender | undefined): void {
    this.#sender = sender
    if (sender) for (const arrived of this.#onSender.splice(0)) arrived()
  }

  /** Like `flush`, but waits for the sender, which this tab loads after its screens. A quick form can be earlier. */
  async flushBySender(): Promise<void> {
    if (!this.#sender) await new Promise<void>((resolve) => this.#onSender.push(resolve))
    await this.flush()
  }

  /**
   * Sends everything that can be sent, and resolves when nothing more can be. Only one tab sends at a time; the others
   * wait for it and then find nothing left. Resolves at once without a sender.
   */
  flush(): Promise<void> {
    this.#flushRequested = Boolean(this.#flushing)
    this.#flushing ??= this.#flushUntilIdle().finally(() => {
      this.#flushing = undefined
    })
    return this.#flushing
  }

  async #flushUntilIdle(): Promise<void> {
    do {
      this.#flushRequested = false
      if (!this.#sender) return
      await exclusively(`porchlight.outbox.${this.name}`, () => this.#sendAll()).catch((error: unknown) => {
        // The device's storage failed. The items are still there, and the next flush tries again.
        // oxlint-disable-next-line no-console -- the debug console shows it
        console.error(error)
        sendErrorReport(error)
        this.#fail()
      })
      // After a failure the next attempt is due at `retryAt`.
    } while (this.#flushRequested && this.#state.failedAt === undefined)
  }

  async #sendAll(): Promise<void> {
    let size = MAX_BATCH_SIZE
    for (;;) {
      const sender = this.#sender
      if (!sender) return
      const batch = nextBatch((await this.#store.read()).filter(isWaiting), size)
      if (batch.length === 0) return this.#succeed()
      try {
        await this.#send(sender, batch)
        size = MAX_BATCH_SIZE
      } catch (error) {
        if (!(error instanceof SendError)) throw error
        const isItemsFault = error.kind === 'server'
        if (isItemsFault && batch.length > 1) {
          // One of them may fail each time. Smaller requests find it, and let the others pass.
          size = Math.ceil(batch.length / 2)
          continue
        }
        const movedAside = await this.#recordFailure(batch, error, isItemsFault)
        if (!movedAside) return this.#fail()
        size = MAX_BATCH_SIZE
      } finally {
        this.#setState({ sending: NOTHING })
      }
    }
  }

  async #send(sender: OutboxSender, batch: readonly OutboxItem[]): Promise<void> {
    const ids = new Set(batch.map(({ action }) => action.id))
    // Counted before the request, so that a tab that ends meanwhile leaves a trace that the server may have the items.
    const sent = await this.#store.update((items) => {
      const put = items
        .filter((item) => ids.has(item.action.id) && !item.refusal)
        .map((item) => ({ ...item, attempts: item.attempts + 1 }))
      return { put, result: put }
    })
    await this.#changed()
    this.#setState({ sending: ids })
    const [first] = sent
    if (!first) return
    if (first.photos) {
      const change = await sender.upload(first)
      await this.#store.update((items) => ({
        put: items.filter(({ seq }) => seq === first.seq).map((item) => ({ ...item, ...change })),
        result: undefined,
      }))
      await this.#changed()
      return
    }
    const results = new Map((await sender.send(sent)).map((result) => [result.id, result]))
    if (sent.some(({ action }) => !results.has(action.id))) throw new SendError('server', 'The answer is incomplete.')
    await this.#settle(sender, sent, results)
  }

  async #settle(
    sender: OutboxSender,
    sent: readonly OutboxItem[],
    results: ReadonlyMap<string, SendResult>,
  ): Promise<void> {
    const resultOf = ({ action }: OutboxItem) => results.get(action.id)!
    const applied = sent.filter((item) => resultOf(item).outcome !== 'REFUSED')
    const allRefused = sent.filter((item) => resultOf(item).outcome === 'REFUSED')
    // First, because it throws without a connection. Everything is then sent again.
    const replaced = new Set<OutboxItem>()
    for (const item of allRefused)
      if (await this.#replaceByWhatIsSaved(sender, item, resultOf(item))) replaced.add(item)
    for (const item of applied) {
      const id = newPropertyOf(item)?.id
      if (id) this.#savedIds.set(String(id), String(id))
    }
    sender.onApplied(applied)
    // An item waits while what it depends on is in the list of what needs attention.
    const refused = allRefused.filter(
      (item) =>
        !replaced.has(item) &&
        (resultOf(item).code !== 'DEPENDENCY_REFUSED' ||
          !allRefused.some(({ action }) => dependenciesOf(item).includes(action.id))),
    )
    await this.#store.update((items) => {
      const done = new Set(applied.map(({ action }) => action.id))
      const refusedIds = new Set(refused.map(({ action }) => action.id))
      // Nothing is left to do for a knock that was refused and withdrawn.
      for (const item of items) {
        const knockId = withdrawnKnockId(item)
        if (knockId && refusedIds.has(knockId)) done.add(item.action.id).add(knockId)
      }
      const sentAt = Date.now()
      const put = items.flatMap((item): OutboxItem[] => {
        const result = results.get(item.action.id)
        if (result && result.outcome !== 'REFUSED' && result.position != null)
          return [{ ...item, position: result.position, sentAt, status: result.status }]
        return result && refusedIds.has(result.id) && !done.has(result.id)
          ? [{ ...item, refusal: refusalOf(result) }]
          : []
      })
      const kept = new Set(put.map(({ seq }) => seq))
      return {
        remove: items.filter(({ action, seq }) => done.has(action.id) && !kept.has(seq)).map(({ seq }) => seq),
        put,
        result: undefined,
      }
    })
    await this.#changed()
  }

  /** If somebody else saved the property meanwhile, what belongs to it goes there. Resolves to whether it does. */
  async #replaceByWhatIsSaved(sender: OutboxSender, item: OutboxItem, result: SendResult): Promise<boolean> {
    const { propertyId } = item
    if (result.code !== 'CONFLICT' || !newPropertyOf(item) || !propertyId) return false
    const saved = await sender.findSavedProperty(item)
    if (!saved || saved === propertyId) return false
    this.#savedIds.set(propertyId, saved)
    await this.#store.update((items) => {
      const there = items.filter((other) => other.propertyId === propertyId)
      return {
        put: there.map((other) => ({ ...withPropertyId(other, propertyId, saved), refusal: undefined })),
        remove: there.filter(({ action }) => action.kind === 'PROPERTY').map(({ seq }) => seq),
        result: undefined,
      }
    })
    return true
  }

  async #recordFailure(batch: readonly OutboxItem[], error: SendError, isItemsFault: boolean): Promise<boolean> {
    const ids = new Set(batch.map(({ action }) => action.id))
    const movedAside = await this.#store.update((items) => {
      const put = items
        .filter(({ action }) => ids.has(action.id))
        .map((item): OutboxItem => {
          const serverFailures = item.serverFailures + (isItemsFault ? 1 : 0)
          const refusal =
            serverFailures >= MAX_SERVER_FAILURES ? { code: 'INTERNAL', message: error.message } : undefined
          return { ...item, serverFailures, lastError: error.message, refusal: refusal ?? item.refusal }
        })
      return { put, result: isItemsFault && put.every(({ refusal }) => refusal !== undefined) }
    })
    await this.#changed()
    return movedAside
  }

  #succeed(): void {
    this.#failures = 0
    this.#setState({ failedAt: undefined, retryAt: undefined })
  }

  #fail(): void {
    const now = Date.now()
    const retryAt = now + retryDelayMs(++this.#failures)
    this.#setState({ failedAt: now, retryAt })
  }

  async #changed(change = (): Partial<OutboxState> => ({})): Promise<void> {
    this.#channel?.postMessage('changed')
    await this.#reload(change)
  }

  async #reload(change = (): Partial<OutboxState> => ({})): Promise<void> {
    try {
      const all = await this.#store.read()
      const sent = all.filter(({ sentAt }) => sentAt !== undefined && sentAt > Date.now() - SENT_MS)
      this.#setState({ ...change(), items: all.filter(isWaiting), sent, isLoaded: true })
    } catch {
      // Without storage there is nothing to show. `add` says so.
      this.#setState({ ...change(), isLoaded: true })
    }
  }

  #setState(change: Partial<OutboxState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/**
 * Runs `work` while no other tab runs work of this name. Where the browser has no locks, tabs may overlap; the server ignores
 * repeats.
 */
async function exclusively(name: string, work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(name, work)
  else await work()
}

const outboxes = new Map<string, Outbox>()

/** The outbox of this name, shared by everything in this tab. */
export function sharedOutbox(name: string): Outbox {
  const outbox = outboxes.get(name) ?? new Outbox(name)
  outboxes.set(name, outbox)
  return outbox
}
