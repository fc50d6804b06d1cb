import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectLive, type Live } from '../api/live/live.ts'
import { watchView, type SharedViews } from '../api/live/sharedView.ts'
import { createTestEnvironment } from '../tests/support/testEnvironment.ts'
import { cpuSeconds, cpuSecondsWithChildren } from './cpu.ts'
import { formatValue, type Row } from './table.ts'

const processCount = 100
const tenantCount = 10_000
const processesPerTenant = 3
const announcementsPerSecond = 2_000
const runMs = 25_000
const tickMs = 10
/** The share of announcements that are lost, as by processes that end between a commit and its hint. */
const lostShare = 0.001
/** How long it takes at most until a lost hint is noticed. */
const healMs = 20_000
/** What every process did before hints went to one tenant only: it read every view again after this time. */
const oldPollSeconds = 15

interface Counts {
  notifications: number
  reads: number
}

/**
 * 100 instances of `connectLive` in one process, as if each was a process of its own, with 10,000 tenants that are each
 * watched on three of them: notifications and reads per second, and the time from an announcement until the view is read.
 */
export async function liveProcesses(): Promise<Row[]> {
  const environment = await createTestEnvironment()
  try {
    const tenantIds = Array.from({ length: tenantCount }, randomUUID)
    const owner = new pg.Client({ connectionString: environment.ownerUrl })
    await owner.connect()
    environment.onTeardown(() => owner.end())
    await owner.query(`insert into activity_heads (tenant_id, position, hash) select unnest($1::uuid[]), 1, ''`, [
      tenantIds,
    ])
    const counts: Counts = { notifications: 0, reads: 0 }
    const lives = Array.from({ length: processCount }, () =>
      connectLive(environment.appUrl, { onNotification: () => (counts.notifications += 1) }),
    )
    environment.onTeardown(() => Promise.all(lives.map((live) => live.close())))
    const announced = new Map<string, number>()
    const delays: number[] = []
    const onRead = (tenantId: string) => {
      counts.reads += 1
      const at = announced.get(tenantId)
      if (at !== undefined) delays.push(performance.now() - at)
    }
    const startedAt = performance.now()
    const viewCount = watchAll(lives, tenantIds, onRead)
    // Each view is read once at first, and once more when LISTEN is confirmed.
    while (counts.reads < 2 * viewCount) await sleep(50)
    const readyMs = performance.now() - startedAt

    const load = { environment, owner, lives, tenantIds, announced, counts }
    const idle = await measure(load, 0, runMs)
    delays.length = 0
    const busy = await measure(load, announcementsPerSecond, runMs)
    delays.sort((a, b) => a - b)
    const percentile = (share: number) => formatValue(delays[Math.floor(delays.length * share)] ?? NaN, 'ms')
    const latency = `${percentile(0.5)} p50, ${percentile(0.99)} p99`
    const readsBefore = counts.reads
    await sleep(healMs)
    const healedReads = counts.reads - readsBefore
    await sleep(healMs)
    const laterReads = counts.reads - readsBefore - healedReads
    const highest = await measureHighestRate(load)

    const oldPollReads = viewCount / oldPollSeconds
    const perProcess = (rate: number) => formatValue(rate / processCount, '/s')
    return [
      row('100 processes, 30,000 views: until all listen', formatValue(readyMs, 'ms')),
      row('reads without a change', formatValue(idle.reads, '/s'), `${formatValue(oldPollReads, '/s')} all to all`),
      row('announcements', formatValue(busy.announcements, '/s')),
      compare('messages received', busy.notifications, busy.announcements * processCount),
      row(
        'messages received by one process',
        perProcess(busy.notifications),
        `${formatValue(busy.announcements, '/s')} all to all`,
      ),
      compare('reads', busy.reads, busy.announcements * processesPerTenant + oldPollReads),
      row('announcement -> read of the view', latency),
      row('CPU of Node, of PostgreSQL', `${busy.nodeCores.toFixed(2)}, ${busy.databaseCores.toFixed(2)} cores`),
      row(
        'hints lost, reads that heal them',
        `${busy.lost}, ${healedReads}`,
        `${Math.round(oldPollReads * (healMs / 1_000))} all to all`,
      ),
      row('reads in the 20 s after', `${laterReads}`),
      row('highest rate of announcements', formatValue(highest.announcements, '/s')),
      row(
        'CPU of Node, of PostgreSQL at it',
        `${highest.nodeCores.toFixed(2)}, ${highest.databaseCores.toFixed(2)} cores`,
      ),
    ]
  } finally {
    await environment.teardown()
  }
}

/** Subscribes to one view of each tenant on three processes. Returns the number of views. */
function watchAll(lives: readonly Live[], tenantIds: readonly string[], onRead: (tenantId: string) => void): number {
  const sharedViews = lives.map((): SharedViews => new Map())
  for (const [n, tenantId] of tenantIds.entries())
    for (let copy = 0; copy < processesPerTenant; copy += 1) {
      const process = (n + copy * 37) % lives.length
      const services = { live: lives[process]!, sharedViews: sharedViews[process]!, now: () => new Date() }
      watchView(services, { tenantId, topic: 'leads', name: 'sample' }, async () => {
        onRead(tenantId)
        return {}
      })
    }
  return tenantIds.length * processesPerTenant
}

interface Load {
  environment: Awaited<ReturnType<typeof createTestEnvironment>>
  owner: pg.Client
  lives: readonly Live[]
  tenantIds: readonly string[]
  announced: Map<string, number>
  counts: Counts
}

interface Measured extends Counts {
  announcements: number
  lost: number
  nodeCores: number
  databaseCores: number
}

/** Commits and announces events of random tenants at the rate, on random processes. Returns rates per second. */
async function measure(load: Load, rate: number, ms: number): Promise<Measured> {
  const { environment, owner, lives, tenantIds, announced, counts } = load
  const read = () => ({
    ...counts,
    node: cpuSeconds(process.pid),
    database: cpuSecondsWithChildren(environment.database.pid),
    at: performance.now(),
  })
  const before = read()
  let [sent, lost] = [0, 0]
  while (performance.now() - before.at < ms) {
    const due = Math.floor(((performance.now() - before.at) * rate) / 1_000) - sent
    const changed = new Set(Array.from({ length: Math.min(due, 2_000) }, () => pickOf(tenantIds)))
    if (changed.size > 0)
      await owner.query('update activity_heads set position = position + 1 where tenant_id = any($1)', [[...changed]])
    for (const tenantId of changed)
      if (Math.random() < lostShare) lost += 1
      else {
        announced.set(tenantId, performance.now())
        pickOf(lives).announce(tenantId, ['LeadCreated'], 1)
      }
    sent += changed.size
    await sleep(tickMs)
  }
  // The last batches are under way.
  await sleep(1_000)
  const after = read()
  const seconds = (after.at - before.at) / 1_000
  return {
    announcements: sent / seconds,
    lost,
    notifications: (after.notifications - before.notifications) / seconds,
    reads: (after.reads - before.reads) / seconds,
    nodeCores: (after.node - before.node) / seconds,
    databaseCores: (after.database - before.database) / seconds,
  }
}

/** Doubles the rate until fewer than 90 % of the messages arrive in time, and returns the last rate at which they did. */
async function measureHighestRate(load: Load): Promise<Measured> {
  let highest: Measured | null = null
  for (let rate = announcementsPerSecond; rate <= 64_000; rate *= 2) {
    const measured = await measure(load, rate, 8_000)
    const hasArrived = measured.notifications >= 0.9 * measured.announcements * processesPerTenant
    if (highest && (!hasArrived || measured.announcements < 0.6 * rate)) return highest
    highest = measured
  }
  return highest!
}

function pickOf<T>(list: readonly T[]): T {
  return list[Math.floor(Math.random() * list.length)]!
}

function row(work: string, measured: string, baseline = ''): Row {
  return { work, measured, baseline, ratio: null, target: '', met: true }
}

/** A row that compares a rate with what it is if every process is told of everything and polls. */
function compare(work: string, rate: number, allToAll: number): Row {
  return { ...row(work, formatValue(rate, '/s'), `${formatValue(allToAll, '/s')} all to all`), ratio: rate / allToAll }
}
