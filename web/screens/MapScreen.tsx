import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { opensWhereUserIs } from '../domain/mapLink.ts'
import { movesToUser, readMapUrl } from '../features/map/mapUrl.ts'
import { findWorkCenter, openingZoom, readLastView } from '../features/map/openingView.ts'
import { MapConfigurationDocument, RecentPropertyPointsDocument } from '../gql/graphql.ts'
import { useIsPhone } from '../lib/useMediaQuery.ts'
import { useMe } from '../session/person/MeProvider.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { LoadedMapScreen } from './LoadedMapScreen.tsx'

/**
 * /map: find a property, save it, create a lead, log a knock (spec §2, §4). It opens at the position or property that the URL names, else
 * where the user left it on this device and then at their location if they start knocking, else among the properties saved last,
 * else at the configured place.
 */
export function MapScreen() {
  const { data, error, loading, refetch } = useQuery(MapConfigurationDocument)
  const phone = useIsPhone()
  const { id, tenant, abilities } = useMe()
  const userName = abilities.viewAs && tenant ? `${id}.${tenant.id}` : id
  const { search, state } = useLocation()
  const [{ lastView, opensAtUser }] = useState(() => {
    const url = readMapUrl(search)
    const last = url.camera ?? readLastView(userName)
    // After a reload the history entry still has its state, but the URL has the position to which the user moved since.
    return { lastView: last, opensAtUser: movesToUser(url, !last || opensWhereUserIs(state)) }
  })
  const work = useQuery(RecentPropertyPointsDocument, { skip: Boolean(lastView), fetchPolicy: 'no-cache' })
  const workCenter = findWorkCenter(work.data?.properties.edges.map(({ node }) => node) ?? [])
  const settings = data?.mapConfiguration
  const firstView = workCenter ? { center: workCenter, zoom: openingZoom(phone) } : settings
  // Kept once it is known: the queries are read again after a lost connection, and the map must stay.
  const [openingView, setOpeningView] = useState(lastView)
  if (!openingView && firstView && !work.loading) setOpeningView(firstView)
  return (
    <>
      <title>Map Search · Porchlight</title>
      {settings && openingView ? (
        <LoadedMapScreen settings={settings} openingView={openingView} opensAtUser={opensAtUser} viewName={userName} />
      ) : error ? (
        <ErrorState title="Map not ready yet" onRetry={() => void refetch().catch(() => undefined)} busy={loading} />
      ) : (
        <div className="skeleton min-h-[600px] flex-1 max-md:h-dvh" />
      )}
    </>
  )
}
