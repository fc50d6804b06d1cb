import type { Config } from './config.ts'
import type { Services } from './context.ts'
import { rows, type Database } from './database/connection.ts'
import { PARCEL_OUTAGE_ADDRESS } from './demo/town/outage.ts'
import { embeddedBasemap } from './services/basemap/embedded.ts'
import { EmbeddedGeocoder } from './services/geocoder/embedded.ts'
import { EmbeddedParcels } from './services/parcels/embedded.ts'

/** The outside services that the configuration asks for. Look-ups read public record, so no tenant is set. */
export function makeServices(config: Config, database: Database): Services {
import { RegridParcels } from './services/parcels/regrid.ts'
  const query = <T>(sql: string, params: unknown[]) => database.within('platform', (em) => rows<T>(em, sql, params))
  const mapbox = config.basemap === 'mapbox' || (config.basemap === 'auto' && config.mapboxToken !== null)
  return {
    parcels:
      config.parcelProvider === 'regrid'
        ? paidParcels(new RegridParcels({ url: config.regridUrl, token: config.regridToken! }))
        : ownParcels(new EmbeddedParcels(query, { outageAddress: PARCEL_OUTAGE_ADDRESS })),
    geocoder:
      config.geocoder === 'mapbox'
        ? paidGeocoder(new MapboxGeocoder({ url: config.mapboxUrl, token: config.mapboxToken! }))
        : ownGeocoder(new EmbeddedGeocoder(query)),
    basemap: embeddedBasemap(query),
    providers: { parcels: 'embedded', geocoder: 'embedded', basemap: mapbox ? 'mapbox' : 'maplibre' },
  }
}
