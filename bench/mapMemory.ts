import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ApolloClient, ApolloLink, Observable } from '@apollo/client'
import { PropertiesAtDocument, PropertiesInViewDocument } from '../web/gql/graphql.ts'
import { createCache } from '../web/lib/apollo.ts'
import type { Row } from './table.ts'

/** What a phone shows at most when it reads the details, too. */
const propertiesInView = 60
const pans = 200
/** The memory is compared with that after these. */
const firstPans = 20

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What the client keeps of a day on the map: each pan reads the markers and the details of other properties. */
export async function mapMemory(): Promise<Row[]> {
  const cache = createCache()
  const client = new ApolloClient({ cache, link: new ApolloLink(answer) })
  const view = client.watchQuery({
    query: PropertiesInViewDocument,
    variables: { bounds: boundsAt(0), zoom: 18 },
    fetchPolicy: 'cache-and-network',
  })
  const watch = view.subscribe(() => undefined)
  const pan = async (at: number) => {
    await view.setVariables({ bounds: boundsAt(at), zoom: 18 })
    await client.query({
      query: PropertiesAtDocument,
      variables: { bounds: boundsAt(at) },
      fetchPolicy: 'network-only',
    })
    // As `usePropertiesInView` does.
    cache.gc({ resetResultCache: true })
  }
  const heap = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed / 1e6
  }
  for (let at = 0; at < firstPans; at += 1) await pan(at)
  const before = heap()
  for (let at = firstPans; at < pans; at += 1) await pan(at)
  const growth = heap() - before
  const entities = Object.keys(cache.extract() as object).length
  watch.unsubscribe()
  client.stop()
  return [
    {
      work: `map, ${pans} pans over ${pans * propertiesInView} properties: objects in the client's cache, memory since pan ${firstPans}`,
      measured: `${entities}, ${growth < 0 ? '' : '+'}${growth.toFixed(1)} MB`,
      baseline: '',
      ratio: null,
      target: '<= 200, <= 1 MB',
      met: entities <= 200 && growth <= 1,
    },
  ]
}

const boundsAt = (at: number) => ({ south: 39 + at / 100, north: 39.01 + at / 100, west: -86.2, east: -86.1 })

function answer({ operationName, variables }: ApolloLink.Operation): Observable<ApolloLink.Result> {
  const at = Math.round(((variables['bounds'] as { south: number }).south - 39) * 100)
  const place = (index: number) => ({ lat: 39 + at / 100 + index / 10_000, lng: -86.15, streetNumber: String(index) })
  const indexes = Array.from({ length: propertiesInView }, (_, index) => index)
  const shared = { streetName: 'Sample St', status: 'NEW', priority: 'NORMAL', assignedTo: null }
  const data =
    operationName === 'PropertiesInView'
      ? {
          propertyMap: {
            __typename: 'PropertyMap',
            total: propertiesInView,
            clusters: [],
            markers: indexes.map((index) => ({
              ...{ __typename: 'PropertyMarker', id: `${at}-${index}`, ...place(index), ...shared },
              ...{ unit: null, lastOutcome: null, lastKnockedAt: null, mine: true },
            })),
          },
        }
      : {
          properties: {
            __typename: 'PropertyConnection',
            edges: indexes.map((index) => ({
              __typename: 'PropertyEdge',
              node: {
                ...{ __typename: 'Property', id: `${at}-${index}`, ...place(index), ...shared },
                ...{ address: `${index} Sample St`, city: null, state: null, zipCode: null, ownerName: 'Sample Owner' },
                ...{ ownerAddress: null, ownerPhone: null, ownerEmail: null, parcelId: null, unconfirmed: false },
                ...{ notes: null, accessNote: null, language: null, tags: [], limited: false, knocks: [], version: 1 },
              },
            })),
          },
        }
  return new Observable((observer) => {
    observer.next({ data })
    observer.complete()
  })
}
