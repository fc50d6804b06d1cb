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
  it('keeps only lines that mention parcel lookup, lead creation, or owner', () => {
    const relevant = [
      'Parcel lookup is slow',
      'GET /api/regrid/details/7',
      'Failed to create lead',
      'Owner info unchanged',
    ]
    for (const line of [...relevant, 'Session expired', 'A lead was printed', 'parcels imported'])
      recordLine('log', [line])
    expect(texts()).toEqual(relevant)
  })

  it(`keeps the last ${MAX_LINES}`, () => {
    for (let n = 1; n <= MAX_LINES + 7; n += 1) recordLine('log', [`owner ${n}`])
    expect(texts()).toHaveLength(50)
    expect([texts()[0], texts().at(-1)]).toEqual(['owner 8', 'owner 57'])
  })

  it('keeps the last parcel lookup URL until it is cleared', () => {
    recordLine('log', ['Parcel lookup GET /api/regrid/search?address=1'])
    recordLine('log', ['asked https://api.example/regrid/details/7 for the owner'])
    recordLine('log', ['Owner updated: Sample Owner 0142'])
    expect(readLog().parcelUrl).toBe('https://api.example/regrid/details/7')
    clearLog()
    expect(readLog()).toEqual({ lines: [], parcelUrl: null })
  })

  it('serializes objects and errors without secrets, and handles what cannot be serialized', () => {
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

describe('the console interceptor', () => {
  it('records every line and passes it to the console', () => {
    const browser = { log: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn(), debug: vi.fn() }
    const originals = { ...browser }
    const restoreConsole = interceptConsole(browser)
    browser.warn('Owner lookup', 7)
    browser.log('nothing of interest')
    expect(originals.warn).toHaveBeenCalledExactlyOnceWith('Owner lookup', 7)
    expect(originals.log).toHaveBeenCalledExactlyOnceWith('nothing of interest')
    expect(readLog().lines).toEqual([expect.objectContaining({ level: 'warn', text: 'Owner lookup 7' })])
    restoreConsole()
    expect(browser).toEqual(originals)
  })
})

describe('lines logged by the app', () => {
  const clientWith = (answer: ApolloLink.RequestHandler) =>
    new ApolloClient({ cache: new InMemoryCache(), link: debugLink.concat(new ApolloLink(answer)) })
  const locate = gql`
    mutation LocateProperty($input: LocateInput!) {
      locateProperty(input: $input) {
        outcome
      }
    }
  `

  it('show a parcel lookup as the equivalent REST call, and its outcome', async () => {
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

  it('show a click on the map, and a failure with its reason', async () => {
    const client = clientWith(() => throwError(() => new Error('out of reach')))
    const input = { point: { lat: 39.77, lng: -86.16 } }
    await expect(client.mutate({ mutation: locate, variables: { input } })).rejects.toThrow('out of reach')
    expect(texts()).toEqual([
      'Parcel lookup: POST /api/regrid/search-by-coordinates {"lat":39.77,"lng":-86.16}',
      expect.stringMatching(/^Parcel lookup failed after \d+ ms: out of reach$/),
    ])
  })

  it('ignore other operations', async () => {
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
