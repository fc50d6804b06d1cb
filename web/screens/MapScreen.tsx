import { useQuery } from '@apollo/client/react'
import { MapConfigurationDocument } from '../gql/graphql.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { LoadedMapScreen } from './LoadedMapScreen.tsx'

/** /map: find a property, save it, create a lead, log a knock (spec §2, §4). */
export function MapScreen() {
  const { data, error, loading, refetch } = useQuery(MapConfigurationDocument)
  return (
    <>
      <title>Map Search · Porchlight</title>
      {data ? (
        <LoadedMapScreen settings={data.mapConfiguration} />
      ) : error ? (
        <ErrorState title="Map not ready yet" onRetry={() => void refetch().catch(() => undefined)} busy={loading} />
      ) : (
        <div className="skeleton h-[600px] rounded-card max-md:h-dvh max-md:rounded-none" />
      )}
    </>
  )
}
