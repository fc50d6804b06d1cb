import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import {
  CreateLeadDocument,
  LeaderboardDocument,
  LocatePropertyDocument,
  LogKnockDocument,
  SignInDocument,
  type TypedDocumentString,
} from '../../clients/graphql/graphql.ts'
import { Api } from '../../clients/rest/Api.ts'
import { createServerFixture } from '../../support/serverFixture.ts'

// `npm run codegen` generates both clients from the documents that the server publishes.
const fixture = await createServerFixture({ demoTown: true })
afterAll(() => fixture.teardown())

describe('the client generated from the OpenAPI document', () => {
  it('completes the core workflow: a new rep signs in, finds a property, creates a lead, knocks and leads the leaderboard', async () => {
    const api = createClient(fixture.owner.token)
    const account = { email: 'made.by.client@sample.example', password: 'a first password' }
    const newUser = { ...account, full_name: 'Sample Client', role: 'sales_rep' } as const
    const { data: user } = await api.users.createUser({ requestBody: newUser })

    const first = await api.signIn.login({ requestBody: account })
    expect(first).toMatchObject({ must_change_password: true, user: { id: user.id } })
    const password = 'a better password'
    await createClient(first.access_token).signIn.changePassword({ requestBody: { new_password: password } })
    const session = await api.signIn.login({ requestBody: { ...account, password } })
    const rep = createClient(session.access_token)

    const { results } = await rep.parcels.parcelSearch({ address: '1018 W 12th Demo St' })
    const [parcel] = results
    const [lng, lat] = parcel!.centroid!
    const { data: savedProperty } = await rep.properties.createProperty({
      requestBody: {
        address: parcel!.fullAddress!,
        lat: lat!,
        lng: lng!,
        owner_name: parcel!.owner,
        parcel_id: parcel!.parcelnumb,
        tags: ['storm'],
      },
    })
    expect(savedProperty).toMatchObject({ street_number: '1018', owner_name: parcel!.owner, assigned_to: user.id })

    const { data: lead } = await rep.leads.createLead({
      requestBody: { property_id: savedProperty.id, tag: 'storm', template_data: { priority: 'high' } },
    })
    expect(lead).toMatchObject({ status: 'new', priority: 'high', property_id: savedProperty.id })

    const knock = { property_id: savedProperty.id, outcome: 'interested', event_id: randomUUID() } as const
    const logKnock = () => rep.knocking.logKnock({ requestBody: knock })
    expect((await logKnock()).data).toMatchObject({ replayed: false, property_status: 'interested' })
    expect((await logKnock()).data).toMatchObject({ replayed: true })
    const { data: leaderboard } = await rep.performance.leaderboard({ period: 'day' })
    expect(leaderboard[0]).toMatchObject({ leads_created: 1, doors_knocked: 1, user: { full_name: 'Sample Client' } })
  })

  it('receives errors in the documented form', async () => {
    const failure = await createClient(fixture.rep.token)
      .leads.createLead({ requestBody: { property_id: randomUUID(), tag: 'storm' } })
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ status: 404, body: { status: 404, detail: 'Property not found' } })
  })

  function createClient(token: string) {
    return new Api({ BASE: `${fixture.server.url}/api`, TOKEN: token })
  }
})

describe('the client generated from the GraphQL schema', () => {
  it('completes the core workflow', async () => {
    const message = await send(SignInDocument, { email: 'nobody@sample.example', password: 'a wrong password' }).catch(
      (error: Error) => error.message,
    )
    expect(message).toContain('UNAUTHENTICATED')
    const { token, id } = fixture.colleague
    const { locateProperty } = await send(LocatePropertyDocument, { address: '1024 W 12th Demo St' }, token)
    const { address, lat, lng, ownerName, parcelId } = locateProperty.draft!
    expect(locateProperty.outcome).toBe('NEW')

    const { createLead } = await send(
      CreateLeadDocument,
      { property: { address, lat, lng, ownerName, parcelId } },
      token,
    )
    expect(createLead).toMatchObject({ status: 'NEW', property: { ownerName } })
    const knock = { propertyId: createLead.property!.id, eventId: randomUUID() }
    expect((await send(LogKnockDocument, knock, token)).logKnock).toEqual({
      eventId: knock.eventId,
      replayed: false,
      status: 'INTERESTED',
    })
    const { leaderboard } = await send(LeaderboardDocument, {}, token)
    expect(leaderboard.entries.find(({ user }) => user?.id === id)).toMatchObject({ leadsCreated: 1, doorsKnocked: 1 })
  })

  /** A minimal GraphQL client for the generated documents. */
  async function send<Data, Variables>(
    document: TypedDocumentString<Data, Variables>,
    variables: Variables,
    token?: string,
  ): Promise<Data> {
    const response = await fetch(`${fixture.server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ query: document.toString(), variables }),
    })
    const { data, errors } = (await response.json()) as { data: Data; errors?: unknown }
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }
})
