// @vitest-environment jsdom
import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client'
import { of, throwError } from 'rxjs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { interceptConsole } from './interceptConsole.ts'
import { debugLink } from './debugLink.ts'
import { clearLog, MAX_LINES, readLog, recordLine } from './debugLog.ts'

const texts = () => readLog().lines.map(({ text }) => text)
beforeEach(clearLog)

describe('the debug log', () => {
  it('keeps what mentions parcel lookup, lead creation or owner, and nothing else', () => {
    const wanted = [
      'Parcel lookup is slow',
      'GET /api/regrid/details/7',
      'Failed to create lead',
      'Owner info unchanged',
    ]
    for (const line of [...wanted, 'Session expired', 'A lead was printed', 'parcels imported'])
      recordLine('log', [line])
    expect(texts()).toEqual(wanted)
  })

  it(`keeps the last ${MAX_LINES}`, () => {
    for (let n = 1; n <= MAX_LINES + 7; n += 1) recordLine('log', [`owner ${n}`])
    expect(texts()).toHaveLength(50)
    expect([texts()[0], texts().at(-1)]).toEqual(['owner 8', 'owner 57'])
  })

  it('remembers the last address of a parcel look-up that was seen, and forgets it when cleared', () => {
    recordLine('log', ['Parcel lookup GET /api/regrid/search?address=1'])
    recordLine('log', ['asked https://api.example/regrid/details/7 for the owner'])
    recordLine('log', ['Owner updated: Sample Owner 0142'])
    expect(readLog().parcelUrl).toBe('https://api.example/regrid/details/7')
    clearLog()
    expect(readLog()).toEqual({ lines: [], parcelUrl: null })
  })

  it('writes objects and errors out, without secrets, and survives what cannot be written', () => {
    const circular: Record<string, unknown> = { owner: 'x' }
    circular['self'] = circular
    recordLine('log', ['owner', { password: 'hunter22', name: 'Sample Owner 0142' }])
    recordLine('error', ['owner', new TypeError('no answer')])
    recordLine('log', ['owner', circular, undefined])
    expect(texts()).toEqual([
      'owner {"password":"[redacted]","name":"Sample Owner 0142"}',
      'owner TypeError: no answer',
      'owner [object Object] undefined',
    ])
  })
})

describe('the tap on the console', () => {
  it('offers every line, and says it on the console as before', () => {
    const browser = { log: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn(), debug: vi.fn() }
    const originals = { ...browser }
    const untap = interceptConsole(browser)
    browser.warn('Owner lookup', 7)
    browser.log('nothing of interest')
    expect(originals.warn).toHaveBeenCalledExactlyOnceWith('Owner lookup', 7)
    expect(originals.log).toHaveBeenCalledExactlyOnceWith('nothing of interest')
    expect(readLog().lines).toEqual([expect.objectContaining({ level: 'warn', text: 'Owner lookup 7' })])
    untap()
    expect(browser).toEqual(originals)
  })
})

describe('the app’s own lines', () => {
  const clientWith = (answer: ApolloLink.RequestHandler) =>
    new ApolloClient({ cache: new InMemoryCache(), link: debugLink.concat(new ApolloLink(answer)) })
  const locate = gql`
    mutation LocateProperty($input: LocateInput!) {
      locateProperty(input: $input) {
        outcome
      }
    }
  `

  it('name a parcel look-up as the REST call that asks the same, and what came of it', async () => {
    const client = clientWith(() =>
      of({
        data: {
          locateProperty: {
            outcome: 'EXISTING',
            parcelServiceAvailable: true,
            property: { ownerName: 'Sample Owner 0142' },
          },
        },
      }),
    )
    const input = { address: '1018 W 12th Demo St', context: '/us/in/indianapolis' }
    await client.mutate({ mutation: locate, variables: { input } })
    expect(texts()).toEqual([
      'Parcel lookup: GET /api/regrid/search?address=1018+W+12th+Demo+St&context=%2Fus%2Fin%2Findianapolis',
      expect.stringMatching(/^Parcel lookup answered after \d+ ms: EXISTING, owner Sample Owner 0142$/),
    ])
    expect(readLog().parcelUrl).toBe('/api/regrid/search?address=1018+W+12th+Demo+St&context=%2Fus%2Fin%2Findianapolis')
  })

  it('name a click on the map, and a failure with its reason', async () => {
    const client = clientWith(() => throwError(() => new Error('out of reach')))
    const input = { point: { lat: 39.77, lng: -86.16 } }
    await expect(client.mutate({ mutation: locate, variables: { input } })).rejects.toThrow('out of reach')
    expect(texts()).toEqual([
      'Parcel lookup: POST /api/regrid/search-by-coordinates {"lat":39.77,"lng":-86.16}',
      expect.stringMatching(/^Parcel lookup failed after \d+ ms: out of reach$/),
    ])
  })

  it('leave other operations alone', async () => {
    const client = clientWith(() => of({ data: { me: null } }))
    await client.query({
      query: gql`
        query Me {
          me
        }
      `,
    })
    expect(texts()).toEqual([])
  })
})
