import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open, readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { ClientBase } from 'pg'
import { z } from 'zod'

/** Where the anchors are written, and the file of the private key that signs them. Neither is in the database. */
export interface AnchorSettings {
  file: string
  keyFile: string
}

const anchorShape = z.strictObject({
  tenantId: z.uuid(),
  position: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime(),
  signature: z.base64(),
})

/** The head of a tenant's log at a time, signed with a key that the owner of the database does not have. */
export type Anchor = z.infer<typeof anchorShape>

/** The anchors of a file, oldest first, and what is wrong with its lines. */
export interface AnchorFile {
  byTenant: Map<string, Anchor[]>
  faults: string[]
}

/** A log contradicts an anchor that was signed before, so that its head was not signed. */
export class ContradictedAnchor extends Error {
  override name = 'ContradictedAnchor'
}

/** How many contradictions an error names. */
const maxNamed = 10

/** Runs a statement within the caller's transaction, as `porchlight_platform`. */
type Query = <T>(sql: string, parameters: unknown[]) => Promise<T[]>

/**
 * Appends an anchor for every log that has new events since its last anchor in the file, and returns their number. Other
 * processes wait until the caller's transaction ends, so that the positions in the file never go back. Throws if the key
 * file cannot be read, and `ContradictedAnchor` if a log is shorter than its last anchor or has another hash there: such a log
 * gets no anchor, the others do.
 */
export async function writeAnchors(query: Query, { file, keyFile }: AnchorSettings, now: Date): Promise<number> {
  const key = createPrivateKey(await readFile(keyFile))
  // All processes run this on the coordinator of a distributed database, because the transaction writes no log.
  await query(`select pg_advisory_xact_lock(hashtextextended('porchlight anchors', 0))`, [])
  const heads = await query<{ tenantId: string; position: string; hash: string }>(
    `select tenant_id as "tenantId", position, encode(hash, 'hex') as hash from activity_heads
     where position > 0 order by tenant_id`,
    [],
  )
  const byTenant = existsSync(file)
    ? (await readAnchors(file, createPublicKey(key))).byTenant
    : new Map<string, Anchor[]>()
  const lines: string[] = []
  const contradictions: string[] = []
  for (const { tenantId, hash, position: text } of heads) {
    const position = Number(text)
    const last = byTenant.get(tenantId)?.at(-1)
    byTenant.delete(tenantId)
    if (last?.position === position && last.hash === hash) continue
    const found = last?.position === position ? hash : last && (await hashAt(query, last))
    const contradiction = last && describeContradiction(last, position, found ?? null)
    if (contradiction) contradictions.push(`${tenantId}: ${contradiction}`)
    else {
      const body = { tenantId, position, hash, at: now.toISOString() }
      lines.push(JSON.stringify({ ...body, signature: sign(null, signedBytes(body), key).toString('base64') }))
    }
  }
  // What is left has anchors and no log any more.
  for (const [tenantId, anchors] of byTenant)
    contradictions.push(`${tenantId}: ${describeContradiction(anchors.at(-1)!, 0, null)}`)
  if (lines.length > 0) await appendDurably(file, `${lines.join('\n')}\n`)
  if (contradictions.length > 0)
    throw new ContradictedAnchor(
      `${contradictions.length} of the logs contradict their anchors and were not signed. ${contradictions.slice(0, maxNamed).join('; ')}. Run npm run log:verify with --anchors.`,
    )
  return lines.length
}

/**
 * Reads a file of anchors. A line that is damaged, has an invalid signature or a position before an earlier one is a fault and
 * not an anchor.
 */
export async function readAnchors(file: string, publicKey: KeyObject): Promise<AnchorFile> {
  const byTenant = new Map<string, Anchor[]>()
  const faults: string[] = []
  let lineNumber = 0
  for await (const line of createInterface({ input: createReadStream(file) })) {
    lineNumber += 1
    const anchor = parseAnchor(line)
    if (!anchor) faults.push(`line ${lineNumber} of the anchors is not an anchor`)
    else if (!verify(null, signedBytes(anchor), publicKey, Buffer.from(anchor.signature, 'base64')))
      faults.push(`the signature of line ${lineNumber} of the anchors is invalid`)
    else {
      const earlier = byTenant.get(anchor.tenantId) ?? []
      if (anchor.position < (earlier.at(-1)?.position ?? 0))
        faults.push(`line ${lineNumber} of the anchors goes back to position ${anchor.position}`)
      earlier.push(anchor)
      byTenant.set(anchor.tenantId, earlier)
    }
  }
  return { byTenant, faults }
}

/** The hash of the event at the position of an anchor; null if the log has no such event. */
async function hashAt(query: Query, { tenantId, position }: Anchor): Promise<string | null> {
  const [event] = await query<{ hash: string }>(
    `select encode(hash, 'hex') as hash from activity_events where tenant_id = $1 and position = $2`,
    [tenantId, position],
  )
  return event?.hash ?? null
}

/** How a log whose head is at `head` and whose event at the anchor has the hash `found` contradicts the anchor; null if it does not. */
function describeContradiction({ position, hash, at }: Anchor, head: number, found: string | null): string | null {
  if (found === hash) return null
  const anchor = `the anchor of ${at} has hash ${hash}`
  if (found !== null)
    return `the log up to position ${position} differs from its anchor: its event there has hash ${found}, ${anchor}`
  const end = head < position ? `the log ends at position ${head}` : 'the log goes on'
  return `the anchored event at position ${position} is missing: ${end}, ${anchor}`
}

/** What differs between the anchors of a tenant and its log. `client` connects as the owner. */
export async function compareWithAnchors(client: ClientBase, anchors: readonly Anchor[]): Promise<string[]> {
  if (anchors.length === 0) return []
  await client.query('begin')
  try {
    await client.query('set local role porchlight_platform')
    const { rows } = await client.query<{ position: string; found: string | null; head: string }>(
      `select a.position, encode(e.hash, 'hex') as found,
         coalesce((select h.position from activity_heads h where h.tenant_id = $1), 0) as head
       from unnest($2::bigint[], $3::text[]) as a (position, hash)
       left join activity_events e on e.tenant_id = $1 and e.position = a.position
       where encode(e.hash, 'hex') is distinct from a.hash order by a.position limit 1`,
      [anchors[0]!.tenantId, anchors.map(({ position }) => position), anchors.map(({ hash }) => hash)],
    )
    return rows.flatMap(({ position, found, head }) => {
      const anchor = anchors.find((one) => one.position === Number(position) && one.hash !== found)!
      return describeContradiction(anchor, Number(head), found) ?? []
    })
  } finally {
    await client.query('rollback')
  }
}

/** Creates the private key unless the file exists. Returns the public key in PEM format. */
export async function createAnchorKey(keyFile: string): Promise<string> {
  if (!existsSync(keyFile)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  }
  return createPublicKey(await readFile(keyFile)).export({ type: 'spki', format: 'pem' }) as string
}

function parseAnchor(line: string): Anchor | null {
  try {
    return anchorShape.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/** The prefix keeps a signature from being valid for anything else. */
function signedBytes({ tenantId, position, hash, at }: Omit<Anchor, 'signature'>): Buffer {
  return Buffer.from(`porchlight anchor 1\n${JSON.stringify([tenantId, position, hash, at])}`)
}

async function appendDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'a')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
