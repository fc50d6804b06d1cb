import type pg from 'pg'

/** The kinds of things that have an id. */
export const idKinds = {
  lead: ['leads', 'id'],
  template: ['templates', 'id'],
  photo: ['photos', 'id'],
  savedView: ['saved_views', 'id'],
  session: ['knock_sessions', 'id'],
  knock: ['knocks', 'event_id'],
  tenant: ['tenants', 'id'],
  user: ['users', 'id'],
  apiKey: ['api_keys', 'id'],
  job: ['jobs', 'id'],
  parcel: ['parcels', 'parcel_id'],
  property: ['properties', 'id'],
} as const

export type IdKind = keyof typeof idKinds

const patterns: [RegExp, IdKind][] = [
  [/template/i, 'template'],
  [/photo/i, 'photo'],
  [/view/i, 'savedView'],
  [/job/i, 'job'],
  [/session/i, 'session'],
  [/knock|event/i, 'knock'],
  [/tenant|compan/i, 'tenant'],
  [/key/i, 'apiKey'],
  [/parcel|regrid/i, 'parcel'],
  [/user|rep|assign|member|actor/i, 'user'],
  [/lead/i, 'lead'],
]

/** The kind of thing that an id of this name means: 'leadId' says it itself, 'id' is what the operation is about. */
export function idKindOf(name: string, operation: string): IdKind {
  const find = (text: string) => patterns.find(([pattern]) => pattern.test(text))?.[1]
  return find(name) ?? (/propert|house|door/i.test(name) ? 'property' : (find(operation) ?? 'property'))
}

/** Ids of the newest rows of every kind, so that requests act on what earlier ones created. */
export async function readNewestIds(client: pg.Client): Promise<Record<IdKind, string[]>> {
  const newest = Object.entries(idKinds).map(
    ([kind, [table, column]]) =>
      `(select '${kind}' as kind, ${column}::text as id from ${table} order by ${column} desc limit 8)`,
  )
  const { rows } = await client.query<{ kind: IdKind; id: string }>(newest.join(' union all '))
  const ids = Object.fromEntries(Object.keys(idKinds).map((kind) => [kind, [] as string[]])) as Record<IdKind, string[]>
  for (const { kind, id } of rows) ids[kind].push(id)
  return ids
}
