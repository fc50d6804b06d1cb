import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressKeyOf, doorOf } from './addressKey.ts'
import { compareProperties } from './compareProperties.ts'
import { parseAddress } from './parseAddress.ts'

// A test that fails on one day only helps nobody.
const settings = { seed: 32, numRuns: 1_000 }

/** The spellings of one thing. */
type Spellings = readonly string[]

const plainNumber = fc.integer({ min: 1, max: 29_999 })
const number = fc.oneof(
  plainNumber.map((n): Spellings => [`${n}`]),
  plainNumber.map((n): Spellings => [`${n} 1/2`, `${n}½`, `${n}-1/2`, `${n} ½`]),
  fc
    .tuple(plainNumber, fc.constantFrom('A', 'B', 'R'))
    .map(([n, letter]): Spellings => [`${n}${letter}`, `${n}-${letter}`]),
  // Two numbers as close as those of a house, on one side of a street.
  fc
    .tuple(fc.integer({ min: 10, max: 9_000 }), fc.integer({ min: 1, max: 10 }))
    .map(([n, half]) => [n, n + 2 * half] as const)
    .filter(([first, last]) => `${first}`.length === `${last}`.length)
    .map(([first, last]): Spellings => [
      `${first}-${last}`,
      `${first} - ${last}`,
      `${first}–${last}`,
      `${first} to ${last}`,
      `${first} & ${last}`,
    ]),
  fc
    .tuple(
      fc.constantFrom('N', 'S'),
      fc.integer({ min: 1, max: 200 }),
      fc.constantFrom('E', 'W'),
      fc.integer({ min: 100, max: 29_999 }),
    )
    .map(([a, n, b, m]): Spellings => [`${a}${n}${b}${m}`, `${a}${n} ${b}${m}`, `${a}${n}-${b}${m}`]),
)

const direction = fc.constantFrom<Spellings>(
  ['N', 'North', 'N.'],
  ['S', 'South', 'SOUTH'],
  ['E', 'East', 'e'],
  ['W', 'West', 'W.'],
  ['NE', 'Northeast', 'N E', 'N.E.'],
  ['SW', 'Southwest', 'South West'],
)
const noDirection: Spellings = ['']
const name = fc.constantFrom<Spellings>(
  ['Demo'],
  ['Sample'],
  ['Demo Oak', 'DEMO OAK'],
  ['12th Demo', 'Twelfth Demo'],
  ['5th', 'Fifth', '5'],
  ['42nd', '42'],
  ['Old Demo'],
  ['St Demo', 'Saint Demo', 'St. Demo'],
  ['Mount St Demo', 'Mt Saint Demo'],
  ['Port Demo', 'Prt Demo'],
  ["O'Demo", 'ODemo'],
  ['Peña', 'Pena'],
)
const suffix = fc.constantFrom<Spellings>(
  ['St', 'Street', 'ST.'],
  ['Ave', 'Avenue', 'Av'],
  ['Dr', 'Drive'],
  ['Ter', 'Terrace'],
  ['Blvd', 'Boulevard'],
  ['Ct', 'Court'],
)
const roadNumber = fc.integer({ min: 1, max: 9_999 })
const road = fc
  .oneof(
    fc.constantFrom<readonly Spellings[]>(
      [['County Road', 'County Rd', 'CR', 'Co Rd', 'C.R.']],
      [['State Road', 'State Rd', 'SR', 'State Route', 'State Highway', 'St Rt']],
      [['US Highway', 'US', 'U.S. Hwy', 'US Route', 'US Hwy']],
      [['Township Road', 'Twp Rd', 'TR']],
      [['FM', 'Farm to Market Road', 'F.M.']],
      [['Forest Service Rd', 'Forest Road', 'FS Rd']],
      [['BIA Road', 'BIA Rd']],
      [['Highway', 'Hwy']],
    ),
  )
  .map(([kind]) => kind!)

/** A street as [its parts, each in all spellings], in the order in which they are written. */
const street = fc.oneof(
  fc.record({ before: fc.option(direction, { nil: noDirection }), name, suffix, after: fc.constant(noDirection) }),
  fc.record({ before: fc.constant(noDirection), name, suffix, after: fc.option(direction, { nil: noDirection }) }),
  fc.record({
    before: fc.option(direction, { nil: noDirection }),
    name: road,
    suffix: roadNumber.map((n): Spellings => [`${n}`]),
    after: fc.option(direction, { nil: noDirection }),
  }),
  // Utah.
  fc.record({
    before: direction.filter(([one]) => one!.length === 1),
    name: fc.integer({ min: 1, max: 99 }).map((n): Spellings => [`${n * 100}`]),
    suffix: fc.constant(noDirection),
    after: direction.filter(([one]) => one!.length === 1),
  }),
)

const unitId = fc.oneof(
  fc.integer({ min: 1, max: 999 }).map(String),
  fc.constantFrom('A', 'B', 'C', '4B', 'A1', '1-12'),
)
const withId = (...kinds: string[]) => unitId.map((id): Spellings => kinds.map((kind) => `${kind}${id}`))
const unit = fc.oneof(
  fc.constant<Spellings>(['']),
  withId('Apt ', 'Unit ', '#', '# ', 'Apt #', 'Unit # ', 'Apt. ', 'Ste ', 'Apt No. '),
  withId('Lot ', 'Lot #', 'LOT '),
  withId('Bldg ', 'Building '),
  withId('Trlr ', 'Trailer '),
  fc
    .integer({ min: 1, max: 9 })
    .map((n): Spellings => [`Fl ${n}`, `Floor ${n}`, `${n}${['st', 'nd', 'rd'][n - 1] ?? 'th'} Floor`]),
  fc
    .tuple(fc.integer({ min: 1, max: 20 }), unitId)
    .map(([n, id]): Spellings => [`Bldg ${n} Apt ${id}`, `Building ${n}, Unit ${id}`, `Apt ${id}, Bldg ${n}`]),
  fc.constantFrom<Spellings>(['Rear'], ['Front', 'Frnt'], ['Upper', 'Uppr'], ['Lower', 'Lowr'], ['Bsmt', 'Basement']),
)

const address = fc.record({ number, street, unit })
type Address = typeof address extends fc.Arbitrary<infer T> ? T : never

/** How the parts of an address are put together. */
const layout = fc.record({
  choices: fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
  unitComma: fc.boolean(),
  city: fc.constantFrom('', 'comma', 'space'),
  end: fc.constantFrom('', ', IN', ', IN 00042', ' IN 00042', ', Indiana 00042-1234, USA'),
  upper: fc.boolean(),
})
type Layout = typeof layout extends fc.Arbitrary<infer T> ? T : never

function write({ number, street, unit }: Address, { choices, unitComma, city, end, upper }: Layout): string {
  const pick = (spellings: Spellings, at: number) => spellings[choices[at]! % spellings.length]!
  const line = [
    pick(number, 0),
    pick(street.before, 1),
    pick(street.name, 2),
    pick(street.suffix, 3),
    pick(street.after, 4),
  ]
    .filter((part) => part !== '')
    .join(' ')
  const unitText = pick(unit, 5)
  // Without a comma, a city such as Front Sample cannot be told from a unit without a number.
  const isLone = unitText !== '' && !/\d|#|Apt|Unit|Ste|Lot|Bldg|Building|Trlr|Trailer/.test(unitText)
  const separator = city === 'space' && !isLone ? ' ' : ', '
  const cityText = city === '' ? '' : `${separator}Sampleton`
  const unitPart = unitText === '' ? '' : `${unitComma ? ', ' : ' '}${unitText}`
  const text = `${line}${unitPart}${cityText}${end}`
  return upper ? text.toUpperCase() : text
}

const doorAt = (text: string) => doorOf(addressKeyOf({ address: text }))

describe('an address of parts', () => {
  it('has one key in every spelling, with and without commas, city and unit', () => {
    fc.assert(
      fc.property(address, layout, layout, (parts, one, other) => {
        const [first, second] = [write(parts, one), write(parts, other)]
        const door = doorAt(first)
        expect(door, first).not.toBeNull()
        expect([door, first, second]).toEqual([doorAt(second), first, second])
        const point = { lat: 40, lng: -86 }
        expect(compareProperties({ address: first, ...point }, { address: second, ...point }).verdict).toBe('same')
      }),
      settings,
    )
  })

  it('is the same when it is written from what was parsed', () => {
    fc.assert(
      fc.property(address, layout, (parts, one) => {
        const written = write(parts, one)
        const again = (text: string) => {
          const { number, street, unit, city, state, zipCode } = parseAddress(text)
          return [[number, street].join(' '), unit, city, [state, zipCode].filter(Boolean).join(' ')]
            .filter(Boolean)
            .join(', ')
        }
        expect(doorAt(again(written)), written).toBe(doorAt(written))
        expect(again(again(written)), written).toBe(again(written))
      }),
      settings,
    )
  })

  const isOther = (one: Spellings, other: Spellings) => one[0]!.toLowerCase() !== other[0]!.toLowerCase()
  const change = fc.oneof(
    number.map((value) => (from: Address) => isOther(value, from.number) && { ...from, number: value }),
    unit.map((value) => (from: Address) => isOther(value, from.unit) && { ...from, unit: value }),
    direction.map(
      (value) => (from: Address) =>
        isOther(value, from.street.before) &&
        from.street.before[0] !== '' && { ...from, street: { ...from.street, before: value } },
    ),
    direction.map(
      (value) => (from: Address) =>
        isOther(value, from.street.after) && { ...from, street: { ...from.street, after: value } },
    ),
    roadNumber.map(
      (n) => (from: Address) =>
        /^\d+$/.test(from.street.suffix[0]!) &&
        isOther([`${n}`], from.street.suffix) && { ...from, street: { ...from.street, suffix: [`${n}`] } },
    ),
    suffix.map(
      (value) => (from: Address) =>
        /^[A-Z]/i.test(from.street.suffix[0]!) &&
        isOther(value, from.street.suffix) && { ...from, street: { ...from.street, suffix: value } },
    ),
  )

  it('never shares a key with one that differs in number, unit, direction, suffix or road number', () => {
    let compared = 0
    fc.assert(
      fc.property(address, change, layout, layout, (parts, changed, one, other) => {
        const changedParts = changed(parts)
        if (!changedParts) return
        compared += 1
        const [first, second] = [write(parts, one), write(changedParts, other)]
        expect(doorAt(first), `${first} | ${second}`).not.toBe(doorAt(second))
        const point = { lat: 40, lng: -86 }
        expect(compareProperties({ address: first, ...point }, { address: second, ...point }).verdict).not.toBe('same')
      }),
      settings,
    )
    expect(compared).toBeGreaterThan(settings.numRuns / 2)
  })
})

describe('any text', () => {
  const piece = fc.constantFrom(
    ...[
      '12',
      '1/2',
      '½',
      '-',
      '–',
      '&',
      'to',
      'N',
      'SW',
      'North',
      'St',
      'Ave',
      'Rd',
      'Hwy',
      'County',
      'CR',
      'FM',
      'RR',
      'Box',
      'Old',
    ],
    ...[
      'Apt',
      '#',
      '#4',
      'Unit',
      'Rear',
      'Upper',
      '2nd',
      'Floor',
      'No',
      'Demo',
      'Calle',
      'Urb',
      'W148N9748',
      '11357',
      '00042-',
      'NY',
    ],
    ...[',', ';', '\n', '(', ')', '.', "'", 'PO', 'PSC', 'USA', 'No number', '٣', '😀', '\u0000', 'é'],
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' ')),
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  )

  it('is parsed without an error, and compared with itself is never different', () => {
    const place = fc.constantFrom(null, '', 'Sampleton', 'N')
    fc.assert(
      fc.property(text, place, (address, city) => {
        const key = addressKeyOf({ address, city })
        const { number, street, unit, city: town, zipCode } = key
        for (const part of [number, street, unit, town, zipCode]) expect(part).toEqual(expect.any(String))
        const facts = { address, city, lat: 40, lng: -86 }
        expect(compareProperties(facts, facts).verdict).toBe('same')
      }),
      settings,
    )
  })

  it('is compared alike in both directions', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(compareProperties({ address: one }, { address: other })).toEqual(
          compareProperties({ address: other }, { address: one }),
        )
      }),
      settings,
    )
  })
})
