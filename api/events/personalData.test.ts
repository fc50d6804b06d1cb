import { expect, it } from 'vitest'
import { payloadSchemas, type PayloadSchema } from './payloadSchemas.ts'

/**
 * Why each field of an event that can hold a free text or a coordinate names no person and no exact place. The log is never edited, so what
 * is here stays for ever. An id, a time, a number that is no coordinate, a flag or a word of a list needs no reason.
 */
const reasons: Record<string, string> = {
  'AddressGeocoded.provider': 'A service of the server.',
  'ParcelLookedUp.provider': 'A service of the server.',
  'MapLoaded.provider': 'A service of the server.',
  'MapLoaded.lat': 'Two decimals, about a kilometer.',
  'MapLoaded.lng': 'Two decimals, about a kilometer.',
  'ParcelCallReported.lat': 'Two decimals, about a kilometer.',
  'ParcelCallReported.lng': 'Two decimals, about a kilometer.',
  'ParcelCallReported.parcelId': 'Null since version 2, which readers make of older events.',
  'OwnerRefreshed.source': 'The name of a data set or service, not what it says.',
  'DoorKnocked.outcomeName': "A company's name for what can come of a knock.",
  'OutcomeChanged.name': "A company's name for what can come of a knock.",
  'TerritoryDrawn.name': 'The name of an area of many houses.',
  'WebhookChanged.testType': 'A type of event.',
  ...Object.fromEntries(
    ['LeadAssigned', 'LeadStageChanged', 'PropertyAssigned', 'UserTenantChanged'].flatMap((type) =>
      ['from', 'to'].map((name) => [`${type}.${name}`, 'An id.']),
    ),
  ),
  'TerritoryAssigned.from': 'A day.',
  'TerritoryAssigned.to': 'A day.',
  'DoNotKnockSet.until': 'A time.',
  'DoorsTaken.until': 'A time.',
  'PassStarted.name': 'The name of a time, such as October hail.',
  'PassStarted.startsOn': 'A day.',
  'PassEnded.name': 'The name of a time, such as October hail.',
  'PermitChanged.validFrom': 'A day.',
  'PermitChanged.validTo': 'A day.',
  'RegistryImported.state': 'A state.',
  'RegistryImported.effectiveFrom': 'A day.',
}

/** Fields that have the same reason in every event. */
const everywhere: Record<string, string> = {
  neighborhood: 'The name of a neighborhood, a ZIP code or a city, with many houses.',
  city: 'A city.',
  fields: 'Names of fields, not their values.',
}

it('has no field that can name a person or an exact place, unless it is listed with the reason why it does not', () => {
  const found = Object.entries(payloadSchemas).flatMap(([type, schema]) => freeFields(type, schema))
  const unknown = found.filter((field) => !(field.split('.').at(-1)! in everywhere) && !(field in reasons))
  expect(unknown).toEqual([])
  expect(Object.keys(reasons).filter((field) => !found.includes(field))).toEqual([])
})

it('knows a text and a coordinate in any depth, and not what is no danger', () => {
  const text: PayloadSchema = { type: ['string', 'null'] }
  const properties: Record<string, PayloadSchema> = {
    ...{
      text,
      id: { type: 'string', format: 'uuid' },
      word: { type: 'string', enum: ['one'] },
      count: { type: 'number' },
    },
    ...{ list: { type: 'array', items: { type: 'object', properties: { text, lat: { type: 'number' } } } } },
  }
  expect(freeFields('Sample', { type: 'object', properties })).toEqual([
    'Sample.text',
    'Sample.list.text',
    'Sample.list.lat',
  ])
})

/** The paths of the fields that can hold a free text or a coordinate. */
function freeFields(path: string, { type, format, enum: values, items, properties }: PayloadSchema): string[] {
  if (properties) return Object.entries(properties).flatMap(([name, schema]) => freeFields(`${path}.${name}`, schema))
  if (items) return freeFields(path, items)
  const isPlace = /(?:^|\.)(?:lat|lng|latitude|longitude|point|area)$/.test(path)
  const isFree = [type].flat().includes('string') && !values && !format
  return isFree || isPlace ? [path] : []
}
