import type { DoNotKnockKind } from '../enums.ts'

/** A reason not to knock at a door, that nobody has lifted. Times are in milliseconds since 1970. */
export interface Mark<Kind extends string = DoNotKnockKind> {
  kind: Kind
  startsAt: number
  /** It is in force before this time; null for ever. */
  endsAt: number | null
  /** When somebody set it, which the list of a city may be before or after its start. */
  setAt: number
}

/** Whether a knock may be logged: 'flagged' for one from before the mark was set, which a phone sent later. */
export type Admission = 'allowed' | 'flagged' | 'refused'

export function isInForce({ startsAt, endsAt }: Pick<Mark, 'startsAt' | 'endsAt'>, at: number): boolean {
  return startsAt <= at && (endsAt === null || at < endsAt)
}

/** The order in which marks of one door say why: the wish of the household counts most. */
const ranks = ['asked', 'registry', 'firm']
const rankOf = ({ kind }: { kind: string }) => ranks.indexOf(kind.toLowerCase())

/** The mark of a door that is shown at this time; null if nothing forbids to knock. */
export function markAt<M extends Omit<Mark<string>, 'setAt'>>(marks: readonly M[], at: number): M | null {
  const [first] = marks.filter((mark) => isInForce(mark, at)).toSorted((one, other) => rankOf(one) - rankOf(other))
  return first ?? null
}

/**
 * Whether the door may be knocked: not while a mark is in force that was set before the knock. A knock from before the mark that is in force now is
 * accepted, because its rep could not know of it.
 */
export function admissionOf(marks: readonly Mark[], occurredAt: number, now: number): Admission {
  if (marks.some((mark) => mark.setAt <= occurredAt && isInForce(mark, occurredAt))) return 'refused'
  return marks.some((mark) => mark.setAt > occurredAt && isInForce(mark, now)) ? 'flagged' : 'allowed'
}

/** Why nobody may knock at the door, in one sentence without its period. `until` is the last day, as it is shown. */
export function doNotKnockSentence(
  { kind, source }: { kind: string; source: string | null },
  until: string | null,
): string {
  const why =
    kind.toLowerCase() === 'registry'
      ? `On ${source ? possessive(source) : "the city's"} list`
      : kind.toLowerCase() === 'asked'
        ? 'They asked us not to knock'
        : 'Our company does not knock here'
  return until ? `${why} until ${until}` : why
}

const possessive = (name: string) => (name.endsWith('s') ? `${name}'` : `${name}'s`)

/** The last day on which a mark is in force, such as 'Dec 31'; with the year if it is not the year of `now`. */
export function lastDayOf(endsAt: number, now: number, timeZone: string): string {
  const last = new Date(endsAt - 1)
  const yearOf = (at: Date) => at.toLocaleDateString('en-US', { year: 'numeric', timeZone })
  const year = yearOf(last) === yearOf(new Date(now)) ? {} : ({ year: 'numeric' } as const)
  return last.toLocaleDateString('en-US', { month: 'short', day: 'numeric', ...year, timeZone })
}
