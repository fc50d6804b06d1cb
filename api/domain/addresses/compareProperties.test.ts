import { describe, expect, it } from 'vitest'
import { compareProperties, type PropertyDescription } from './compareProperties.ts'

/** A point that many meters north of all others. */
const at = (meters: number) => ({ lat: 40 + meters / 111_195, lng: -86 })
const property: PropertyDescription = { address: '12 Demo St' }
const here = { ...property, ...at(0) }
const inTown = { ...property, city: 'Sampleton', zipCode: '00042' }
const condo = { ...here, address: '12 Demo St Unit 1', parcelId: '49-1' }

describe('two descriptions of houses', () => {
  it.each<[why: string, one: PropertyDescription, other: PropertyDescription, verdict: string, reason: string]>([
    ['within 140 m', here, { ...property, ...at(140) }, 'same', 'address'],
    ['160 m apart', here, { ...property, ...at(160) }, 'different', 'distance'],
    ['160 m apart in one ZIP code', { ...inTown, ...at(0) }, { ...inTown, ...at(160) }, 'different', 'distance'],
    [
      '160 m apart on one parcel',
      { ...here, parcelId: '7' },
      { ...property, ...at(160), parcelId: '7' },
      'same',
      'parcel',
    ],
    ['130 km apart', here, { ...property, ...at(130_000) }, 'different', 'distance'],
    ['of one town without points', inTown, inTown, 'same', 'address'],
    [
      'of one city without ZIP codes',
      { ...property, city: 'Sampleton' },
      { ...property, city: 'SAMPLETON' },
      'same',
      'address',
    ],
    ['with a ZIP+4', inTown, { ...property, zipCode: '00042-1234' }, 'same', 'address'],
    ['of two ZIP codes', inTown, { ...inTown, zipCode: '00043' }, 'different', 'place'],
    ['of two towns', { ...property, city: 'Sampleton' }, { ...property, city: 'Demo Town' }, 'different', 'place'],
    ['of two ZIP codes at one point', { ...inTown, ...at(0) }, { ...here, zipCode: '00043' }, 'same', 'address'],
    [
      'of which one has a ZIP code, at one point',
      { ...inTown, ...at(0) },
      { ...here, city: 'Sampleton' },
      'same',
      'address',
    ],
    ['of which one has a ZIP code, in one city', inTown, { ...property, city: 'Sampleton' }, 'same', 'address'],
    ['of unknown towns', property, property, 'unsure', 'place'],
    ['of which one has a town', property, inTown, 'unsure', 'place'],
    ['of which one has a point', property, here, 'unsure', 'place'],
    ['of which one has a point, in one town', inTown, { ...inTown, ...at(0) }, 'same', 'address'],
    [
      'with one parcel id 15 km away',
      { ...here, parcelId: '7' },
      { ...property, ...at(15_000), parcelId: '7' },
      'same',
      'parcel',
    ],
    [
      'with one parcel id 60 km away',
      { ...here, parcelId: '7' },
      { ...property, ...at(60_000), parcelId: '7' },
      'different',
      'distance',
    ],
    [
      'of another number with one parcel id 60 km away',
      { ...here, parcelId: '7' },
      { address: '14 Sample Ave', ...at(60_000), parcelId: '7' },
      'different',
      'street',
    ],
    [
      'of two towns with one parcel id',
      { ...property, city: 'Sampleton', parcelId: '7' },
      { ...property, city: 'Demo Town', parcelId: '7' },
      'different',
      'place',
    ],
    [
      'of another number on one parcel',
      { ...here, parcelId: '7' },
      { address: '14 Demo St', ...at(40), parcelId: '7' },
      'unsure',
      'parcel',
    ],
    [
      'of another number on one parcel at one point',
      { ...here, parcelId: '7' },
      { address: '14 Demo St', ...at(1), parcelId: '7' },
      'same',
      'parcel',
    ],
    ['with other parcel ids', { ...here, parcelId: '7' }, { ...here, parcelId: '8' }, 'unsure', 'other_parcel'],
    [
      'with one parcel id in two spellings',
      { ...here, parcelId: '49-07' },
      { ...here, parcelId: '49 07' },
      'same',
      'parcel',
    ],
    ...['N/A', '0', '-', 'UNKNOWN', '000-000-0000', '4.90715E+17'].map(
      (parcelId): [string, PropertyDescription, PropertyDescription, string, string] => [
        `of other numbers with the placeholder ${parcelId}`,
        { ...here, parcelId },
        { address: '14 Demo St', ...at(20), parcelId },
        'different',
        'number',
      ],
    ),
    ['with a placeholder', { ...here, parcelId: 'N/A' }, { ...here, parcelId: '7' }, 'same', 'address'],
    ['of a unit and its building', condo, here, 'unsure', 'unit'],
    ['of a unit and its building on one parcel', condo, { ...here, parcelId: '49-1' }, 'unsure', 'unit'],
    ['of two units', condo, { ...condo, address: '12 Demo St Unit 2', parcelId: '49-2' }, 'different', 'unit'],
    ['of two units on one parcel', condo, { ...condo, address: '12 Demo St Unit 2' }, 'different', 'unit'],
    ['of one unit', condo, { ...condo, address: '12 Demo St #1' }, 'same', 'parcel'],
    ['of a number and its range', here, { ...here, address: '10-14 Demo St' }, 'unsure', 'range'],
    ['of a number and its range, far away', here, { address: '10-14 Demo St', ...at(160) }, 'different', 'distance'],
    ['of a number and a range on the other side', here, { ...here, address: '11-15 Demo St' }, 'different', 'number'],
    ['of a number and another range', here, { ...here, address: '14-16 Demo St' }, 'different', 'number'],
    [
      'of a number and its range on one parcel',
      { ...here, parcelId: '7' },
      { ...here, address: '10-14 Demo St', parcelId: '7' },
      'same',
      'parcel',
    ],
    ['of a number that may be one of a range', here, { ...here, address: '10-34 Demo St' }, 'unsure', 'range'],
    [
      'of a number and a house of a block',
      { address: '18 156th Ave, NY 11357', ...at(0) },
      { address: '12-34 156th Ave, NY 11357', ...at(40) },
      'different',
      'number',
    ],
    ['of which one lacks the direction', here, { ...here, address: '12 W Demo St' }, 'unsure', 'street'],
    ['of which one lacks the suffix', here, { ...here, address: '12 Demo' }, 'unsure', 'street'],
    ['with other suffixes', here, { address: '12 Demo Ave', ...at(20) }, 'different', 'street'],
    [
      'of other roads',
      { ...here, address: '12 CR 450 N' },
      { address: '12 CR 300 E', ...at(20) },
      'different',
      'street',
    ],
    ['of one number on two streets at one point', here, { ...here, address: '12 Sample Ave' }, 'unsure', 'point'],
    ['of two numbers at one point', here, { ...here, address: '14 Demo St' }, 'different', 'number'],
    [
      'of unknown towns with one parcel id',
      { ...property, parcelId: '7' },
      { ...property, parcelId: '7' },
      'same',
      'parcel',
    ],
    [
      'of unknown towns with one parcel id, of which one lacks the direction',
      { ...property, parcelId: '7' },
      { address: '12 N Demo St', parcelId: '7' },
      'unsure',
      'street',
    ],
    [
      'of land on one parcel',
      { address: '0 Demo Rd', ...at(0), parcelId: '7' },
      { address: 'Demo Rd', ...at(900), parcelId: '7' },
      'same',
      'parcel',
    ],
    [
      'of land on two roads with one parcel id, which two counties may have',
      { address: '0 Demo Rd', ...at(0), parcelId: '7' },
      { address: '0 Sample Rd', ...at(15_000), parcelId: '7' },
      'unsure',
      'parcel',
    ],
    ['of land at one point', { address: '0 Demo Rd', ...at(0) }, { address: 'Demo Rd', ...at(1) }, 'same', 'point'],
    [
      'of land at two points',
      { address: '0 Demo Rd', ...at(0) },
      { address: '0 Demo Rd', ...at(3) },
      'different',
      'point',
    ],
    ['of land and a house at one point', { address: '0 Demo Rd', ...at(0) }, here, 'unsure', 'point'],
  ])('%s: %j and %j are %s because of the %s', (_why, one, other, verdict, reason) => {
    expect(compareProperties(one, other)).toEqual({ verdict, reason })
    expect(compareProperties(other, one)).toEqual({ verdict, reason })
  })
})
