import { v7 as uuidv7 } from 'uuid'
import type { TestTenant } from '../tests/support/testTenant.ts'
import { graphql } from './load.ts'

const LOG_KNOCK = `mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }`
const LOG_KNOCKS = `mutation ($inputs: [KnockInput!]!) { logKnocks(inputs: $inputs) { eventId error } }`
const APPEND_KNOCK = `mutation ($input: AppendKnockInput!) { appendKnock(input: $input) { result } }`

/** Logs one knock as the client's rep and returns its event id. */
export async function logKnock(url: string, testTenant: TestTenant, client: number): Promise<string> {
  const input = makeKnock(testTenant, client)
  await sendKnock(url, testTenant, client, input)
  return input.eventId
}

/** Sends a knock of `makeKnock` as the client's rep. The same knock can be sent again. */
export async function sendKnock(url: string, testTenant: TestTenant, client: number, input: Knock): Promise<void> {
  await graphql(url, repOf(testTenant, client).token, LOG_KNOCK, { input })
}

/** Logs 100 knocks in one request. Throws if one of them is rejected. */
export async function logHundredKnocks(url: string, testTenant: TestTenant, client: number): Promise<void> {
  const inputs = Array.from({ length: 100 }, () => makeKnock(testTenant, client))
  const { logKnocks } = await graphql<{ logKnocks: { error: string | null }[] }>(
    ...([url, repOf(testTenant, client).token, LOG_KNOCKS, { inputs }] as const),
  )
  const rejected = logKnocks.find(({ error }) => error !== null)
  if (rejected) throw new Error(`A knock was rejected: ${rejected.error}`)
}

/** The same knock for `plainApollo.ts`. */
export async function insertKnock(url: string, testTenant: TestTenant, client: number): Promise<void> {
  await graphql(url, '', LOG_KNOCK, { input: makeKnock(testTenant, client) })
}

/** The same knock for PostGraphile with `postgraphile/append.sql`. */
export async function appendKnock(url: string, testTenant: TestTenant, client: number): Promise<void> {
  const repId = repOf(testTenant, client).id
  await graphql(url, '', APPEND_KNOCK, {
    input: { ...makeKnock(testTenant, client), tenantId: testTenant.tenantId, repId },
  })
}

function repOf({ reps }: TestTenant, client: number) {
  return reps[client % reps.length]!
}

/** A realistic mix of outcomes: most knocks find nobody home, and some change the property's status. */
const outcomes = [
  'NOBODY_HOME',
  'NOBODY_HOME',
  'TALKED',
  'NOBODY_HOME',
  'NOT_INTERESTED',
  'COME_BACK',
  'LEFT_FLYER',
  'INTERESTED',
]

let sequence = 0

export interface Knock {
  propertyId: string
  outcome: string
  eventId: string
}

/** The next knock at a property of the client's rep. */
export function makeKnock({ properties }: TestTenant, client: number): Knock {
  sequence += 1
  const doors = properties[client % properties.length]!
  return {
    propertyId: doors[sequence % doors.length]!,
    outcome: outcomes[sequence % outcomes.length]!,
    eventId: uuidv7(),
  }
}
