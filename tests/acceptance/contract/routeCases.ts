import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { hashToken } from '../../../api/usecases/auth/sessions.ts'
import type { Json } from '../../support/client.ts'
import type { TestUser } from '../../support/testTenant.ts'
import { photoForm } from '../../support/photos.ts'
import { memberPassword, templateForm, type RouteCall, type ContractFixture } from './contractFixture.ts'

/** How to call a documented route and how to compare its response with the equivalent GraphQL operation. */
export interface RouteCase {
  /**
   * Creates what the call needs. `graphqlVariables` are those of the same GraphQL query, or of the same
   * change to another object.
   */
  call?: (fixture: ContractFixture, person: TestUser) => Promise<RouteCall & { graphqlVariables?: object }>
  /** The variables instead, after the REST call, where both change the same object. */
  graphqlCall?: (fixture: ContractFixture, person: TestUser) => Promise<object>
  /** Restores what `call` changed for other cases. */
  after?: (fixture: ContractFixture) => Promise<void>
  /** The response is a secret that differs each time. */
  isSecret?: true
  as?: 'rep' | 'anonymous' | 'new member'
  /** Converts the response to the shape that GraphQL uses. */
  toGraphql?: (body: Json) => unknown
  /** Fields with different names: REST's, then GraphQL's. */
  names?: Record<string, string>
  /** Fields that only REST has, or that GraphQL returns elsewhere. */
  restOnly?: string[]
  /** Fields that differ between two objects or two moments. */
  varying?: string[]
}

const generatedFields = [
  'id',
  'address',
  'unit',
  'property_id',
  'created_at',
  'updated_at',
  'lat',
  'lng',
  'street_number',
]
let count = 0
const savedProperty = () => ({ address: `${(count += 1)} Contract Way`, lat: 36 + count / 1_000, lng: -89 })
const account = () => ({ email: `${randomUUID()}@sample.example`, password: 'a sample password', role: 'sales_rep' })

const convertProperty = (property: Json) => ({
  ...property,
  assigned_to: property['assigned_to'] && { id: property['assigned_to'] },
})
const convertLead = ({ rep_id, assigned_to, stage_id, ...lead }: Json) => ({
  ...lead,
  rep: { id: rep_id },
  assigned_to: assigned_to && { id: assigned_to },
  stage: stage_id && { id: stage_id },
})
const convertNote = ({ lead_id: _, author_id, ...note }: Json) => ({ ...note, author: { id: author_id } })
const convertMark = ({ set_by, lifted_by, ...mark }: Json) => ({
  ...mark,
  set_by: set_by && { id: set_by },
  lifted_by: lifted_by && { id: lifted_by },
})
const convertJob = ({ created_by, import: details, counts, ...job }: Json) => ({
  ...job,
  // A job of a city's list counts other things, which GraphQL has in a field of their own.
  ...(counts !== undefined && { [job.kind === 'registry_import' ? 'registry_counts' : 'counts']: counts }),
  created_by: { id: created_by },
  import: details && { ...(details as Json), mapping: toEntries(details.mapping as Json, 'field', 'column') },
})
const convertRegistry = ({ imported_by, ...registry }: Json) => ({ ...registry, imported_by: { id: imported_by } })
const convertParcel = ({ centroid: [lng, lat], ...parcel }: Json) => ({ ...parcel, centroid: { lat, lng } })
const convertList = (convert: (item: Json) => Json) => (body: Json) => ({
  ...body,
  data: (body['data'] as Json[]).map(convert),
})
const convertData = (convert: (item: Json) => Json) => (body: Json) => convert(body['data'])
const toEntries = (map: Json, name: string, value: string) =>
  Object.entries(map).map(([key, inner]) => ({ [name]: key, [value]: inner as unknown }))

/** Only REST returns the time of the change. */
const property = { toGraphql: convertData(convertProperty), restOnly: ['updated_at'] }
/** Extra template data exists only in REST: the client has no such fields (spec §7). */
const lead = { toGraphql: convertData(convertLead), restOnly: ['template_data'] }
/** GraphQL returns the tenant's id inside the tenant, and `role` instead of the two flags. */
const user = { restOnly: ['tenant_id', 'is_admin', 'is_owner'] }
const parcelNames = { owner: 'ownerName', parcelnumb: 'parcelId' }
/** Composed of fields that GraphQL returns separately. */
const parcel = { names: parcelNames, restOnly: ['context', 'fullAddress'] }
const convertUsage = (data: Json): Json => ({
  ...data,
  by_service: Object.entries(data['by_service'] as Json).map(([service, item]) => ({ service, ...(item as Json) })),
})
const rate = { names: { service_type: 'service' }, restOnly: ['id'] }
const convertMember = ({ user: { id, name, email }, metrics, ...rest }: Json): Json => ({
  ...rest,
  user: { id, full_name: name, email },
  ...metrics,
  tags_breakdown: toEntries(metrics.tags_breakdown, 'tag', 'count'),
})
/** Sends the same read by REST and by GraphQL. */
const withId = (name: string, id: (fixture: ContractFixture) => Promise<string> | string) => ({
  call: async (fixture: ContractFixture) => {
    const found = await id(fixture)
    return { params: { id: found }, graphqlVariables: { [name]: found } }
  },
})
/** The same change to two new objects, one by REST and one by GraphQL. */
const changeTwo = (
  make: (fixture: ContractFixture) => Promise<{ id: string }>,
  more: RouteCall & { graphqlVariables?: object } = {},
) => ({
  call: async (fixture: ContractFixture) => ({
    ...more,
    params: { id: (await make(fixture)).id },
    graphqlVariables: { id: (await make(fixture)).id, ...more.graphqlVariables },
  }),
})
const newProperty = (fixture: ContractFixture) => fixture.saveProperty(fixture.rep) as Promise<{ id: string }>
/** A property with an owner that was replaced. */
const newReplacedOwner = async (fixture: ContractFixture) => {
  const { id } = await newProperty(fixture)
  const replacedId = randomUUID()
  await fixture.db.query(
    `insert into replaced_owners (tenant_id, id, property_id, owner_name, new_owner_name, new_owner_address, new_owner_source,
       new_parcel_id, replaced_at, replaced_by)
     select tenant_id, $2, id, 'Sample Before', owner_name, owner_address, owner_source, parcel_id, now(), created_by
     from properties where id = $1`,
    [id, replacedId],
  )
  return { id, replacedId }
}
/** A property with the parcel id of another one, which is far from it. */
const newMixUp = async (fixture: ContractFixture) => {
  const place = savedProperty()
  const parcel_id = `mixed-up-${count}`
  await fixture.saveProperty(fixture.rep, { ...place, parcel_id })
  const other = { lat: place.lat, lng: place.lng + 0.1, address: `${count} Other Contract Rd`, parcel_id }
  return fixture.saveProperty(fixture.rep, other) as Promise<{ id: string }>
}
/** A property without a record, beyond the last house of a street of the demo town. Returns it and the parcel id of that house. */
const newNearbyProperty = async (fixture: ContractFixture) => {
  const { rows } = await fixture.db.query(
    `select street_number as number, parcel_id as "parcelId", lat, lng from parcels
     where street_name = 'W 11th Demo St' and owner_name is not null order by street_number desc limit 1`,
  )
  const { number, parcelId, lat, lng } = rows[0] as { number: number; parcelId: string; lat: number; lng: number }
  count += 1
  const place = { lat: lat + (count % 10) / 10_000, lng, address: `${number + 1 + (count % 19)} W 11th Demo St` }
  const { id } = (await fixture.saveProperty(fixture.rep, place)) as { id: string }
  return { id, parcelId }
}
const newLead = (fixture: ContractFixture) => fixture.createLead() as Promise<{ id: string }>
const newView = async (fixture: ContractFixture) => {
  const create =
    'mutation { createSavedView(input: { list: LEADS, name: "Needs a call", query: "status=new", shared: true }) { id } }'
  return ((await fixture.execute(fixture.testTenant.owner, create)) as Json)['createSavedView'] as { id: string }
}
/** Where there is a door to take, in the company that lets its reps take doors. */
const placeToTakeDoors = async (fixture: ContractFixture) => {
  await fixture.execute(
    fixture.testTenant.owner,
    'mutation { updateCompany(input: { allowNearestDoors: true }) { id } }',
  )
  const { address, lat, lng } = savedProperty()
  await fixture.saveProperty(fixture.rep, { address, lat, lng })
  return { lat, lng }
}
/** A square of its own, without doors. */
const squareArea = () => {
  const west = -90 + (count += 1) / 1_000
  const [east, south, north] = [west + 0.0005, 30, 30.0005]
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { type: 'Polygon', coordinates: [ring] }
}
const territoryVarying = ['id', 'area', 'color', 'created_at', 'updated_at']
const newTerritory = async (fixture: ContractFixture) => {
  const create = 'mutation ($input: [CreateTerritoryInput!]!) { createTerritories(input: $input) { id } }'
  const input = [{ name: 'Sample Park', color: 'TEAL', area: squareArea() }]
  const created = (await fixture.execute(fixture.testTenant.owner, create, { input })) as Json
  return (created['createTerritories'] as { id: string }[])[0]!
}
const newPermit = async (fixture: ContractFixture): Promise<{ id: string }> => {
  const create = 'mutation ($input: PermitInput!) { savePermit(input: $input) { id } }'
  const input = { city: 'Sample City', area: squareArea(), validFrom: '2026-03-01' }
  return ((await fixture.execute(fixture.testTenant.owner, create, { input })) as Json)['savePermit'] as { id: string }
}
/** A city's list with an unsure address. */
const newRegistry = async (fixture: ContractFixture): Promise<{ id: string }> => {
  const { id: propertyId } = await newProperty(fixture)
  const id = randomUUID()
  const { tenantId, owner } = fixture.testTenant
  await fixture.db.query(
    `insert into registries (tenant_id, id, city, city_key, file_name, imported_by, created_at, saved_at, effective_from)
     values ($1, $2, 'Sample City', 'sample city|', 'list.csv', $3, now(), now(), now())`,
    [tenantId, id, owner.id],
  )
  await fixture.db.query(
    `insert into registry_entries (tenant_id, registry_id, place, row, address, match, candidates)
     values ($1, $2, 1, 2, '1 Sample St', 'unsure', $3)`,
    [tenantId, id, [propertyId]],
  )
  return { id }
}
const newPass = async (fixture: ContractFixture) => {
  const start = 'mutation ($input: StartPassInput!) { startPass(input: $input) { id } }'
  const input = { name: 'October hail', territoryIds: [(await newTerritory(fixture)).id] }
  return ((await fixture.execute(fixture.testTenant.owner, start, { input })) as Json)['startPass'] as { id: string }
}
const newOutcome = async (fixture: ContractFixture) => {
  const create = 'mutation ($name: String!) { saveOutcome(input: { name: $name, meaning: NOBODY_HOME }) { id } }'
  const name = `Outcome ${randomUUID().slice(0, 8)}`
  return ((await fixture.execute(fixture.testTenant.owner, create, { name })) as Json)['saveOutcome'] as { id: string }
}
const newInvitation = async (fixture: ContractFixture, more: object = {}) => {
  const create =
    'mutation ($input: CreateInvitationInput!) { createInvitation(input: $input) { url invitation { id } } }'
  const input = { role: 'SALES_REP', ...more }
  const made = ((await fixture.execute(fixture.testTenant.owner, create, { input })) as Json)[
    'createInvitation'
  ] as Json
  return { token: (made['url'] as string).split('/').at(-1)!, invitation: made['invitation'] as { id: string } }
}
const company = () => {
  const { role: _, ...person } = account()
  const company_name = `Sample Company ${(count += 1)}`
  return { ...person, company_name, full_name: 'Sample Founder', time_zone: 'America/Chicago' }
}
const toCompanyInput = ({ company_name, full_name, time_zone, ...rest }: ReturnType<typeof company>) => ({
  ...rest,
  companyName: company_name,
  fullName: full_name,
  timeZone: time_zone,
})
const signedInVarying = ['access_token', 'expires_at', 'id', 'email', 'name', 'company_name', 'created_at']
/** A sign-up of a company that waits for its mail to be read. */
const newSignUp = async (fixture: ContractFixture): Promise<string> => {
  const token = randomUUID()
  const { company_name, email } = company()
  await fixture.db.query(
    `insert into company_sign_ups (token_hash, company_name, time_zone, full_name, email, password_hash, created_at, expires_at)
     values ($1, $2, 'America/Chicago', 'Sample Founder', $3, 'none', now(), now() + interval '1 hour')`,
    [hashToken(token), company_name, email],
  )
  return token
}
/** The code of the set-up link, on a server that is as without a global admin. */
const newSetupCode = async (fixture: ContractFixture): Promise<string> => {
  const code = '7KQ2-M9XA-04TP'
  await fixture.db.query(`update users set demo = true where role = 'global_admin'`)
  await fixture.db.query(`delete from installation where key = 'global_admin'`)
  await fixture.db.query(
    `insert into installation values ('setup_code', to_jsonb($1::text)) on conflict (key) do update set value = excluded.value`,
    [code],
  )
  return code
}
const newMark = async (fixture: ContractFixture) => {
  const { id } = await newProperty(fixture)
  const create =
    'mutation ($propertyId: ID!) { setDoNotKnock(input: { propertyId: $propertyId, kind: FIRM, reason: "A rule" }) { id propertyId } }'
  const made = (await fixture.execute(fixture.testTenant.owner, create, { propertyId: id })) as Json
  return made['setDoNotKnock'] as { id: string; propertyId: string }
}
const newMember = (fixture: ContractFixture) => fixture.createMember()
const newSession = async (fixture: ContractFixture): Promise<string> => {
  const { token } = await fixture.signInAgain(fixture.rep)
  const { rows } = await fixture.db.query('select id from sessions where token_hash = $1', [hashToken(token)])
  return rows[0].id
}
/** Starts to set up two factors as the person, and returns the current code. */
async function startTotp(fixture: ContractFixture, person: TestUser): Promise<string> {
  const { startTotp: started } = (await fixture.execute(person, 'mutation { startTotp { secret } }')) as Json
  return new TOTP({ secret: Secret.fromBase32(started.secret as string) }).generate()
}
async function newPasswordLink(fixture: ContractFixture): Promise<string> {
  const { id: userId } = await newMember(fixture)
  const create = 'mutation ($userId: ID!) { createPasswordLink(userId: $userId) { url } }'
  const created = (await fixture.execute(fixture.testTenant.owner, create, { userId })) as Json
  return (created['createPasswordLink'].url as string).split('/').at(-1)!
}
async function addTwoFactors(fixture: ContractFixture, { id }: { id: string }): Promise<void> {
  const insert = `insert into two_factors (user_id, secret, recovery_salt, created_at, confirmed_at) values ($1, 's', 's', now(), now())`
  await fixture.db.query(insert, [id])
}
const newTenant = async (fixture: ContractFixture) => {
  const create = 'mutation ($name: String!) { createTenant(input: { name: $name }) { id } }'
  const created = await fixture.execute(fixture.globalAdmin, create, { name: `Spare ${(count += 1)}` })
  return (created as Json)['createTenant'] as { id: string }
}
const changedTenant = {
  toGraphql: ({ data }: Json) => data as Json,
  varying: ['id', 'name', 'company_name', 'created_at', 'archived_at'],
}
const createPendingUser = async (fixture: ContractFixture) => {
  const person = await fixture.createMember()
  await fixture.db.query(`update users set status = 'pending', tenant_id = null where id = $1`, [person.id])
  return person
}

/** What differs between two jobs, or changes while one runs. */
const jobVarying = [
  ...['id', 'status', 'done', 'total', 'file_name', 'file_size', 'file_expires_at', 'created_at', 'started_at'],
  ...['finished_at', 'registry_counts'],
]
/** A job of a kind that no process runs, with its creator. */
async function createFailedJob(fixture: ContractFixture): Promise<{ id: string }> {
  const id = randomUUID()
  await fixture.db.query(
    `insert into jobs (tenant_id, id, kind, status, error, input, created_by, requester, created_at)
     values ($1, $2, 'export', 'failed', 'Sample error.', '{"selection": {"list": "users", "filter": {}}, "bom": false}', $3, $4, now())`,
    [
      fixture.testTenant.tenantId,
      id,
      fixture.globalAdmin.id,
      { sessionId: randomUUID(), requestId: randomUUID(), viewedRole: null, tenantId: fixture.testTenant.tenantId },
    ],
  )
  return { id }
}
async function createJobFile(fixture: ContractFixture): Promise<{ id: string }> {
  const { id } = await createFailedJob(fixture)
  await fixture.db.query(
    `update jobs set status = 'done', error = null, file_name = 'a.csv', file_type = 'text/csv', file_size = 1,
       file_expires_at = now() + interval '1 day' where id = $1`,
    [id],
  )
  await fixture.db.query('insert into job_files (tenant_id, job_id, part, bytes) values ($1, $2, 0, $3)', [
    fixture.testTenant.tenantId,
    id,
    Buffer.from('a'),
  ])
  return { id }
}

/** A finished import of the caller, with its file and an unsure row. */
async function createImport(fixture: ContractFixture): Promise<{ id: string }> {
  const { id } = await createFailedJob(fixture)
  const input = {
    ...{ list: 'properties', mapping: { address: 'address' }, onDuplicate: 'skip', onError: 'skip', isDryRun: false },
    ...{ fileName: 'a.csv', uploadedFor: null },
  }
  const counts = { created: 1, updated: 0, skipped: 0, unsure: 0, failed: 0 }
  await fixture.db.query(
    `update jobs set kind = 'import', status = 'done', error = null, finished_at = now(), input = $2, result = $3 where id = $1`,
    [id, input, { counts, errors: [], separator: ',', headings: ['address'], ignored: [], isStopped: false }],
  )
  await fixture.db.query('insert into import_files (tenant_id, job_id, part, bytes) values ($1, $2, 0, $3)', [
    fixture.testTenant.tenantId,
    id,
    Buffer.from('address,lat,lng\n1 Contract Way,36,-89\n'),
  ])
  const { id: propertyId } = await newProperty(fixture)
  await fixture.db.query(
    `insert into import_outcomes (tenant_id, job_id, row, outcome, reason, address, unsure)
     values ($1, $2, 2, 'unsure', 'Another address at the same point.', '1 Contract Way', $3)`,
    [
      fixture.testTenant.tenantId,
      id,
      { reason: 'Another address at the same point.', lat: 36, lng: -89, candidates: [{ propertyId }] },
    ],
  )
  return { id }
}
function importForm(): FormData {
  const form = new FormData()
  form.append('list', 'properties')
  form.append('dry_run', 'true')
  form.append('file', new Blob(['address,lat,lng\n1 Contract Way,36,-89\n']), 'houses.csv')
  return form
}

const parcelFile = 'pin,lat,lng\nC-1,36,-89\n'

/** The only import of parcels of the tenant, with its file, which is checked unless it has another state. */
async function newParcelImport(fixture: ContractFixture, status = 'checked'): Promise<{ id: string }> {
  const id = randomUUID()
  const { tenantId } = fixture.testTenant
  await fixture.db.query('delete from parcel_imports')
  await fixture.db.query(
    `insert into parcel_datasets (name, source, parcels, owner_tenant_id, is_live) values ($1, 'county.csv', 1, $2, $3)`,
    [`sample-county/${id}`, tenantId, status === 'live'],
  )
  await fixture.db.query(
    `insert into parcel_imports (tenant_id, id, name, file_name, total_bytes, received_bytes, status, dataset, parcels, created_by,
       created_at, changed_at, published_at)
     values ($1, $2, 'sample-county', 'county.csv', $3, $3, $4, $5, 1, $6, now(), now(), case when $4 = 'live' then now() end)`,
    [tenantId, id, parcelFile.length, status, `sample-county/${id}`, fixture.globalAdmin.id],
  )
  await fixture.db.query('insert into parcel_import_parts (tenant_id, import_id, part, bytes) values ($1, $2, 0, $3)', [
    tenantId,
    id,
    Buffer.from(parcelFile),
  ])
  return { id }
}

/** The same change to two imports of parcels, of which a tenant has one at a time. */
const oneAfterTheOther = (more: () => RouteCall = () => ({}), variables: object = {}) => ({
  call: async (fixture: ContractFixture) => ({ params: { id: (await newParcelImport(fixture)).id }, ...more() }),
  graphqlCall: async (fixture: ContractFixture) => ({ id: (await newParcelImport(fixture)).id, ...variables }),
})

/** What changes while deliveries are tried, such as between the two calls. */
const webhookProgress = ['waiting_count', 'retrying_count', 'failed_count', 'failing_since', 'hours']

/** One case for each operation of the document, by operation id. A missing one fails the test. */
export const routeCases: Record<string, RouteCase> = {
  login: {
    as: 'anonymous',
    call: async (fixture) => {
      const { email, password } = account()
      const body = { email, password, full_name: 'Sample Newcomer' }
      await fetch(`${fixture.server.url}/api/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      await fixture.db.query(`update users set status = 'active', tenant_id = $2 where email = $1`, [
        email,
        fixture.testTenant.tenantId,
      ])
      return { body: { email, password }, graphqlVariables: { email, password } }
    },
    toGraphql: (body) => body,
    varying: ['access_token', 'expires_at'],
    // GraphQL returns fewer fields of the signed-in user.
    restOnly: ['tenant_id', 'is_active', 'created_at'],
  },
  register: {
    as: 'anonymous',
    call: async () => {
      const { role: _, ...item } = account()
      const { role: __, ...other } = account()
      return { body: { ...item, full_name: 'Sample One' }, graphqlVariables: { ...other, fullName: 'Sample Other' } }
    },
  },
  logout: { as: 'new member' },
  me: { restOnly: ['tenant_id', 'is_active', 'created_at'] },
  changePassword: {
    as: 'new member',
    call: async () => ({
      body: { new_password: 'another sample', current_password: memberPassword },
      graphqlVariables: { newPassword: 'yet another sample', currentPassword: 'another sample' },
    }),
  },
  sessions: {},
  endSession: {
    as: 'rep',
    call: async (fixture) => ({
      params: { id: await newSession(fixture) },
      graphqlVariables: { id: await newSession(fixture) },
    }),
  },
  endOtherSessions: { as: 'new member' },
  confirmPassword: {
    as: 'new member',
    call: async () => ({
      body: { password: memberPassword },
      graphqlVariables: { password: memberPassword },
    }),
  },
  setChecklistPutAway: {
    as: 'new member',
    call: async () => ({ body: { put_away: true }, graphqlVariables: { putAway: true } }),
    restOnly: ['tenant_id', 'is_active', 'created_at'],
  },
  startTotp: { as: 'new member', isSecret: true },
  confirmTotp: {
    as: 'new member',
    call: async (fixture, person) => ({ body: { code: await startTotp(fixture, person) } }),
    graphqlCall: async (fixture, person) => {
      await fixture.db.query('delete from two_factors where user_id = $1', [person.id])
      return { code: await startTotp(fixture, person) }
    },
    isSecret: true,
  },
  disableTotp: {
    as: 'new member',
    call: async (fixture, person) => {
      await addTwoFactors(fixture, person)
      return { body: { password: memberPassword } }
    },
    graphqlCall: async (fixture, person) => {
      await addTwoFactors(fixture, person)
      return { password: memberPassword }
    },
  },

  // Invitations
  invitations: {
    call: async (fixture) => {
      await newInvitation(fixture)
      return {}
    },
  },
  createInvitation: {
    call: async () => ({
      body: { role: 'sales_rep', uses: 5, expires_in_days: 2 },
      graphqlVariables: { input: { role: 'SALES_REP', uses: 5, expiresInDays: 2 } },
    }),
    varying: ['url', 'id', 'created_at', 'expires_at'],
  },
  revokeInvitation: changeTwo(async (fixture) => (await newInvitation(fixture)).invitation),
  invitationOffer: {
    as: 'anonymous',
    call: async (fixture) => {
      const { token } = await newInvitation(fixture)
      return { body: { token }, graphqlVariables: { token } }
    },
  },
  acceptInvitation: {
    as: 'anonymous',
    call: async (fixture) => {
      const { token } = await newInvitation(fixture, { uses: 2 })
      const person = () => ({ token, email: account().email, password: 'a sample password' })
      return {
        body: { ...person(), full_name: 'Sample Invited' },
        graphqlVariables: { ...person(), fullName: 'Sample Invited' },
      }
    },
    toGraphql: (body) => body,
    varying: ['access_token', 'expires_at', 'id', 'email'],
    restOnly: ['tenant_id', 'is_active', 'created_at'],
  },

  // Sign-up
  registerCompany: {
    as: 'anonymous',
    call: async () => ({ body: company(), graphqlVariables: { input: toCompanyInput(company()) } }),
    toGraphql: (body) => body,
    varying: signedInVarying,
    restOnly: ['tenant_id', 'is_active', 'created_at', 'message'],
  },
  confirmEmail: {
    as: 'anonymous',
    call: async (fixture) => ({
      body: { token: await newSignUp(fixture) },
      graphqlVariables: { token: await newSignUp(fixture) },
    }),
    toGraphql: (body) => body,
    varying: signedInVarying,
    restOnly: ['tenant_id', 'is_active', 'created_at'],
  },
  setUp: {
    as: 'anonymous',
    after: async ({ db }) => void (await db.query('update users set demo = false')),
    call: async (fixture) => ({ body: { ...company(), code: await newSetupCode(fixture) } }),
    graphqlCall: async (fixture) => ({ input: { ...toCompanyInput(company()), code: await newSetupCode(fixture) } }),
    toGraphql: (body) => body,
    varying: signedInVarying,
    restOnly: ['tenant_id', 'is_active', 'created_at'],
  },

  // API keys
  apiKeys: {},
  createApiKey: {
    call: async () => {
      const expires = new Date(Date.now() + 86_400_000).toISOString()
      return {
        body: { name: 'Nightly export', scope: 'read', expires_at: expires },
        graphqlVariables: { input: { name: 'Nightly export', scope: 'READ', expiresAt: expires } },
      }
    },
    varying: ['token', 'id', 'hint', 'created_at'],
  },
  revokeApiKey: changeTwo(async (fixture) => {
    const key = 'mutation { createApiKey(input: { name: "Old", scope: READ, expiresInDays: 30 }) { apiKey { id } } }'
    return ((await fixture.execute(fixture.globalAdmin, key)) as Json)['createApiKey'].apiKey as { id: string }
  }),

  // Webhooks
  webhooks: {
    call: async (fixture) => {
      await newWebhook(fixture)
      return {}
    },
    varying: webhookProgress,
  },
  mails: {
    call: async ({ db, testTenant: { tenantId } }) => {
      await db.query(
        `insert into mails (tenant_id, id, kind, recipient, recipient_key, status, attempts, last_error, created_at, expires_at, finished_at)
         values ($1, $2, 'password_reset', 'A@sample.example', 'a@sample.example', 'failed', 2, 'Sample error.', now(), now(), now())`,
        [tenantId, randomUUID()],
      )
      return { query: { state: 'failed', limit: 3 }, graphqlVariables: { filter: { state: 'FAILED' }, first: 3 } }
    },
  },
  webhookEventTypes: {},
  createWebhook: {
    call: async () => {
      const input = { url: 'https://hooks.example.com/porchlight', types: ['LeadCreated', 'DoorKnocked'] }
      return { body: input, graphqlVariables: { input } }
    },
    varying: ['secret', 'id', 'created_at'],
  },
  updateWebhook: {
    ...changeTwo((fixture) => newWebhook(fixture), {
      body: { types: ['LeadDeleted'], enabled: false },
      graphqlVariables: { input: { types: ['LeadDeleted'], enabled: false } },
    }),
    varying: ['id', 'created_at', 'disabled_at'],
  },
  testWebhook: {
    ...withId('id', async (fixture) => (await newWebhook(fixture)).id),
    varying: webhookProgress,
  },
  rotateWebhookSecret: {
    ...changeTwo((fixture) => newWebhook(fixture)),
    varying: ['secret', 'previous_secret_until', 'id', 'created_at'],
  },
  deleteWebhook: changeTwo((fixture) => newWebhook(fixture)),
  webhookDeliveries: withId('id', async (fixture) => (await newDelivery(fixture)).webhookId),
  webhookDelivery: withId('id', async (fixture) => (await newDelivery(fixture)).id),
  resendDelivery: {
    ...changeTwo((fixture) => newDelivery(fixture)),
    varying: ['id', 'webhook_id', 'position', 'next_attempt_at', 'last_attempt_at', 'created_at', 'body'],
  },

  // Properties
  properties: {
    call: async () => ({ query: { limit: 3 }, graphqlVariables: { first: 3 } }),
    toGraphql: convertList(convertProperty),
    restOnly: ['updated_at'],
  },
  propertyNeighborhoods: {},
  createProperty: {
    ...property,
    call: async () => ({
      body: { ...savedProperty(), tags: ['storm'] },
      graphqlVariables: { input: { ...savedProperty(), tags: ['STORM'] } },
    }),
    varying: generatedFields,
  },
  property: { ...property, ...withId('id', async (fixture) => (await newProperty(fixture)).id) },
  updateProperty: {
    ...property,
    ...changeTwo(newProperty, {
      body: { notes: 'Same note', owner_name: 'Sample Owner 0009' },
      graphqlVariables: { input: { notes: 'Same note', ownerName: 'Sample Owner 0009' } },
    }),
    varying: generatedFields,
  },
  restoreOwner: {
    ...property,
    call: async (fixture) => {
      const [one, other] = [await newReplacedOwner(fixture), await newReplacedOwner(fixture)]
      return {
        params: { id: one.id },
        body: { replaced_id: one.replacedId },
        graphqlVariables: { propertyId: other.id, replacedId: other.replacedId },
      }
    },
    varying: generatedFields,
  },
  saveNearbyOwner: {
    ...property,
    call: async (fixture) => {
      const [one, other] = [await newNearbyProperty(fixture), await newNearbyProperty(fixture)]
      return {
        params: { id: one.id },
        body: { parcel_id: one.parcelId },
        graphqlVariables: { propertyId: other.id, parcelId: other.parcelId },
      }
    },
    varying: generatedFields,
  },
  addressMixUps: {},
  correctOwner: {
    ...property,
    call: async (fixture) => ({
      params: { id: (await newMixUp(fixture)).id },
      graphqlVariables: { propertyId: (await newMixUp(fixture)).id },
    }),
    varying: generatedFields,
  },
  listReplacedOwners: withId('id', async (fixture) => (await newReplacedOwner(fixture)).id),
  deleteProperty: changeTwo(newProperty),
  assignProperties: {
    call: async (fixture) => ({
      body: { property_ids: [(await newProperty(fixture)).id], assigned_to: null },
      graphqlVariables: { ids: [(await newProperty(fixture)).id], userId: null },
    }),
    toGraphql: ({ data }) => data as Json,
  },

  // Leads
  leads: {
    call: async () => ({ query: { limit: 3, tag: 'storm' }, graphqlVariables: { first: 3, filter: { tag: 'STORM' } } }),
    toGraphql: convertList(convertLead),
    restOnly: ['template_data'],
  },
  createLead: {
    ...lead,
    call: async (fixture) => ({
      body: { property_id: (await newProperty(fixture)).id, tag: 'storm', template_data: { priority: 'high' } },
      graphqlVariables: { input: { propertyId: (await newProperty(fixture)).id, tag: 'STORM', priority: 'HIGH' } },
    }),
    varying: generatedFields,
  },
  lead: { ...lead, ...withId('id', async (fixture) => (await newLead(fixture)).id) },
  updateLead: {
    ...lead,
    ...changeTwo(newLead, { body: { status: 'completed' }, graphqlVariables: { input: { status: 'COMPLETED' } } }),
    varying: generatedFields,
  },
  setLeadStatus: {
    call: async (fixture) => ({
      body: { lead_ids: [(await newLead(fixture)).id], status: 'contacted' },
      graphqlVariables: { ids: [(await newLead(fixture)).id], status: 'CONTACTED' },
    }),
    toGraphql: ({ data }) => data as Json,
  },
  setLeadPriority: {
    call: async (fixture) => ({
      body: { lead_ids: [(await newLead(fixture)).id], priority: 'high' },
      graphqlVariables: { ids: [(await newLead(fixture)).id], priority: 'HIGH' },
    }),
    toGraphql: ({ data }) => data as Json,
  },
  deleteLead: changeTwo(newLead),
  assignLeads: {
    call: async (fixture) => ({
      body: { lead_ids: [(await newLead(fixture)).id], assigned_to: fixture.rep.id },
      graphqlVariables: { ids: [(await newLead(fixture)).id], userId: fixture.rep.id },
    }),
    toGraphql: ({ data }) => data as Json,
  },
  setLeadStage: {
    call: async (fixture) => ({
      body: { lead_ids: [(await newLead(fixture)).id], stage_id: null },
      graphqlVariables: { ids: [(await newLead(fixture)).id], stageId: null },
    }),
    toGraphql: ({ data }) => data as Json,
  },
  leadStages: {
    call: async (fixture) => {
      const mutation = 'mutation { setLeadStages(stages: [{ name: "Quoted", color: PLUM }]) { id } }'
      await fixture.execute(fixture.owner, mutation)
      return {}
    },
  },
  setLeadStages: {
    call: async () => ({
      body: { stages: [{ name: 'Quoted', color: 'plum' }] },
      graphqlVariables: { stages: [{ name: 'Quoted', color: 'PLUM' }] },
    }),
    varying: ['id'],
  },
  duplicateLeads: {
    toGraphql: ({ data }) => (data as Json[]).map(({ leads }) => ({ leads: (leads as Json[]).map(convertLead) })),
    restOnly: ['template_data'],
  },
  leadDuplicates: {
    ...withId('id', async (fixture) => {
      const { property_id } = await fixture.createLead()
      return (await fixture.createLead({ property: null, property_id, tag: 'gutter' }))['id'] as string
    }),
    toGraphql: ({ data }) =>
      (data as Json[]).map(({ lead, ...found }) => ({ ...found, lead: convertLead(lead as Json) })),
    restOnly: ['template_data'],
  },
  dismissDuplicates: {
    call: async (fixture) => ({
      body: { lead_ids: [(await newLead(fixture)).id, (await newLead(fixture)).id], dismissed: false },
      graphqlVariables: { ids: [(await newLead(fixture)).id, (await newLead(fixture)).id], dismissed: false },
    }),
    toGraphql: ({ data }) => data as Json,
  },
  mergeLeads: {
    ...lead,
    call: async (fixture) => ({
      body: { keep_id: (await newLead(fixture)).id, merge_ids: [(await newLead(fixture)).id] },
      graphqlVariables: { keepId: (await newLead(fixture)).id, mergeIds: [(await newLead(fixture)).id] },
    }),
    varying: generatedFields,
  },
  addLeadNote: {
    call: async (fixture) => {
      const { id } = await newLead(fixture)
      return {
        params: { id },
        body: { text: 'Sent a quote.' },
        graphqlVariables: { leadId: id, text: 'Sent a quote.' },
      }
    },
    toGraphql: convertData(convertNote),
    varying: ['id', 'created_at'],
  },
  listLeadNotes: withId('id', async (fixture) => (await newLead(fixture)).id),

  // Quick find
  quickFind: {
    call: async (fixture) => {
      const { address } = (await fixture.createLead()).property as { address: string }
      return { query: { q: address, limit: 2 }, graphqlVariables: { query: address, limit: 2 } }
    },
    toGraphql: ({ data: { properties, ...rest } }) => ({
      ...rest,
      properties: (properties as Json[]).map(convertProperty),
    }),
  },
  // Saved views
  savedViews: {
    call: async () => ({ query: { list: 'leads' }, graphqlVariables: { list: 'LEADS' } }),
    toGraphql: ({ data }) => data as Json,
  },
  createSavedView: {
    call: async () => ({
      body: { list: 'leads', name: 'Needs a call', query: 'status=new' },
      graphqlVariables: { input: { list: 'LEADS', name: 'Needs a call', query: 'status=new' } },
    }),
    varying: ['id', 'position'],
  },
  updateSavedView: {
    ...changeTwo(newView, { body: { name: 'To call' }, graphqlVariables: { input: { name: 'To call' } } }),
    varying: ['id', 'position'],
  },
  deleteSavedView: changeTwo(newView),

  // Territories
  territories: {
    call: async (fixture) => {
      await newTerritory(fixture)
      return {}
    },
  },
  exportTerritories: {
    call: async (fixture) => {
      await newTerritory(fixture)
      return {}
    },
  },
  exportTerritoriesAsKml: {
    call: async (fixture) => {
      await newTerritory(fixture)
      return {}
    },
  },
  createTerritory: { call: async () => ({ body: { name: 'Elm Park', area: squareArea() } }) },
  importTerritories: {
    call: async () => {
      const features = [{ type: 'Feature', geometry: squareArea(), properties: { name: 'Elm Park' } }]
      const form = new FormData()
      form.append('file', new Blob([JSON.stringify({ type: 'FeatureCollection', features })]), 'territories.geojson')
      return { form }
    },
  },
  territoryPreview: {
    call: async (fixture) => {
      const area = squareArea()
      const { id } = await newTerritory(fixture)
      return { body: { area, territory_id: id }, graphqlVariables: { area, territoryId: id } }
    },
  },
  walkingRoute: {
    call: async (fixture) => ({
      body: { territory_id: (await newTerritory(fixture)).id, limit: 10 },
      graphqlVariables: { input: { territoryId: (await newTerritory(fixture)).id, limit: 10 } },
    }),
  },
  territoryAround: {
    call: async (fixture) => {
      const property = 'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }'
      const input = { address: '1 Sample Zip', zipCode: '00077', lat: 39.9, lng: -86.3 }
      await fixture.execute(fixture.rep, property, { input })
      return { body: { zip_code: '00077' }, graphqlVariables: { zipCode: '00077' } }
    },
  },
  myDoorsForToday: {
    call: async (fixture) => {
      const take = 'mutation ($input: TakeNearestDoorsInput!) { takeNearestDoors(input: $input) { until } }'
      await fixture.execute(fixture.testTenant.owner, take, { input: { from: await placeToTakeDoors(fixture) } })
      return {}
    },
  },
  takeNearestDoors: {
    call: async (fixture) => {
      const from = await placeToTakeDoors(fixture)
      return { body: { from }, graphqlVariables: { input: { from } } }
    },
  },
  returnDoors: {},
  territorySplit: {
    call: async () => {
      const area = squareArea()
      return { body: { area, doors_per_part: 40 }, graphqlVariables: { area, doorsPerPart: 40 } }
    },
  },
  territory: withId('id', async (fixture) => (await newTerritory(fixture)).id),
  updateTerritory: {
    ...changeTwo(newTerritory, { body: { note: 'Ring twice' }, graphqlVariables: { input: { note: 'Ring twice' } } }),
    varying: territoryVarying,
  },
  archiveTerritory: { ...changeTwo(newTerritory), varying: [...territoryVarying, 'archived_at'] },
  assignTerritory: {
    call: async (fixture) => ({
      params: { id: (await newTerritory(fixture)).id },
      body: { user_ids: [fixture.rep.id], from: '2026-03-01', to: '2026-03-31' },
      graphqlVariables: {
        id: (await newTerritory(fixture)).id,
        userIds: [fixture.rep.id],
        from: '2026-03-01',
        to: '2026-03-31',
      },
    }),
    varying: territoryVarying,
  },
  passes: {
    call: async (fixture) => {
      await newPass(fixture)
      return {}
    },
  },
  pass: withId('id', async (fixture) => (await newPass(fixture)).id),
  startPass: {
    call: async (fixture) => {
      const pass = { name: 'October hail', starts_on: null }
      return {
        body: { ...pass, territory_ids: [(await newTerritory(fixture)).id] },
        graphqlVariables: { input: { name: pass.name, territoryIds: [(await newTerritory(fixture)).id] } },
      }
    },
    varying: ['id', 'created_at'],
  },
  endPass: { ...changeTwo(newPass), varying: ['id', 'created_at', 'ended_at'] },

  // Recorded about me
  recordedAboutMe: {
    as: 'rep',
    call: async (fixture) => {
      const { id } = await newProperty(fixture)
      await createKnock(fixture, id, { outcome: 'TALKED', lat: 39.7, lng: -86.2, accuracyMeters: 5 })
      return {}
    },
  },
  downloadRecordedAboutMe: { as: 'rep' },

  // Permits
  permits: {
    call: async (fixture) => {
      await newPermit(fixture)
      return {}
    },
    toGraphql: ({ data }) => data,
  },
  savePermit: {
    call: async () => ({
      body: { city: 'Sample City', area: squareArea(), valid_from: '2026-03-01', weekdays: [1, 2], to: '20:00' },
      graphqlVariables: {
        input: { city: 'Sample City', area: squareArea(), validFrom: '2026-03-01', weekdays: [1, 2], to: '20:00' },
      },
    }),
    varying: ['id', 'area', 'created_at', 'updated_at'],
  },
  updatePermit: {
    call: async (fixture) => ({
      params: { id: (await newPermit(fixture)).id },
      body: { city: 'Other City', area: squareArea(), valid_from: '2026-03-01' },
    }),
  },
  deletePermit: changeTwo(newPermit),

  // Cities' lists
  registries: {
    call: async (fixture) => {
      await newRegistry(fixture)
      return {}
    },
    toGraphql: convertList(convertRegistry),
  },
  importRegistry: {
    call: async () => {
      const form = new FormData()
      form.append('city', 'Listed City')
      form.append('effective_from', '2026-03-01')
      form.append('file', new Blob(['1 Sample St\n']), 'list.txt')
      const input = { city: 'Listed City', effectiveFrom: '2026-03-01', listText: '1 Sample St' }
      return { form, graphqlVariables: { input } }
    },
    toGraphql: convertData(convertJob),
    varying: jobVarying,
  },
  registryEntries: withId('registryId', async (fixture) => (await newRegistry(fixture)).id),
  downloadRegistryEvidence: withId('id', async (fixture) => (await newRegistry(fixture)).id),
  printRegistryEvidence: withId('id', async (fixture) => (await newRegistry(fixture)).id),
  decideRegistryEntries: {
    call: async (fixture) => {
      const [one, other] = [await newRegistry(fixture), await newRegistry(fixture)]
      const graphqlVariables = { registryId: other.id, decisions: [{ row: 1, decision: 'SKIP' }] }
      return { params: { id: one.id }, body: [{ row: 1, decision: 'skip' }], graphqlVariables }
    },
    toGraphql: convertData(convertRegistry),
    varying: ['id', 'received_at', 'effective_from'],
  },

  // Outcomes
  outcomes: {
    call: async (fixture) => {
      await newOutcome(fixture)
      return {}
    },
  },
  saveOutcome: {
    call: async () => ({
      body: { name: 'Gate locked', meaning: 'nobody_home' },
      graphqlVariables: { input: { name: 'Dog in the yard', meaning: 'NOBODY_HOME' } },
    }),
    varying: ['id', 'name', 'position'],
  },
  updateOutcome: {
    call: async (fixture) => ({ params: { id: (await newOutcome(fixture)).id }, body: { color: 'teal' } }),
  },
  retireOutcome: { ...changeTwo(newOutcome), varying: ['id', 'name', 'position', 'retired_at'] },

  // Forgetting
  forgetHousehold: {
    // Forgetting it again answers the same.
    call: async (fixture) => {
      const { id } = await newProperty(fixture)
      const reason = 'Asked by letter'
      return { params: { id }, body: { reason }, graphqlVariables: { propertyId: id, reason } }
    },
  },
  forgottenProperties: { as: 'rep' },
  dataRetention: { as: 'rep' },
  setDataRetention: {
    call: async () => ({
      body: { photo_months: 12, position_days: 14 },
      graphqlVariables: { photoMonths: 12, positionDays: 14 },
    }),
  },
  downloadForgetReceipt: {
    call: async (fixture) => {
      const { id } = await newProperty(fixture)
      const forget =
        'mutation ($id: ID!) { forgetHousehold(propertyId: $id, reason: "Asked by letter") { receiptUrl } }'
      await fixture.execute(fixture.testTenant.owner, forget, { id })
      return { params: { id } }
    },
  },

  // Do not knock
  doNotKnockList: {
    call: async (fixture) => {
      const { propertyId } = await newMark(fixture)
      return { query: { property_id: propertyId }, graphqlVariables: { filter: { propertyId } } }
    },
    toGraphql: convertList(convertMark),
  },
  readDoNotKnock: {
    as: 'rep',
    call: async (fixture) => ({ params: { id: (await newMark(fixture)).propertyId } }),
  },
  setDoNotKnock: {
    as: 'rep',
    call: async (fixture) => ({
      body: { property_id: (await newProperty(fixture)).id, kind: 'asked', reason: 'Works at night' },
      graphqlVariables: {
        input: { propertyId: (await newProperty(fixture)).id, kind: 'ASKED', reason: 'Works at night' },
      },
    }),
    toGraphql: convertData(convertMark),
    varying: ['id', 'property_id', 'address', 'starts_at', 'set_at'],
  },
  liftDoNotKnock: {
    ...changeTwo(newMark, { query: { reason: 'They moved away' }, graphqlVariables: { reason: 'They moved away' } }),
    toGraphql: convertData(convertMark),
    varying: ['id', 'property_id', 'address', 'starts_at', 'set_at', 'lifted_at'],
  },

  // Knocking
  logKnock: {
    call: async (fixture) => ({
      body: { property_id: (await newProperty(fixture)).id, outcome: 'talked' },
      graphqlVariables: { input: { propertyId: (await newProperty(fixture)).id, outcome: 'TALKED' } },
    }),
    as: 'rep',
    names: { property_status: 'status' },
    varying: ['event_id', 'property_id'],
  },
  listKnocks: {
    as: 'rep',
    call: async (fixture) => {
      const { id } = await newProperty(fixture)
      await createKnock(fixture, id, {
        outcome: 'TALKED',
        photoIds: [await fixture.uploadPhoto(), await fixture.uploadPhoto()],
      })
      return { params: { id } }
    },
  },
  comeBacks: {
    as: 'rep',
    call: async (fixture) => {
      await createKnock(fixture, undefined, {
        outcome: 'COME_BACK',
        comeBackAt: new Date().toISOString(),
        note: 'After work',
      })
      return {}
    },
  },
  uploadPhoto: { as: 'rep', call: async () => ({ form: await photoForm() }) },
  downloadPhoto: { as: 'rep', call: async (fixture) => ({ params: { id: await fixture.uploadPhoto() } }) },
  withdrawKnock: {
    as: 'rep',
    call: async (fixture) => ({
      params: { event_id: await createKnock(fixture) },
      graphqlVariables: { eventId: await createKnock(fixture) },
    }),
    toGraphql: ({ data }) => data as Json,
    names: { property_status: 'status' },
    varying: ['event_id', 'property_id'],
  },
  startKnockSession: {
    as: 'rep',
    restOnly: ['rep_id'],
    // The clock of an open session goes on between the two calls.
    varying: ['active_seconds'],
    call: async () => ({ body: {}, graphqlVariables: {} }),
  },
  endKnockSession: { as: 'rep', restOnly: ['rep_id'], ...withId('id', (fixture) => createKnockSession(fixture)) },
  pauseKnockSession: { as: 'rep', restOnly: ['rep_id'], ...withId('id', (fixture) => createKnockSession(fixture)) },
  resumeKnockSession: {
    as: 'rep',
    restOnly: ['rep_id'],
    varying: ['active_seconds'],
    ...withId('id', (fixture) => createKnockSession(fixture)),
  },

  // Parcels
  parcelSearch: {
    ...parcel,
    call: async () => {
      const address = '1018 W 12th Demo St'
      return {
        query: { address, context: '/us/in/indianapolis' },
        graphqlVariables: { address, context: '/us/in/indianapolis' },
      }
    },
    toGraphql: ({ results }) => (results as Json[]).map(convertParcel),
  },
  parcelsAt: {
    ...parcel,
    call: async (fixture) => ({ body: await parcelPoint(fixture), graphqlVariables: await parcelPoint(fixture) }),
    toGraphql: ({ results }) => (results as Json[]).map(convertParcel),
  },
  parcel: {
    ...withId('id', async (fixture) => (await findParcel(fixture))['id'] as string),
    // Only REST returns the other county attributes, the outline as GeoJSON and the aliases of three fields.
    toGraphql: ({ data }) => {
      const { id, headline, category, type, centroid, source, owner_name, owner_address, parcel_id } = data as Json
      const { legal, year_built, property_type, acres, sqft, units } = data as Json
      const record = { id, headline, category, type, centroid, source, owner_name, owner_address, parcel_id }
      return convertParcel({ ...record, legal, year_built, property_type, acres, sqft, units })
    },
  },
  logMapLoad: {
    call: async () => ({
      body: { lat: 39.77, lng: -86.16, zoom: 18 },
      graphqlVariables: { lat: 39.77, lng: -86.16, zoom: 18 },
    }),
  },
  reportParcelCall: { call: async () => ({ body: { parcel_id: '1', lat: 39.77, lng: -86.16 } }) },

  // Templates and printing
  templateTags: {},
  templates: { names: { modified: 'modifiedAt' } },
  updateTemplate: {
    names: { modified: 'modifiedAt' },
    ...changeTwo((fixture) => fixture.uploadTemplate('insurance'), {
      body: { tag: 'referral' },
      graphqlVariables: { input: { tag: 'REFERRAL' } },
    }),
    varying: ['id', 'filename', 'modified'],
  },
  downloadTemplate: withId('id', async (fixture) => (await fixture.uploadTemplate('flyer')).filename),
  uploadTemplate: { call: async () => ({ form: templateForm('contract.docx', 'storm') }) },
  addStarterTemplates: {
    // The second call adds the same ones again.
    graphqlCall: async (fixture) => {
      await fixture.db.query(`delete from templates where filename like '% Letter.docx'`)
      return {}
    },
    names: { modified: 'modifiedAt' },
    varying: ['id', 'modified'],
  },
  deleteTemplate: changeTwo((fixture) => fixture.uploadTemplate('insurance')),
  batchPrint: {
    call: async (fixture) => ({
      body: { lead_ids: [(await newLead(fixture)).id], template_tag: 'storm', merge: true },
    }),
  },
  batchPrintByTag: { call: async () => ({ query: { tag: 'storm', template_tag: 'storm', format: 'zip' } }) },
  batchPrintByLeadType: {
    call: async () => ({ query: { lead_type: 'storm', template_tag: 'storm', format: 'html' } }),
  },
  printLabels: {
    call: async (fixture) => ({ body: { lead_ids: [(await newLead(fixture)).id], sheet: '5160', start_position: 4 } }),
  },
  printConfiguration: { call: async () => ({}) },
  previewLetter: {
    call: async (fixture) => ({
      params: { id: (await newLead(fixture)).id },
      query: { template_tag: 'storm', format: 'html' },
    }),
  },

  // Exports and jobs
  exportList: {
    call: async () => ({ body: { list: 'users' }, graphqlVariables: { list: 'USERS' } }),
    varying: jobVarying,
    toGraphql: convertData(convertJob),
  },
  jobs: {
    call: async (fixture) => {
      await createFailedJob(fixture)
      return {}
    },
    toGraphql: ({ data }) => (data as Json[]).map(convertJob),
    varying: jobVarying,
  },
  job: { ...withId('id', async (fixture) => (await createFailedJob(fixture)).id), toGraphql: convertData(convertJob) },
  downloadJobFile: withId('id', async (fixture) => (await createJobFile(fixture)).id),
  retryJob: { ...changeTwo(createFailedJob), toGraphql: convertData(convertJob), varying: jobVarying },
  startImport: { call: async () => ({ form: importForm() }) },
  previewImport: { call: async () => ({ form: importForm() }) },
  runImport: {
    ...changeTwo(createImport, { body: { dry_run: true }, graphqlVariables: { input: { dryRun: true } } }),
    toGraphql: convertData(convertJob),
    varying: jobVarying,
  },
  undoImport: { ...changeTwo(createImport), toGraphql: convertData(convertJob), varying: jobVarying },
  importRows: withId('importId', async (fixture) => (await createImport(fixture)).id),
  downloadImportRows: withId('id', async (fixture) => (await createImport(fixture)).id),
  decideImportRows: {
    call: async (fixture) => ({
      params: { id: (await createImport(fixture)).id },
      body: [{ row: 2, decision: 'skip' }],
      graphqlVariables: {
        importId: (await createImport(fixture)).id,
        decisions: [{ row: 2, decision: 'SKIP' }],
      },
    }),
    toGraphql: convertData(convertJob),
    varying: jobVarying,
  },

  // Parcels of a company
  parcelsAround: {},
  parcelImports: {
    call: async (fixture) => {
      await newParcelImport(fixture)
      return {}
    },
  },
  startParcelImport: {
    call: async (fixture) => {
      await fixture.db.query('delete from parcel_imports')
      return { body: { name: 'sample-county', file_name: 'county.csv', total_bytes: 10 } }
    },
    graphqlCall: async (fixture) => {
      await fixture.db.query('delete from parcel_imports')
      return { input: { name: 'sample-county', fileName: 'county.csv', totalBytes: 10 } }
    },
    varying: ['id', 'created_at'],
  },
  addParcelPart: {
    call: async (fixture) => {
      const form = new FormData()
      form.append('part', '0')
      form.append('file', new Blob([parcelFile]), 'part')
      return { params: { id: (await newParcelImport(fixture, 'uploading')).id }, form }
    },
  },
  parcelImportHead: withId('id', async (fixture) => (await newParcelImport(fixture)).id),
  checkParcelImport: {
    ...oneAfterTheOther(() => ({ body: { mapping: { parcel_id: 'pin' } } }), {
      input: { mapping: [{ field: 'parcel_id', column: 'pin' }] },
    }),
    varying: ['id', 'job_id', 'created_at'],
  },
  publishParcelImport: {
    ...oneAfterTheOther(),
    varying: ['id', 'created_at', 'published_at', 'undoable_until'],
  },
  undoParcelImport: {
    call: async (fixture) => ({ params: { id: (await newParcelImport(fixture, 'live')).id } }),
    graphqlCall: async (fixture) => ({ id: (await newParcelImport(fixture, 'live')).id }),
    varying: ['id', 'created_at', 'published_at', 'undoable_until'],
  },
  deleteParcelImport: { ...oneAfterTheOther() },

  // Performance
  leaderboard: {
    call: async () => ({ query: { period: 'month' }, graphqlVariables: { period: 'MONTH' } }),
    toGraphql: ({ data, total: _, ...rest }) => ({ ...rest, entries: data as Json[] }),
  },
  teamPerformance: {
    call: async () => ({ query: { period: 'day' }, graphqlVariables: { period: 'DAY' } }),
    toGraphql: ({ data }) => ({ ...data, team_members: (data.team_members as Json[]).map(convertMember) }),
  },
  salesPerformance: {
    as: 'rep',
    call: async () => ({ query: { period: 'week' }, graphqlVariables: { period: 'WEEK' } }),
    toGraphql: ({ data: { user: rep, tenant, metrics, ...period } }) => ({
      ...period,
      member: convertMember({ user: rep, tenant, metrics }),
    }),
  },
  neighborhoodPerformance: {
    call: async () => ({ query: { period: 'week' }, graphqlVariables: { period: 'WEEK' } }),
    toGraphql: ({ data, total: _, ...period }) => ({ ...period, neighborhoods: data as Json[] }),
  },
  performanceTrend: {
    call: async () => ({ query: { period: 'week' }, graphqlVariables: { period: 'WEEK' } }),
  },
  talkRates: {
    call: async () => ({
      query: { from: '2026-01-01', to: '2026-12-31' },
      graphqlVariables: { from: '2026-01-01', to: '2026-12-31' },
    }),
  },
  repSummary: {
    as: 'rep',
    varying: ['active_seconds'],
    call: async () => ({ query: { period: 'month' }, graphqlVariables: { period: 'MONTH' } }),
  },
  // REST does not return the setter's e-mail address, and it has the user's id in the user.
  targets: { restOnly: ['user_id'] },
  setTarget: {
    call: async (fixture) => ({
      body: { user_id: fixture.colleague.id, period: 'month', metric: 'leads_created', value: 5 },
      graphqlVariables: { input: { userId: fixture.colleague.id, period: 'MONTH', metric: 'LEADS_CREATED', value: 5 } },
    }),
    restOnly: ['user_id'],
    varying: ['set_at'],
  },

  // Usage and cost
  usageSummary: {
    call: async () => ({ query: { period: 'week' }, graphqlVariables: { period: 'WEEK' } }),
    toGraphql: ({ data }) => convertUsage(data),
  },
  billingSummary: { toGraphql: ({ data }) => convertUsage(data) },
  costConfiguration: rate,
  setCostRate: {
    ...rate,
    call: async () => ({
      params: { id: 'map_loads' },
      body: { service_type: 'map_loads', cost_per_unit: 0.0123 },
      graphqlVariables: { service: 'MAP_LOADS', costPerUnit: 0.0123 },
    }),
    varying: ['effective_from'],
  },
  trackUsage: {
    call: async () => ({
      body: { service_type: 'map_loads', quantity: 3, note: 'A kiosk' },
      graphqlVariables: { input: { service: 'MAP_LOADS', quantity: 3, note: 'A kiosk' } },
    }),
    names: { service_type: 'service' },
    varying: ['id', 'reported_at'],
  },
  tenantComparison: {
    call: async () => ({ query: { days: 30 }, graphqlVariables: { days: 30 } }),
    toGraphql: ({ data, total: _, ...rest }) => ({
      ...rest,
      tenants: (data as Json[]).map(({ tenant, metrics }) => ({ tenant, ...metrics })),
    }),
    varying: ['from', 'to', 'at'],
  },

  // Activity
  activityLog: {
    call: async (fixture) => ({
      query: { limit: 5, type: 'LeadCreated,DoorKnocked', user_id: fixture.rep.id },
      graphqlVariables: { first: 5, filter: { types: ['LeadCreated', 'DoorKnocked'], actorId: fixture.rep.id } },
    }),
    names: { user_id: 'actorId', user: 'actor' },
    restOnly: ['subject_name'],
  },
  activityStats: {
    call: async () => ({ query: { days: 30 }, graphqlVariables: { days: 30 } }),
    toGraphql: ({ data }) => ({ ...data, by_action: toEntries(data.by_action, 'action', 'count') }),
  },

  // Users and tenants
  users: {
    ...user,
    call: async (fixture) => ({
      query: { role: 'sales_rep', is_active: 'true', tenant_id: fixture.testTenant.tenantId, limit: 3 },
      graphqlVariables: {
        first: 3,
        filter: { role: 'SALES_REP', status: 'ACTIVE', tenantId: fixture.testTenant.tenantId },
      },
    }),
  },
  createUser: {
    ...user,
    call: async () => ({
      body: { ...account(), full_name: 'Sample Duplicate', phone: '(555) 0100-101' },
      graphqlVariables: {
        input: { ...account(), role: 'SALES_REP', fullName: 'Sample Duplicate', phone: '(555) 0100-101' },
      },
    }),
    varying: ['id', 'email', 'created_at'],
  },
  user: { ...user, ...withId('id', (fixture) => fixture.rep.id) },
  updateUser: {
    ...user,
    ...changeTwo(newMember, { body: { full_name: 'Renamed' }, graphqlVariables: { input: { fullName: 'Renamed' } } }),
    varying: ['id', 'email', 'created_at'],
  },
  deleteUser: changeTwo(newMember),
  approveUser: {
    ...user,
    call: async (fixture) => ({
      params: { id: (await createPendingUser(fixture)).id },
      body: { tenant_id: fixture.testTenant.tenantId, role: 'admin' },
      graphqlVariables: {
        id: (await createPendingUser(fixture)).id,
        tenantId: fixture.testTenant.tenantId,
        role: 'ADMIN',
      },
    }),
    varying: ['id', 'email', 'created_at'],
  },
  setUserBlocked: {
    ...user,
    ...changeTwo(newMember, { body: { blocked: true }, graphqlVariables: { blocked: true } }),
    toGraphql: ({ data }) => data as Json,
    varying: ['id', 'email', 'created_at'],
  },
  resetUserPassword: changeTwo(newMember, {
    query: { new_password: 'a sample password' },
    graphqlVariables: { newPassword: 'a sample password' },
  }),
  signInOptions: { as: 'anonymous' },
  requestPasswordReset: {
    as: 'anonymous',
    call: async () => {
      const { email } = account()
      return { body: { email }, graphqlVariables: { email } }
    },
  },
  resetPassword: {
    as: 'anonymous',
    call: async (fixture) => {
      const [token, other] = [await newPasswordLink(fixture), await newPasswordLink(fixture)]
      const newPassword = 'words of my own'
      return { body: { token, new_password: newPassword }, graphqlVariables: { token: other, newPassword } }
    },
  },
  createPasswordLink: {
    call: async (fixture) => ({
      params: { id: (await newMember(fixture)).id },
      graphqlVariables: { userId: (await newMember(fixture)).id },
    }),
    isSecret: true,
  },
  resetUserTwoFactors: changeTwo(async (fixture) => {
    const member = await newMember(fixture)
    await addTwoFactors(fixture, member)
    return member
  }),
  tenants: { call: async () => ({ query: { limit: 2 }, graphqlVariables: { first: 2 } }) },
  createTenant: {
    call: async () => ({
      body: { name: `Duplicate ${(count += 1)}`, company_name: 'Duplicate LLC', time_zone: 'America/New_York' },
      graphqlVariables: {
        input: { name: `Duplicate ${(count += 1)}`, companyName: 'Duplicate LLC', timeZone: 'America/New_York' },
      },
    }),
    varying: ['id', 'name', 'created_at'],
  },
  currentTenant: {},
  tenant: withId('id', (fixture) => fixture.testTenant.tenantId),
  updateTenant: {
    call: async (fixture) => {
      const id = fixture.testTenant.tenantId
      return {
        params: { id },
        body: { company_name: 'Renamed LLC' },
        graphqlVariables: { id, input: { companyName: 'Renamed LLC' } },
      }
    },
  },
  updateCompany: {
    call: async () => ({
      body: { company_name: 'Renamed LLC' },
      graphqlVariables: { input: { companyName: 'Renamed LLC' } },
    }),
  },
  saveLogo: { call: async () => ({ form: await photoForm() }) },
  removeCompanyLogo: {},
  readLogo: {
    as: 'anonymous',
    call: async (fixture) => {
      const { tenantId } = fixture.testTenant
      await fixture.db.query(`update tenants set logo = 'x', logo_hash = 'x' where id = $1`, [tenantId])
      return { params: { id: tenantId } }
    },
  },
  archiveTenant: { ...changeTwo(newTenant), ...changedTenant },
  restoreTenant: { ...changeTwo(newTenant), ...changedTenant },
  tenantUsers: withId('id', (fixture) => fixture.testTenant.tenantId),
  createTenantUser: {
    call: async (fixture) => ({
      params: { id: fixture.testTenant.tenantId },
      body: { ...account(), full_name: 'Sample Hire' },
    }),
  },
  tenantStats: {
    ...withId('id', (fixture) => fixture.testTenant.tenantId),
    names: {
      user_count: 'users',
      active_user_count: 'activeUsers',
      property_count: 'properties',
      lead_count: 'leads',
      new_lead_count: 'newLeads',
      contacted_lead_count: 'contactedLeads',
      completed_lead_count: 'completedLeads',
    },
  },

  // Other
  basemapTile: { as: 'anonymous', call: async () => ({ params: { z: '16', x: '17083', y: '24865' } }) },
  mockProperties: { call: async () => ({ query: { mock: 'true' } }) },
  mockLeads: { call: async () => ({ query: { mock: 'true' } }) },
  mockUsers: { call: async () => ({ query: { mock: 'true' } }) },
  mockActivityStats: { call: async () => ({ query: { mock: 'true' } }) },
  mockUsageSummary: { call: async () => ({ query: { mock: 'true' } }) },
  mockSalesPerformance: { call: async () => ({ query: { mock: 'true' } }) },
  flyer: { as: 'anonymous' },
  openapi: { as: 'anonymous' },
  docs: { as: 'anonymous' },
  health: { as: 'anonymous' },
  healthLive: { as: 'anonymous' },
  healthReady: { as: 'anonymous' },
  metrics: { as: 'anonymous' },
}

async function newWebhook(fixture: ContractFixture): Promise<{ id: string }> {
  // A tenant can have at most 20. They are deleted one by one: one statement would lock them in another order than the server does, and
  // could cause a deadlock.
  const { tenantId } = fixture.testTenant
  const { rows } = await fixture.db.query<{ id: string }>(
    'select id from webhooks where tenant_id = $1 order by created_at desc offset 10',
    [tenantId],
  )
  for (const { id } of rows)
    await fixture.db.query('delete from webhooks where tenant_id = $1 and id = $2', [tenantId, id])
  const { createWebhook } = (await fixture.execute(
    fixture.owner,
    'mutation { createWebhook(input: { url: "https://192.0.2.1/", types: ["UserSignedOut"] }) { webhook { id } } }',
  )) as Json
  return createWebhook.webhook as { id: string }
}

/** A delivery that has ended, to a webhook of its own. */
async function newDelivery(fixture: ContractFixture): Promise<{ id: string; webhookId: string }> {
  const { id: webhookId } = await newWebhook(fixture)
  const id = randomUUID()
  await fixture.db.query(
    `insert into webhook_deliveries (tenant_id, id, webhook_id, position, type, order_key, status, attempts, finished_at,
       last_status, last_answer, last_duration_ms, last_attempt_at, created_at)
     select tenant_id, $2, $3, position, type, $2, 'failed', 1, now(), 500, 'no', 12, now(), now() from activity_events
     where tenant_id = $1 order by position desc limit 1`,
    [fixture.testTenant.tenantId, id, webhookId],
  )
  return { id, webhookId }
}

async function createKnock(
  fixture: ContractFixture,
  propertyId?: string,
  knock: object = { outcome: 'TALKED' },
): Promise<string> {
  const id = propertyId ?? (await newProperty(fixture)).id
  const { logKnock } = (await fixture.execute(
    fixture.rep,
    'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }',
    { input: { propertyId: id, ...knock } },
  )) as Json
  return logKnock.eventId as string
}

async function createKnockSession(fixture: ContractFixture): Promise<string> {
  const { startKnockSession } = (await fixture.execute(fixture.rep, 'mutation { startKnockSession { id } }')) as Json
  return startKnockSession.id as string
}

async function findParcel(fixture: ContractFixture): Promise<Json> {
  const { parcelSearch } = (await fixture.execute(
    fixture.rep,
    '{ parcelSearch(address: "1018 W 12th Demo St") { id centroid { lat lng } } }',
  )) as Json
  return parcelSearch[0] as Json
}

async function parcelPoint(fixture: ContractFixture): Promise<{ lat: number; lng: number }> {
  return (await findParcel(fixture))['centroid'] as { lat: number; lng: number }
}
