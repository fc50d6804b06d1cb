import { PARCEL_OUTAGE_ADDRESS } from './outage.ts'

/**
 * Addresses that documents, examples and tests name. Each one exists exactly as written here, with a house and an
 * owner.
 */
export const FIXTURE_ADDRESSES = [
  ...[1015, 1023, 1031, 1039, 1049, 1067, 1091].map((number) => `${number} W 11th Demo St`),
  ...[1018, 1030, 1038, 1048].map((number) => `${number} W 11th Demo St`),
  ...[1018, 1042, 1060, 1076].map((number) => `${number} W 12th Demo St`),
  '1018 N Juniper Sample Ave',
  '10180 W 4th Demo St',
  PARCEL_OUTAGE_ADDRESS,
]

/** The owner of 1067 W 11th Demo St has another mailing address. */
export const ABSENTEE_FIXTURE = { address: '1067 W 11th Demo St', owner: 142, ownerAddress: 'PO Box 42, Sampleton, IN' }

const fixtures = FIXTURE_ADDRESSES.map((address) => {
  const space = address.indexOf(' ')
  return { number: Number(address.slice(0, space)), street: address.slice(space + 1) }
})

/** The fixture numbers of one block on one side of the street. */
export function findFixtureNumbers(street: string, hundred: number, odd: number): number[] {
  return fixtures
    .filter((fixture) => fixture.street === street)
    .map((fixture) => fixture.number)
    .filter((number) => number >= hundred && number < hundred + 100 && number % 2 === odd)
}
