import type {
  BoundsInput,
  MapPropertyFragment,
  NextDoorQuery,
  NextDoorQueryVariables,
  PropertiesAtQuery,
  PropertiesInViewQuery,
} from '../../gql/graphql.ts'
import { nextDoorFrom } from './nextDoorFrom.ts'
import type { Door, ReadStore, StoredResult } from './readStore.ts'

/** Houses that the user has saved on this device, beside those that the map has shown. */
export interface OfflineSource {
  doorsIn(bounds: BoundsInput): Promise<readonly Door[]>
  property(id: string): Promise<MapPropertyFragment | undefined>
  /** When these were read from the server, in milliseconds. */
  savedAt(): Promise<number | undefined>
}

let source: OfflineSource | undefined

/** Sets the houses of the saved areas, or removes them. */
export function setOfflineSource(next: OfflineSource | undefined): void {
  source = next
}

/** Houses that were told apart have no clusters in their answer. */
const isComplete = ({ propertyMap }: PropertiesInViewQuery): boolean => propertyMap.clusters.length === 0

/** An operation, and the name under which its answer is stored. */
interface StoredQuery {
  operationName: string
  variables: Record<string, unknown>
  query: string
}

/** Stores an answer: the houses of the map and the details of each for themselves, because other queries ask for them. */
export async function storeAnswer(
  store: ReadStore,
  { operationName, variables, query }: StoredQuery,
  data: unknown,
): Promise<void> {
  if (operationName === 'PropertiesInView' && isComplete(data as PropertiesInViewQuery)) {
    const { markers } = (data as PropertiesInViewQuery).propertyMap
    return store.storeDoors(variables['bounds'] as BoundsInput, markers)
  }
  if (operationName === 'PropertiesAt') {
    for (const { node } of (data as PropertiesAtQuery).properties.edges)
      await store.storeResult(`MapProperty ${JSON.stringify({ id: node.id })}`, { property: node })
    return
  }
  await store.storeResult(query, data)
}

/** The answer to a query that was not asked before, computed from what this device knows. Undefined if it knows nothing. */
export async function answerOffline(
  store: ReadStore,
  operationName: string,
  variables: Record<string, unknown>,
): Promise<StoredResult | undefined> {
  if (operationName === 'PropertiesInView') {
    const bounds = variables['bounds'] as BoundsInput
    const seen = await store.doorsIn(bounds)
    const saved = (await source?.doorsIn(bounds)) ?? []
    const at = seen.at ?? (saved.length > 0 ? await source?.savedAt() : undefined)
    const doors = new Map([...saved, ...seen.doors].map((door) => [door.id, door]))
    if (at === undefined) return undefined
    const markers = [...doors.values()]
    const propertyMap = { __typename: 'PropertyMap', total: markers.length, markers, clusters: [] }
    return { data: { propertyMap }, at }
  }
  if (operationName === 'MapProperty') {
    const [property, at] = [await source?.property(String(variables['id'])), await source?.savedAt()]
    return property && at !== undefined ? { data: { property }, at } : undefined
  }
  if (operationName === 'NextDoor') {
    const nextDoor = nextDoorFrom(await store.allDoors(), variables as NextDoorQueryVariables)
    return nextDoor && { data: { nextDoor } satisfies NextDoorQuery, at: Date.now() }
  }
  return undefined
}
