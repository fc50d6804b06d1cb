import type { Context } from '../../context.ts'
import { stageColors, type StageColor } from '../../domain/enums.ts'
import { Refused, check } from '../../domain/errors.ts'
import { isUuid } from '../../domain/ids.ts'
import { maxLimit } from '../../domain/paging.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { checkStorable } from '../../domain/storable.ts'
import { transactInTenant } from '../../log/transact.ts'
import { readKml } from '../../services/kml/readKml.ts'
import { writeKml } from '../../services/kml/writeKml.ts'
import {
  addTerritory,
  changeTerritory,
  maxTerritories,
  parseEach,
  parseTerritory,
  type ParsedTerritory,
} from './changeTerritories.ts'
import { listTerritories, readTerritories, type TerritoryView } from './territories.ts'
import { queryTerritories } from '../../records/territoryRows.ts'

/** The maximum size of a file of territories in bytes. */
export const maxTerritoryFileBytes = 5 * 1024 * 1024

/** The territories in use that the actor reads, as the GeoJSON that `importTerritories` reads. */
export async function exportTerritories(ctx: Context) {
  const { items } = await listTerritories(ctx, {}, { limit: maxLimit })
  const features = items.map(({ id, name, color, note, area }) => ({
    ...{ type: 'Feature' as const, id, geometry: area },
    properties: { name, color, note },
  }))
  return { type: 'FeatureCollection' as const, features }
}

/** The same as KML. */
export async function exportTerritoriesAsKml(ctx: Context): Promise<string> {
  const { items } = await listTerritories(ctx, {}, { limit: maxLimit })
  return writeKml(items)
}

/**
 * Saves a territory for each feature of a GeoJSON file or each Placemark of a KML file, or none: one whose id is that of a territory in use
 * changes it, the others are new. Throws `Refused` with the place of the first fault.
 */
export async function importTerritories(ctx: Context, file: Buffer): Promise<TerritoryView[]> {
  authorize(ctx.actor, 'territory.manage')
  const tenantId = requireTenant(ctx.actor)
  const given = await parseFile(file)
  await transactInTenant(ctx, tenantId, async (transaction) => {
    const ids = given.map(({ id }) => id)
    const known = await queryTerritories(transaction.em, 'and t.id = any($1::uuid[]) order by t.id for update', [ids])
    const byId = new Map(known.map((row) => [row.id, row]))
    for (const feature of given) {
      const before = byId.get(feature.id)
      // A file without a note leaves it, because other tools drop what they do not know.
      if (before)
        await changeTerritory(ctx, transaction, tenantId, before, { ...feature, note: feature.note ?? before.note })
      else await addTerritory(ctx, transaction, tenantId, feature)
    }
  })
  return readTerritories(
    ctx,
    given.map(({ id }) => id),
  )
}

async function parseFile(file: Buffer): Promise<ParsedTerritory[]> {
  const { features, place } = isXml(file) ? await readPlacemarks(file) : readFeatures(file)
  check(features.length <= maxTerritories, `A file has at most ${maxTerritories} territories.`)
  const parsed = await parseEach<unknown>(features, place, (feature, index) => parseFeature(feature, index, place))
  const ids = new Set(parsed.map(({ id }) => id))
  check(ids.size === parsed.length, 'Two features of the file have the same id.')
  return parsed
}

/** Whether the text begins with a tag, maybe after a byte order mark. */
function isXml(file: Buffer): boolean {
  return /^\uFEFF?\s*</.test(file.toString('utf8', 0, 100))
}

async function readPlacemarks(file: Buffer) {
  const placemarks = await readKml(file, maxTerritories)
  check(placemarks.length > 0, 'The KML file has no Placemark.')
  const features = placemarks.map(({ id, name, color, description, geometry }, index) => {
    const message = `placemarks.${index}: The Placemark has no Polygon.`
    check(geometry, message, { file: message })
    return { id, geometry, properties: { name, color, note: description } }
  })
  return { features, place: 'placemarks' }
}

function readFeatures(file: Buffer) {
  const message = 'The file is compressed. Save it as KML instead of KMZ.'
  check(file.toString('latin1', 0, 2) !== 'PK', message, { file: message })
  const content = parseJson(file)
  const features = isObject(content) && content['type'] === 'FeatureCollection' ? content['features'] : null
  check(Array.isArray(features) && features.length > 0, 'The file must be a GeoJSON FeatureCollection with features.')
  return { features: features as unknown[], place: 'features' }
}

function parseJson(file: Buffer): unknown {
  let content: unknown
  try {
    content = JSON.parse(file.toString('utf8'))
  } catch {
    throw new Refused('The file is not JSON. Choose a GeoJSON or KML file.')
  }
  checkStorable(content)
  return content
}

/** A feature without a UUID is a new territory. */
function parseFeature(feature: unknown, index: number, place: string): ParsedTerritory {
  const { id, geometry, properties } = isObject(feature) ? feature : {}
  const { name, color, note } = isObject(properties) ? properties : {}
  try {
    return parseTerritory({
      id: typeof id === 'string' && isUuid(id) ? id : null,
      name: typeof name === 'string' ? name : `Territory ${index + 1}`,
      color: isColor(color) ? color : null,
      area: geometry,
      note: typeof note === 'string' ? note : null,
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const message = `${place}.${index}: ${error.message}`
    throw new Refused(message, { file: message })
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isColor = (value: unknown): value is StageColor => stageColors.includes(value as StageColor)
