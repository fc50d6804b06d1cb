import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { cellOf } from '../../api/domain/cells.ts'
import { pointKey } from '../../api/domain/point.ts'

export interface SeededLead {
  id: string
  property_id: string
  number: number
  address: string
  ownerName: string | null
  ownerAddress: string | null
  unconfirmed: boolean
  tag: string
  priority: string
  status: string
}

const tags = ['storm', 'gutter', 'shingle', 'concrete']
/** Real-world names that must not break a letter. */
const owners = [
  (n: number) => `Sample Owner ${n}`,
  (n: number) => `Sample & Sons <${n}> "Roofs"`,
  (n: number) => `דוגמה ${n} שלום`,
  (n: number) => `Sample 🏠👩‍👧 ${n}`,
  (n: number) => `مثال ${n}`,
  (n: number) => `Zoë Łukasz Ñandú ${n}`,
]

/**
 * Inserts leads of a rep without events, the last one newest. Every 100th is unconfirmed, every 50th has no owner,
 * every 20th no mailing address.
 */
export async function seedLeads(
  ownerUrl: string,
  { tenantId, repId, count, tag }: { tenantId: string; repId: string; count: number; tag?: string },
): Promise<SeededLead[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const leads = Array.from({ length: count }, (_, n): SeededLead & Record<string, unknown> => {
    const point = { lat: 41 + Math.floor(n / 1_000) / 100, lng: -90 + (n % 1_000) / 5_000 }
    return {
      id: randomUUID(),
      property_id: randomUUID(),
      number: n,
      address: `${n + 1} Seeded Sample Way`,
      ownerName: n % 50 === 49 ? null : owners[n % owners.length]!(n),
      ownerAddress: n % 20 === 19 ? null : `PO Box ${n}, Sampleton, IN 46000`,
      unconfirmed: n % 100 === 99,
      tag: tag ?? tags[n % tags.length]!,
      priority: n % 5 === 0 ? 'high' : 'normal',
      status: (['new', 'contacted', 'completed'] as const)[n % 3]!,
      ...point,
      cell: `${cellOf(point)}`,
      point5: pointKey(point, 5),
      point6: pointKey(point, 6),
    }
  })
  try {
    for (let at = 0; at < leads.length; at += 5_000) {
      await client.query('begin')
      await client.query(
        `insert into properties (tenant_id, id, address, street_number, street_name, city, state, zip_code, lat, lng, cell, point5, point6,
           owner_name, owner_address, unconfirmed, neighborhood, assigned_to, created_by)
         select $1, d.property_id, d.address, (d.number + 1)::text, 'Seeded Sample Way', 'Sampleton', 'IN', '46000', d.lat, d.lng, d.cell,
           d.point5, d.point6, d."ownerName", d."ownerAddress", d.unconfirmed, 'Sample Park', $2, $2
         from jsonb_to_recordset($3) as d (property_id uuid, number int, address text, lat float8, lng float8, cell bigint, point5 text,
           point6 text, "ownerName" text, "ownerAddress" text, unconfirmed boolean)`,
        [tenantId, repId, JSON.stringify(leads.slice(at, at + 5_000))],
      )
      await client.query(
        `insert into leads (tenant_id, id, property_id, tag, priority, status, rep_id, created_at, template_data)
         select $1, d.id, d.property_id, d.tag, d.priority, d.status, $2,
           timestamptz '2026-01-01' + d.number * interval '1 minute', jsonb_build_object('gate_code', 'G' || d.number)
         from jsonb_to_recordset($3) as d (id uuid, property_id uuid, number int, tag text, priority text, status text)`,
        [tenantId, repId, JSON.stringify(leads.slice(at, at + 5_000))],
      )
      await client.query('commit')
    }
  } finally {
    await client.end()
  }
  return leads
}
