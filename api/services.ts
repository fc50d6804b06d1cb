import type { Config } from './config.ts'
import type { Services } from './context.ts'
import { rows, type Database } from './database/connection.ts'
import { PARCEL_OUTAGE_ADDRESS } from './demo/town/outage.ts'
import { embeddedBasemap } from './services/basemap/embedded.ts'
import { workerDocuments } from './services/documents/workers.ts'
import { ownGeocoder, paidGeocoder } from './services/geocoder/billing.ts'
import { EmbeddedGeocoder } from './services/geocoder/embedded.ts'
import { MapboxGeocoder } from './services/geocoder/mapbox.ts'
import { ownParcels, paidParcels } from './services/parcels/billing.ts'
import { EmbeddedParcels } from './services/parcels/embedded.ts'
import { RegridParcels } from './services/parcels/regrid.ts'

/**
 * The outside services that the configuration asks for. A keyed one that fails is unavailable, and never replaced by
 * what is in the database. Look-ups there read public record, so no tenant is set.
 */
export function makeServices(config: Config, database: Database): Services {
  const query = <T>(sql: string, params: unknown[]) => database.within('platform', (em) => rows<T>(em, sql, params))
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
    documents: workerDocuments(),
    providers: { parcels: config.parcelProvider, geocoder: config.geocoder, basemap: config.basemap },
  }
}
