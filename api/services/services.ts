import type { Config } from '../config.ts'
import { queryRows, type Database, type DatabaseScope } from '../database/connection.ts'
import type { Basemap } from './basemap/basemap.ts'
import { createCachedBasemap } from './basemap/cached.ts'
import { createEmbeddedBasemap } from './basemap/embedded.ts'
import type { Documents } from './documents/documents.ts'
import { createWorkerDocuments } from './documents/workerDocuments.ts'
import { createFreeGeocoder, createPaidGeocoder } from './geocoder/billing.ts'
import { EmbeddedGeocoder } from './geocoder/embedded.ts'
import type { Geocoder } from './geocoder/geocoder.ts'
import { MapboxGeocoder } from './geocoder/mapbox.ts'
import { createFreeParcels, createPaidParcels } from './parcels/billing.ts'
import { EmbeddedParcels, type EmbeddedParcelsOptions } from './parcels/embedded.ts'
import type { Mailer } from './mails/mailer.ts'
import type { Parcels, Query } from './parcels/parcels.ts'
import { RegridParcels } from './parcels/regrid.ts'
import type { Photos } from './photos/photos.ts'
import { createWorkerPhotos } from './photos/workerPhotos.ts'
import { createWebhookSender, type WebhookSender } from './webhooks/webhookSender.ts'
import type { PdfConverter } from './pdf/pdf.ts'
import { createLibreOffice } from './pdf/libreOffice.ts'
import { createWorkers, type Workers } from './workers/workers.ts'

/** The outside services that use cases call, one interface each. */
export interface Services {
  parcels: Parcels
  geocoder: Geocoder
  basemap: Basemap
  documents: Documents
  photos: Photos
  webhooks: WebhookSender
  /** Null without `MAIL_URL`. */
  mailer: Mailer | null
  pdf: PdfConverter
  /** Processes that read what strangers sent. */
  workers: Workers
  /** Names of the providers in use. They are stored with the results. */
  providers: { parcels: string; geocoder: string; basemap: 'mapbox' | 'maplibre' }
}

/**
 * Creates the outside services that the configuration selects. A keyed provider that fails is unavailable; the embedded
 * one never replaces it. Embedded lookups read public records, and with a tenant also those that it imported for itself.
 */
export async function createServices(
  config: Config,
  database: Database,
  embeddedParcelsOptions: EmbeddedParcelsOptions = {},
): Promise<Services> {
  const queryIn =
    (scope: DatabaseScope): Query =>
    (sql, params) =>
      database.within(scope, (em) => queryRows(em, sql, params))
  const query = queryIn('public')
  const parcelsIn = (scope: DatabaseScope) =>
    createFreeParcels(new EmbeddedParcels(queryIn(scope), embeddedParcelsOptions))
  const geocoderIn = (scope: DatabaseScope) => createFreeGeocoder(new EmbeddedGeocoder(queryIn(scope)))
  return {
    parcels:
      config.parcelProvider === 'regrid'
        ? createPaidParcels(new RegridParcels({ url: config.regridUrl, token: config.regridToken! }))
        : { ...parcelsIn('public'), forTenant: (tenantId) => parcelsIn({ tenantId }) },
    geocoder:
      config.geocoder === 'mapbox'
        ? createPaidGeocoder(new MapboxGeocoder({ url: config.mapboxUrl, token: config.mapboxToken! }))
        : { ...geocoderIn('public'), forTenant: (tenantId) => geocoderIn({ tenantId }) },
    basemap: createCachedBasemap(createEmbeddedBasemap(query, (tenantId) => queryIn({ tenantId }))),
    documents: createWorkerDocuments(),
    photos: createWorkerPhotos(),
    webhooks: createWebhookSender({ allowLoopback: config.webhookAllowLoopback }),
    // Imported only if mails are configured, because a start spends most of its time loading modules.
    mailer: config.mail && (await import('./mails/mailer.ts')).createMailer(config.mail),
    pdf: await createLibreOffice({ program: config.libreOffice, folders: config.programFolders }),
    workers: createWorkers(),
    providers: { parcels: config.parcelProvider, geocoder: config.geocoder, basemap: config.basemap },
  }
}
