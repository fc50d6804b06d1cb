import { describe, expect, it } from 'vitest'
import { Refused } from '../errors.ts'
import { nextWebhookAttempt, parseWebhookTypes, parseWebhookUrl, webhookBody } from './webhooks.ts'

const refusal = (message: string, fields: object) => expect.objectContaining({ name: Refused.name, message, fields })

describe('the URL of a webhook', () => {
  const parse = (text: string, allowLoopback = false) => parseWebhookUrl(text, { allowLoopback })
  const longest = `https://hooks.example/${'é'.repeat(1_013)}`

  it.each([
    ['https://hooks.example', 'https://hooks.example/'],
    ['HTTPS://Hooks.Example:443/a?b=c#part', 'https://hooks.example/a?b=c'],
    // A no-break space, as it is pasted from a document.
    ['\u00a0https://hooks.example/a\u00a0', 'https://hooks.example/a'],
    [longest, encodeURI(longest)],
  ])('%s is stored as %s', (text, stored) => {
    expect(parse(text)).toBe(stored)
  })

  it.each([
    ['', 'Enter a URL such as https://example.com/hooks.'],
    ['hooks.example/a', 'Enter a URL such as https://example.com/hooks.'],
    [`${longest}x`, 'The URL is longer than 2,048 bytes.'],
    ['https://riley@hooks.example', 'The URL must not contain a user name or password.'],
    ['https://:sample@hooks.example', 'The URL must not contain a user name or password.'],
    ['http://hooks.example', 'The URL must begin with https://.'],
    ['ftp://hooks.example', 'The URL must begin with https://.'],
    ['http://localhost:4000', 'The URL must begin with https://.'],
  ])('cannot be %s', (text, message) => {
    expect(() => parse(text)).toThrow(refusal(message, { url: message }))
  })

  it.each(['http://localhost:4000/', 'http://127.0.0.1/', 'http://127.100.200.250/', 'http://[::1]:4000/'])(
    'can be %s if the loopback address is allowed',
    (url) => {
      expect(parse(url, true)).toBe(url)
    },
  )

  it.each([
    'http://hooks.example/',
    'http://127.0.0.1.hooks.example/',
    'http://126.0.0.1/',
    'http://localhost.example/',
    'http://[::2]/',
    'ftp://localhost/',
  ])('cannot be %s even then', (url) => {
    expect(() => parse(url, true)).toThrow('The URL must begin with https://.')
  })
})

describe('the event types of a webhook', () => {
  const known = ['DoorKnocked', 'LeadCreated']

  it('are stored once each', () => {
    expect(parseWebhookTypes(['LeadCreated', 'DoorKnocked', 'LeadCreated'], known)).toEqual([
      'LeadCreated',
      'DoorKnocked',
    ])
  })

  it('are all of them, also those of later releases, if * is among them', () => {
    expect(parseWebhookTypes(['LeadCreated', '*', 'LaterEvent'], known)).toEqual(['*'])
  })

  it('are at least one', () => {
    expect(() => parseWebhookTypes([], known)).toThrow(
      refusal('Choose at least one event type.', { types: 'Choose at least one event type, or *.' }),
    )
  })

  it('are refused with those that there are, and what was sent is shortened', () => {
    expect(() => parseWebhookTypes(['LeadCreated', 'x'.repeat(5_000)], known)).toThrow(
      refusal(`${'x'.repeat(100)} is not an event type.`, {
        types: `${'x'.repeat(100)} is not an event type. The types are DoorKnocked, LeadCreated, or *.`,
      }),
    )
  })
})

it('a delivery is tried again after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h, then given up', () => {
  const failedAt = new Date('2026-11-18T12:00:00Z')
  const next = [1, 2, 3, 4, 5, 6, 7].map((attempts) => nextWebhookAttempt(attempts, failedAt)?.toISOString())
  expect(next).toEqual([
    '2026-11-18T12:00:05.000Z',
    '2026-11-18T12:05:00.000Z',
    '2026-11-18T12:30:00.000Z',
    '2026-11-18T14:00:00.000Z',
    '2026-11-18T17:00:00.000Z',
    '2026-11-18T22:00:00.000Z',
    undefined,
  ])
})

it("the body of a delivery has the event's payload under REST's names, and where it stands in the log", () => {
  const body = webhookBody({
    type: 'DoorKnocked',
    version: 2,
    position: 12,
    eventId: 'event',
    occurredAt: new Date('2026-11-18T12:00:00Z'),
    recordedAt: new Date('2026-11-18T12:00:01Z'),
    actorId: null,
    data: { propertyId: 'house', outcome: 'notHome', firstKnockOfDay: true },
  })
  expect(JSON.parse(body)).toEqual({
    type: 'DoorKnocked',
    version: 2,
    timestamp: '2026-11-18T12:00:00.000Z',
    data: {
      property_id: 'house',
      outcome: 'notHome',
      first_knock_of_day: true,
      position: 12,
      event_id: 'event',
      recorded_at: '2026-11-18T12:00:01.000Z',
      actor_id: null,
    },
  })
})
