import { indexMigration } from './tables.ts'

/** Finds the properties of a neighborhood, and lists the neighborhoods of a tenant without reading its properties. */
export const PropertyNeighborhoods = indexMigration({
  properties_neighborhood: 'properties (tenant_id, neighborhood)',
})
